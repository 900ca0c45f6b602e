import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { installed, type Pin } from "./install.ts";

/** A place for one agent program to live in: its own HOME, a project folder, and an environment with nothing of ours. */
export interface AgentHome extends Disposable {
  readonly root: string;
  readonly project: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface HomeOptions {
  readonly modelUrl: string;
  /** False leaves the folder unknown to the program, so that it asks. */
  readonly trusted?: boolean;
  readonly credentials?: boolean;
}

export function agentHome(
  pin: Pin,
  { modelUrl, trusted = true, credentials = true }: HomeOptions,
): AgentHome {
  // Below the temp folder Codex cannot find its sandbox program again, so TMPDIR points elsewhere inside.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tg-agent-")));
  const project = join(root, "project");
  for (const dir of ["project", "project/.git", "project/.codex", "tmp", ".codex", ".gemini"])
    mkdirSync(join(root, dir));
  const program = installed(pin);
  const shared = {
    HOME: root,
    TMPDIR: join(root, "tmp"),
    PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
    TERM: "tmux-256color",
    COLORTERM: "truecolor",
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
  };
  const prepare = pin.startsWith("claude") ? claude : pin.startsWith("codex") ? codex : gemini;
  const own = prepare({ root, project, modelUrl, trusted, credentials });
  return {
    root,
    project,
    program,
    env: { ...shared, ...own },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

interface Place extends Required<HomeOptions> {
  readonly root: string;
  readonly project: string;
}

function claude({ root, project, modelUrl, trusted, credentials }: Place): Record<string, string> {
  const projects = trusted ? { [project]: { hasTrustDialogAccepted: true } } : {};
  writeFileSync(
    join(root, ".claude.json"),
    JSON.stringify({ hasCompletedOnboarding: true, theme: "dark", projects }),
  );
  return {
    ANTHROPIC_BASE_URL: modelUrl,
    ...(credentials && { ANTHROPIC_AUTH_TOKEN: "local-test" }),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "2",
    DISABLE_AUTOUPDATER: "1",
    ENABLE_TOOL_SEARCH: "false",
  };
}

function codex({ root, project, modelUrl, trusted }: Place): Record<string, string> {
  const config = `
model = "gpt-5.5"
model_provider = "local"
check_for_update_on_startup = false
[model_providers.local]
name = "local"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "LOCAL_MODEL_KEY"
request_max_retries = 1
stream_max_retries = 2
${trusted ? `[projects."${project}"]\ntrust_level = "trusted"` : ""}
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
`;
  writeFileSync(join(root, ".codex", "config.toml"), config);
  return { CODEX_HOME: join(root, ".codex"), LOCAL_MODEL_KEY: "local-test" };
}

function gemini({ root, project, modelUrl, trusted }: Place): Record<string, string> {
  const auth = { security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: !trusted } } };
  // It proposes what it finds in a file; by default that file's path holds the session's id.
  const plan = { directory: "plans" };
  mkdirSync(join(project, plan.directory));
  writeFileSync(join(project, plan.directory, "plan.md"), "# Plan\n\n- Look\n- Write\n");
  const general = {
    general: { enableAutoUpdate: false, disableAutoUpdate: true, disableUpdateNag: true, plan },
  };
  writeFileSync(join(root, ".gemini", "settings.json"), JSON.stringify({ ...auth, ...general }));
  if (trusted)
    writeFileSync(
      join(root, ".gemini", "trustedFolders.json"),
      JSON.stringify({ [project]: "TRUST_FOLDER" }),
    );
  return { GEMINI_API_KEY: "local-test", GOOGLE_GEMINI_BASE_URL: modelUrl };
}
