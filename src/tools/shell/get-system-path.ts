import { delimiter } from "node:path";
import { z } from "zod";
import { platformOf } from "../../shell/world.ts";
import { defineTool } from "../tool.ts";

const ARCH: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch64", ia32: "x86" };

export default defineTool({
  name: "get_system_path",
  title: "Get system path",
  tier: "readonly",
  profiles: ["safeshell"],
  description: "The folders commands are looked up in, in order, with the operating system and architecture.",
  input: {},
  output: {
    path_entries: z.array(z.string()),
    separator: z.string(),
    os: z.string(),
    arch: z.string(),
  },

  async run(_input, { house }) {
    const room = await house.shell();
    return {
      path_entries: (room.environment["PATH"] ?? "").split(delimiter),
      separator: delimiter,
      os: platformOf(process.platform),
      arch: ARCH[process.arch] ?? process.arch,
    };
  },

  render: (output) => JSON.stringify(output, undefined, 2),
});
