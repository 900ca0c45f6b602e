// Written by `npm run gen` from the files beside it. Do not edit.
import type { Resource } from "./resource.ts";

export const resources: readonly Resource[] = [];
