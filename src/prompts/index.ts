// Written by `npm run gen` from the files beside it. Do not edit.
import type { Prompt } from "./prompt.ts";

export const prompts: readonly Prompt[] = [];
