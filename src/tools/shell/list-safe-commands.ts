import { z } from "zod";
import { platformOf } from "../../shell/world.ts";
import { preApprovedOf } from "../../shell/presets.ts";
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
    const room = await house.shell();
    const commands = room.safeCommands().map(({ name, description }) => ({ name, description }));
    const names = preApprovedOf(house.settings.shell);
    // A catastrophic program stays one whatever a configuration says, so it is not listed as safe.
    const additional = names.filter((name) => room.mayPreApprove(name));
    return {
      commands,
      additional_safe_commands: additional,
      os: platformOf(process.platform),
      count: commands.length + additional.length,
    };
  },

  render: (output) => JSON.stringify(output, undefined, 2),
});
