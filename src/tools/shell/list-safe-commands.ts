import { z } from "zod";
import { platformOf, preApprovedOf } from "../../shell/world.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "list_safe_commands",
  title: "List safe commands",
  tier: "readonly",
  profiles: ["safeshell"],
  description: `
    Programs execute_command runs without asking a person, as long as they are used to read.
    Options that write, delete or start something else still ask.
  `,
  input: {},
  output: {
    commands: z.array(z.object({ name: z.string(), description: z.string() })),
    additional_safe_commands: z.array(z.string()),
    os: z.string(),
    count: z.number().int(),
  },

  async run(_input, { house }) {
    const { lists } = await house.shell();
    const commands = lists.safeCommands().map(({ name, description }) => ({ name, description }));
    const additional = [...lists.trustable(preApprovedOf(house.settings))];
    return {
      commands,
      additional_safe_commands: additional,
      os: platformOf(process.platform),
      count: commands.length + additional.length,
    };
  },

  render: (output) => JSON.stringify(output, undefined, 2),
});
