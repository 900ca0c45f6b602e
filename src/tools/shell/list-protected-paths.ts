import { z } from "zod";
import { platformOf } from "../../shell/world.ts";
import { defineTool } from "../tool.ts";

export default defineTool({
  name: "list_protected_paths",
  title: "List protected paths",
  tier: "readonly",
  profiles: ["safeshell"],
  description: "Places no command may write to, and whether reading them is allowed. No approval lifts this.",
  input: {},
  output: {
    paths: z.array(z.object({ path: z.string(), read_allowed: z.boolean(), reason: z.string() })),
    additional_protected_paths: z.array(z.object({ path: z.string(), read_allowed: z.boolean() })),
    os: z.string(),
    count: z.number().int(),
  },

  async run(_input, { house }) {
    const { lists } = await house.shell();
    const paths = lists
      .protectedPlaces()
      .map(({ path, readAllowed, reason }) => ({ path, read_allowed: readAllowed, reason }));
    const additional = house.settings.shell.additionalProtectedPaths.map(({ path, readAllowed }) => ({
      path,
      read_allowed: readAllowed,
    }));
    return {
      paths,
      additional_protected_paths: additional,
      os: platformOf(process.platform),
      count: paths.length + additional.length,
    };
  },

  render: (output) => JSON.stringify(output, undefined, 2),
});
