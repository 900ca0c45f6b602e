// Writes everything that is listed twice: indexes, documentation tables, examples, packages. With --check it compares.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";

const note = (from: string) => `// Written by \`npm run gen\` from ${from}. Do not edit.\n`;
const NOTE = note("the files beside it");
const check = process.argv.includes("--check");
const stale: string[] = [];

function write(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  stale.push(path);
  if (check) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const LINE_WIDTH = 110;

/** An index of default exports: a file added to a room is a line here, and nobody writes it. One file may give several. */
function index(folder: string, name: string, type: { name: string; from: string }): void {
  const depth = folder === "src/tools" ? "*/*.ts" : "*.ts";
  const files = globSync(depth, { cwd: folder })
    .filter((path) => /^export default /m.test(readFileSync(`${folder}/${path}`, "utf8")))
    .toSorted();
  const identifier = (path: string) =>
    basename(path, ".ts").replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const imports = files.map((path) => `import ${identifier(path)} from "./${path}";\n`).join("");
  const several = files.some((path) =>
    /^export default \w+\.map\(/m.test(readFileSync(`${folder}/${path}`, "utf8")),
  );
  const declared = `export const ${name}: readonly ${type.name}[] = `;
  const members = files.map(identifier);
  // As the formatter would have it.
  const short = `[${members.join(", ")}]`;
  const list =
    declared.length + short.length < LINE_WIDTH
      ? short
      : `[\n${members.map((one) => `  ${one},\n`).join("")}]`;
  write(
    `${folder}/index.ts`,
    `${NOTE}${imports}import type { ${type.name} } from "${type.from}";\n\n${declared}${list}${several ? ".flat()" : ""};\n`,
  );
}

index("src/tools", "tools", { name: "Tool", from: "./tool.ts" });
const providers = globSync("*.ts", { cwd: "src/agents/providers" })
  .filter((path) => path !== "index.ts")
  .toSorted()
  .map((path) => basename(path, ".ts"));
write(
  "src/agents/providers/index.ts",
  `${NOTE}import type { Provider } from "../provider.ts";\n${providers.map((name) => `import ${name} from "./${name}.ts";\n`).join("")}\nexport type ProviderName = ${providers.map((name) => `"${name}"`).join(" | ")};\n\nexport const providers: Readonly<Record<ProviderName, Provider>> = { ${providers.join(", ")} };\n`,
);

const { providers: agents } = await import("../src/agents/providers/index.ts");
const modelled = Object.values(agents).filter(({ takes }) => "model" in takes);
write(
  "src/settings/agent-names.ts",
  `${note("src/agents/providers")}\n/** Agents that can be told which model to use. */\nexport const MODELLED_AGENTS: readonly string[] = [${modelled.map(({ name }) => `"${name}"`).join(", ")}];\n`,
);

index("src/prompts", "prompts", { name: "Prompt", from: "./prompt.ts" });
index("src/resources", "resources", { name: "Resource", from: "./resource.ts" });

const commands = globSync("*.ts", { cwd: "src/cli/commands" })
  .filter((path) => path !== "index.ts")
  .toSorted()
  .map((path) => basename(path, ".ts"));
write(
  "src/cli/commands/index.ts",
  `${NOTE}import type { Command } from "../command.ts";\n\n/** Every command by name, loaded when it is asked for. */\nexport const COMMANDS: Readonly<Record<string, () => Promise<{ readonly default: Command }>>> = {\n${commands.map((name) => `  ${/-/.test(name) ? `"${name}"` : name}: () => import("./${name}.ts"),\n`).join("")}};\n`,
);

// What follows reads the indexes written above.
const { settingsDoc } = await import("../src/settings/doc.ts");
const { examples } = await import("../src/cli/clients/examples.ts");
const { toolsDoc } = await import("./gen/tools-doc.ts");
const { packages } = await import("./gen/packages.ts");

write("docs/settings.md", settingsDoc());
write("docs/tools.md", toolsDoc());
for (const [path, content] of examples()) write(`examples/${path}`, content);
for (const [path, content] of packages()) write(path, content);

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(", ")}. Run: npm run gen`);
  process.exitCode = 1;
}
if (!check) for (const path of stale) console.error(`wrote ${path}`);
