import type { Settings } from "../settings/table.ts";
import { CAPABILITIES, greeting, LEGACY_REVISIONS } from "./greeting.ts";
import { isListed, type Listable, listing } from "./selection.ts";

/** A tool as the build wrote it down: enough to list it before any tool is loaded. */
export interface Described extends Listable {
  readonly wire: Readonly<Record<string, unknown>>;
}

interface Basis {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly described: readonly Described[];
  readonly installed: (program: string) => boolean;
}

/** The result of a request, or nothing when only the whole program can answer it. */
export type Answers = (method: string, params: Readonly<Record<string, unknown>>) => object | undefined;

/**
 * A client's first questions are the same every time, and so are the answers. They are given from what the build wrote
 * down, in the same words the whole program would use, so that nobody waits for code that is not needed yet.
 */
export function openingAnswers({ settings, environment, described, installed }: Basis): Answers {
  const { profile, safety, outputSchemas, pageSize } = settings.house;
  const { identity, instructions } = greeting(settings, environment);

  return (method, params) => {
    if (method === "ping") return {};
    if (method === "initialize") {
      const revision = LEGACY_REVISIONS.find((known) => known === params["protocolVersion"]);
      const complete = isObject(params["clientInfo"]) && isObject(params["capabilities"]);
      if (!revision || !complete) return undefined;
      return { protocolVersion: revision, capabilities: CAPABILITIES, serverInfo: identity, instructions };
    }
    if (method === "tools/list" && params["cursor"] === undefined && outputSchemas === "brief") {
      const tools = described
        .filter((tool) => isListed(tool, safety, { profile, installed }))
        .map((tool) => listing(tool.wire, tool, settings));
      return tools.length <= pageSize ? { tools } : undefined;
    }
    return undefined;
  };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
