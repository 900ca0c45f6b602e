import type { Provider, ProviderName } from "../provider.ts";
import { agy } from "./agy.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";

/** In the order a default is chosen. */
export const providers: Readonly<Record<ProviderName, Provider>> = { claude, codex, agy, gemini };
