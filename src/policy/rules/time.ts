import { wrapper } from "../wrapper.ts";

export default wrapper({
  name: "time",
  programs: ["time", "gtime"],
  description: "measure a command",
  options: {
    flags: "-p --portability -v --verbose -q --quiet -a --append",
    text: "-f --format",
    write: "-o --output",
  },
  examples: {
    "/usr/bin/time ls": "safe",
    "/usr/bin/time -f %e rm x": "dangerous",
    "/usr/bin/time -o /etc/x ls": "blocked",
    "time ls": "safe",
  },
});
