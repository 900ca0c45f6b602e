import type { Server } from "@modelcontextprotocol/server";
import { ProtocolFault } from "../errors.ts";
import type { Prompt } from "../prompts/prompt.ts";
import { faults } from "./faults.ts";
import { page } from "./paging.ts";

const INVALID_PARAMS = -32_602;

export function answerPrompts(server: Server, prompts: readonly Prompt[], size: number): void {
  server.setRequestHandler("prompts/list", ({ params }) =>
    faults(async () => {
      const { items, nextCursor } = page(prompts, ({ name }) => name, { cursor: params?.cursor, size });
      const listed = items.map(({ name, title, description, arguments: args }) => ({
        name,
        title,
        description,
        arguments: [...args],
      }));
      return { prompts: listed, ...(nextCursor && { nextCursor }) };
    }),
  );

  server.setRequestHandler("prompts/get", ({ params }) =>
    faults(async () => {
      const prompt = prompts.find(({ name }) => name === params.name);
      if (!prompt) {
        const names = prompts.map(({ name }) => name).join(", ");
        throw new ProtocolFault(INVALID_PARAMS, `Unknown prompt. Prompts here: ${names || "none"}.`);
      }
      const given = params.arguments ?? {};
      const missing = prompt.arguments
        .filter(({ name, required }) => required && !given[name])
        .map(({ name }) => name);
      if (missing.length > 0)
        throw new ProtocolFault(INVALID_PARAMS, `${prompt.name} needs: ${missing.join(", ")}.`);
      const text = prompt.render(given);
      return {
        description: prompt.description,
        messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
      };
    }),
  );
}
