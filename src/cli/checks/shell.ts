import { findProgram, isProgram } from "../find-program.ts";
import type { Check, Finding } from "./check.ts";

export const shell: Check = async (io) => {
  const bash = findProgram(io, "bash");
  const own = io.environment["SHELL"];
  const findings: Finding[] = [
    bash === undefined
      ? {
          check: "shell",
          status: "problem",
          says: "bash is not on the PATH; guarded commands run in it.",
          fix: io.platform === "darwin" ? "brew install bash" : "sudo apt-get install -y bash",
        }
      : { check: "shell", status: "ok", says: `guarded commands run in ${bash}` },
  ];
  if (own && !isProgram(own))
    findings.push({
      check: "shell",
      status: "warning",
      says: "SHELL names a program that is not there, so new panes may not open.",
      fix: `chsh -s ${bash ?? "/bin/sh"}`,
    });
  return findings;
};
