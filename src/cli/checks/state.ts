import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../../errors.ts";
import { openStateDir, stateDirOf } from "../../store/state-dir.ts";
import { shellLine } from "../clients/client.ts";
import { readingOf } from "../open.ts";
import type { Check, Finding } from "./check.ts";

export const state: Check = async (io, args) => {
  const { settings } = await readingOf(io, args);
  const folder = stateDirOf(settings, io);
  const mode = (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
  const found = (status: Finding["status"], says: string, fix?: string): Finding => ({
    check: "state",
    status,
    says,
    fix,
  });
  if ((mode & 0o077) !== 0)
    return [found("problem", `${folder} can be opened by other users.`, shellLine("chmod 700", folder))];
  try {
    openStateDir(folder);
    const probe = join(folder, `.probe-${randomBytes(4).toString("hex")}`);
    try {
      writeFileSync(probe, Buffer.alloc(65_536), { mode: 0o600, flag: "wx", flush: true });
    } finally {
      rmSync(probe, { force: true });
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    const says = error instanceof ToolError ? error.message : `${folder} cannot be written (${code}).`;
    return [found("problem", says, "export TERMGATE_STATE_DIR=$HOME/.termgate")];
  }
  const open = openTokens(join(folder, "tokens"));
  return [
    found("ok", `${folder} is yours alone and can be written`),
    ...open.map((path) =>
      found("problem", `${path} can be read by other users.`, shellLine("chmod 600", path)),
    ),
  ];
};

function openTokens(folder: string): string[] {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0);
  } catch {
    return [];
  }
}
