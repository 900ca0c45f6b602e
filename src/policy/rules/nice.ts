import { wrapper } from "../wrapper.ts";

export default wrapper({
  name: "nice",
  programs: ["nice"],
  description: "run a command with less priority",
  options: { text: "-n --adjustment", numeric: true },
  examples: {
    "nice ls": "safe",
    "nice -n 5 ls": "safe",
    "nice -5 rm x": "dangerous",
  },
});
