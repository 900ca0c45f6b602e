import { existsSync } from "node:fs";
import { projectFile, userFile } from "../../settings/read.ts";
import { readingOf } from "../open.ts";
import type { Check } from "./check.ts";

export const settings: Check = async (io, args) => {
  const { settings, sources, problems } = await readingOf(io, args);
  const files = [userFile(io), projectFile(io)].filter((file) => existsSync(file));
  const { safety, profile } = settings.house;
  const origin = sources["house.safety"]?.origin ?? "default";
  const read = files.length === 0 ? "no settings file" : files.join(" and ");
  return [
    { check: "settings", status: "ok", says: `tier ${safety} (${origin}), profile ${profile}; ${read}` },
    ...problems.map(({ level, message }) => ({
      check: "settings",
      status: level === "refuse" ? ("problem" as const) : ("warning" as const),
      says: message,
      fix: "termgate help settings",
    })),
  ];
};
