import { literal } from "../shell/field.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "services",
  programs: ["systemctl", "launchctl", "service", "loginctl", "kill", "killall", "pkill", "xkill"],
  class: "dangerous",
  category: "system control",
  description: "control services and processes",
  whole: true,
  judge(call) {
    const stops = call.args.some((arg) =>
      /^(poweroff|reboot|halt|kexec|soft-reboot|emergency|rescue|suspend|hibernate)$/.test(
        literal(arg) ?? "",
      ),
    );
    if (!stops || !call.program.endsWith("ctl")) return;
    call.charge({
      class: "catastrophic",
      rule: "services",
      category: "system control",
      reason: "this stops the machine",
    });
  },
  examples: {
    "systemctl restart x": "dangerous",
    "systemctl poweroff": "catastrophic",
    "kill 1": "dangerous",
    "loginctl reboot": "catastrophic",
  },
} satisfies Rule;
