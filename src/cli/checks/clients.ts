import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Client } from "../clients/client.ts";
import { CLIENTS } from "../clients/index.ts";
import { entryAt, parseConfig } from "../edit/config.ts";
import { readIfThere } from "../edit/replace-file.ts";
import { findProgram, isProgram } from "../find-program.ts";
import type { Io } from "../io.ts";
import type { Check, Finding } from "./check.ts";

/** Which clients are here, and whether each can find us. */
export const clients: Check = async (io) => {
  const findings = await Promise.all(CLIENTS.map((client) => look(client, io)));
  const found = findings.filter((finding) => finding !== undefined);
  if (found.length > 0) return found;
  const fix = "termgate install claude-code";
  return [{ check: "clients", status: "note", says: "No client's configuration was found here.", fix }];
};

async function look(client: Client, io: Io): Promise<Finding | undefined> {
  const file = client.file(io);
  const fix = `termgate install ${client.name}`;
  const told = (status: Finding["status"], says: string, fix?: string): Finding => ({
    check: "clients",
    status,
    says,
    fix,
  });
  let text: string | undefined;
  try {
    text = readIfThere(file);
  } catch {
    return told("warning", `${client.title}: ${file} cannot be read.`);
  }
  // A home folder is everybody's; only a folder of the client's own shows that the client is here.
  const present = text !== undefined || (dirname(file) !== io.home && existsSync(dirname(file)));
  if (!present) return undefined;
  const config = await parseConfig(client.format, text ?? "");
  if (!config)
    return told("warning", `${client.title}: ${file} is not valid, so it may load no server at all.`);
  const entry = entryAt(config, [client.servers, "termgate"]);
  if (entry === undefined) return told("note", `${client.title} does not have termgate yet.`, fix);
  const missing = missingProgram(entry, io);
  if (missing)
    return told("problem", `${client.title} starts termgate by a program that is not there.`, `${fix} --yes`);
  return told("ok", `${client.title} has termgate (${file})`);
}

function missingProgram(entry: unknown, io: Io): boolean {
  const { command, args } = entry as { command?: unknown; args?: unknown };
  if (typeof command !== "string") return false;
  const found = command.includes("/") ? isProgram(command) : findProgram(io, command) !== undefined;
  const script: unknown = Array.isArray(args) ? args[0] : undefined;
  const scriptGone = typeof script === "string" && script.startsWith("/") && !existsSync(script);
  return !found || scriptGone;
}
