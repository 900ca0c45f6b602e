import { wrapper } from "../wrapper.ts";

export default wrapper({
  name: "stdbuf",
  programs: ["stdbuf"],
  description: "run a command with other buffers",
  options: { text: "-i --input -o --output -e --error" },
  examples: {
    "stdbuf -oL grep x f": "safe",
    "stdbuf -oL rm x": "dangerous",
  },
});
