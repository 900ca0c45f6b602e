import { wrapper } from "../wrapper.ts";

export default wrapper({
  name: "timeout",
  programs: ["timeout", "gtimeout"],
  description: "run a command for a limited time",
  options: { flags: "--preserve-status --foreground -v --verbose", text: "-s --signal -k --kill-after" },
  skip: 1,
  examples: {
    "timeout 5 ls": "safe",
    "timeout -s KILL 5 grep x f": "safe",
    "timeout 5 rm x": "dangerous",
    "timeout 5 cat /root/x": "blocked",
  },
});
