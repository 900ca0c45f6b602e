// Written by `npm run gen` from the files beside it. Do not edit.

import type { Tool } from "./tool.ts";

export const tools: readonly Tool[] = [];
