// Written by `npm run gen` from the files beside it. Do not edit.
import type { Provider } from "../provider.ts";
import agy from "./agy.ts";
import claude from "./claude.ts";
import codex from "./codex.ts";
import gemini from "./gemini.ts";

export type ProviderName = "agy" | "claude" | "codex" | "gemini";

export const providers: Readonly<Record<ProviderName, Provider>> = { agy, claude, codex, gemini };
