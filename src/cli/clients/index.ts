import claudeCode from "./claude-code.ts";
import claudeDesktop from "./claude-desktop.ts";
import type { Client } from "./client.ts";
import codex from "./codex.ts";
import cursor from "./cursor.ts";
import gemini from "./gemini.ts";
import vscode from "./vscode.ts";
import windsurf from "./windsurf.ts";

export const CLIENTS: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  codex,
  cursor,
  gemini,
  vscode,
  windsurf,
];
