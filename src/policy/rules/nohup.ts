import { wrapper } from "../wrapper.ts";

export default wrapper({
  name: "nohup",
  programs: ["nohup"],
  description: "run a command that outlives its terminal",
  options: { flags: "--help --version" },
  examples: {
    "nohup ls": "safe",
    "nohup rm -rf build": "dangerous",
    "nohup sudo id": "catastrophic",
  },
});
