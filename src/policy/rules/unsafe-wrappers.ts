import { runInner } from "../wrapper.ts";
import type { Rule } from "../rule.ts";

export default {
  name: "unsafe-wrappers",
  programs: ["setsid", "chrt", "taskset", "flock", "watch", "script", "strace", "ltrace", "setarch", "linux64", "linux32", "i386", "x86_64", "uname26", "firejail", "bwrap", "nsenter", "unshare", "chroot", "prlimit", "capsh", "perf", "gdb", "lldb", "valgrind", "systemd-run", "systemd-inhibit", "parallel", "fakeroot", "faketime", "proot", "unbuffer", "rlwrap", "choom", "numactl", "cgexec", "dbus-run-session", "ssh-agent", "start-stop-daemon", "chpst", "setuidgid", "softlimit", "gosu", "su-exec", "daemonize", "dumb-init", "tini", "torsocks", "proxychains", "proxychains4", "tmux", "screen", "dtach", "expect", "entr", "caffeinate", "pkexec", "doas", "sudo", "sudoedit", "su", "runas", "run0", "sg", "hyperfine"],
  class: "dangerous",
  category: "wrapper",
  description: "run other programs in a way of their own",
  whole: true,
  judge: (call) => runInner(call),
  examples: {
    "setsid -w rm -rf build": "dangerous",
    "flock /tmp/l sudo id": "catastrophic",
    "sudo cp a /usr/bin/a": "blocked",
    "sudo -n true": "catastrophic",
    "strace -f -o log cat /root/x": "blocked",
    "su -c 'touch /etc/x'": "blocked",
  },
} satisfies Rule;
