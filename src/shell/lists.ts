import { protectedPaths, safeCommands, splitPreApproved } from "../policy/catalogue.ts";
import type { Platform } from "../policy/world.ts";
import type { Lists } from "./room.ts";

export function listsFor(platform: Platform): Lists {
  return {
    safeCommands: () => safeCommands(platform),
    protectedPlaces: () => protectedPaths(platform),
    trustable: (names) => splitPreApproved(names).accepted,
  };
}
