import type { Charge } from "../charge.ts";
import { knownStart, shown, type Field } from "../shell/field.ts";
import type { World } from "../world.ts";
import { layoutOf } from "./layout.ts";
import type { Located, Operation } from "./location.ts";

const READS = new Set<Operation>(["read", "search", "expand"]);

/** Windows names are compared without case and with either slash; drives may be written `C:` or `/c`. */
export function judgeWindowsPath(field: Field, operation: Operation, world: World): Located {
  const path = normal(knownStart(field));
  const charges: Charge[] = [];
  for (const entry of layoutOf(world).guarded) {
    const root = normal(entry.path);
    const inside = path === root || path.startsWith(`${root}/`);
    const above = operation === "replace" && root.startsWith(path.endsWith("/") ? path : `${path}/`);
    if (!(inside || above) || (READS.has(operation) && entry.readAllowed)) continue;
    charges.push({
      class: "blocked",
      rule: "protected-path",
      category: "protected path",
      reason: `${shown(field)} (protected: ${entry.path}, reason: ${entry.reason})`,
    });
  }
  return { charges: charges.slice(0, 1), uses: [{ path: shown(field), operation }] };
}

function normal(path: string): string {
  const slashed = path.replaceAll("\\", "/").toLowerCase();
  const drive = slashed.replace(/^\/([a-z])(?=\/|$)/, "$1:");
  return drive.length > 3 ? drive.replace(/\/+$/, "") : drive;
}
