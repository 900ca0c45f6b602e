import { VERSION } from "../../version.ts";
import type { Check } from "./check.ts";

export const node: Check = async ({ program }) => [
  {
    check: "node",
    status: "ok",
    says: `termgate ${VERSION} on Node ${process.versions.node} (${program.node})`,
  },
];
