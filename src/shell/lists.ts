import { protectedPaths } from "../policy/paths/protected.ts";
import { rules } from "../policy/rules/index.ts";
import type { Platform } from "../policy/world.ts";
import type { ProtectedPlace, SafeCommand } from "./room.ts";

/** Programs that run unasked when used as their rule says. */
export function safeCommands(): readonly SafeCommand[] {
  return rules
    .filter((rule) => rule.class === "safe")
    .flatMap(({ programs, description }) => programs.map((name) => ({ name, description })))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function protectedPlaces(platform: Platform): readonly ProtectedPlace[] {
  return protectedPaths(platform);
}
