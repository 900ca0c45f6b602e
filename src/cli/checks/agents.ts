import { PROVIDERS, providers } from "../../agents/known.ts";
import { findProgram } from "../find-program.ts";
import type { Check } from "./check.ts";

/** Which agents could be started here. None is started to find out: a first start writes into a person's home. */
export const agents: Check = async (io) =>
  PROVIDERS.map((name) => {
    const { title, binary, install } = providers[name];
    const path = findProgram(io, binary);
    return path === undefined
      ? {
          check: "agents",
          status: "note",
          says: `${title} (${binary}) is not on the PATH, so spawn_${name} is not offered.`,
          fix: install,
        }
      : { check: "agents", status: "ok", says: `${title} (${path})` };
  });
