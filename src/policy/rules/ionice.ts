import { wrapper } from "../wrapper.ts";

export default wrapper({
  name: "ionice",
  programs: ["ionice"],
  description: "run a command with less disk priority",
  options: { flags: "-t --ignore", text: "-c --class -n --classdata", deny: "-p --pid -P --pgid -u --uid" },
  examples: {
    "ionice -c 3 ls": "safe",
    "ionice -c3 rm x": "dangerous",
  },
});
