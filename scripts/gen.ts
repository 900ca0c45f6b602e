// Writes everything that is listed twice: indexes, documentation tables, examples. With --check it only compares.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const check = process.argv.includes("--check");
const stale: string[] = [];

function write(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  stale.push(path);
  if (check) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** An index of default exports: one file added to a room is one line here, and nobody writes it. */
function index(folder: string, name: string, type: { name: string; from: string }): void {
  const files = globSync("**/*.ts", { cwd: folder })
    .filter((path) => path !== "index.ts" && path !== type.from.replace("./", ""))
    .toSorted();
  const identifier = (path: string) =>
    path.replace(/\.ts$/, "").replace(/[-/](.)/g, (_, letter: string) => letter.toUpperCase());
  const imports = files.map((path) => `import ${identifier(path)} from "./${path}";`);
  const members = files.map((path) => `  ${identifier(path)},\n`).join("");
  const list = members === "" ? "[]" : `[\n${members}]`;
  write(
    `${folder}/index.ts`,
    `// Written by \`npm run gen\` from the files beside it. Do not edit.\n${[...imports, `import type { ${type.name} } from "${type.from}";`].join("\n")}\n\nexport const ${name}: readonly ${type.name}[] = ${list};\n`,
  );
}

index("src/prompts", "prompts", { name: "Prompt", from: "./prompt.ts" });
index("src/resources", "resources", { name: "Resource", from: "./resource.ts" });

// Tools sit one folder deeper; the files beside the folders are their shared shapes.
{
  const files = globSync("*/*.ts", { cwd: "src/tools" }).toSorted();
  const own = files.filter((path) =>
    readFileSync(`src/tools/${path}`, "utf8").includes("export default defineTool("),
  );
  const identifier = (path: string) =>
    path.replace(/^.*\/|\.ts$/g, "").replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  write(
    "src/tools/index.ts",
    `// Written by \`npm run gen\` from the files beside it. Do not edit.\n${own.map((path) => `import ${identifier(path)} from "./${path}";`).join("\n")}\nimport type { Tool } from "./tool.ts";\n\nexport const tools: readonly Tool[] = [\n${own.map((path) => `  ${identifier(path)},\n`).join("")}];\n`,
  );
}

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(", ")}. Run: npm run gen`);
  process.exit(1);
}
for (const path of stale) console.error(`wrote ${path}`);
