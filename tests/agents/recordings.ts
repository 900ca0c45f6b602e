import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROVIDERS, type ProviderName } from "../../src/agents/known.ts";

const FIXTURES = fileURLToPath(new URL("./fixtures/screens/", import.meta.url));

export interface Recording {
  readonly name: string;
  readonly provider: ProviderName;
  readonly ansi: string;
  readonly plain: string;
  readonly title: string | undefined;
  /** State, then the reason where it matters. */
  readonly expect: readonly [string, string | undefined];
}

export function recordings(): Recording[] {
  return readdirSync(FIXTURES).flatMap((folder) => {
    const provider = PROVIDERS.find((name) => folder.startsWith(name));
    if (!provider) throw new Error(`No provider is called like the folder ${folder}.`);
    const files = readdirSync(join(FIXTURES, folder)).filter((file) => file.endsWith(".ansi"));
    return files.map((file): Recording => {
      const ansi = readFileSync(join(FIXTURES, folder, file), "utf8");
      const meta = JSON.parse(readFileSync(join(FIXTURES, folder, file.replace(/ansi$/, "json")), "utf8"));
      const [state, reason] = meta.expect.split(" ");
      const plain = ansi.replaceAll(/\x1b\[[0-9;:]*m/g, "");
      return {
        name: `${folder}/${file.slice(0, -5)}`,
        provider,
        ansi,
        plain,
        title: meta.title,
        expect: [state, reason],
      };
    });
  });
}
