import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ToolError } from "../errors.ts";
import { type Tier, TIERS } from "../tools/tool.ts";

/** The token every installation has. It alone is kept in a readable form, because `termgate token` shows it again. */
const MAIN = "main";

export interface TokenInfo {
  readonly name: string;
  /** Most a bearer may do; the server's own tier still counts. */
  readonly tier: Tier;
  readonly created: string;
}

interface Kept extends TokenInfo {
  readonly sha256: string;
  readonly token?: string;
}

/** A folder that changed this recently may change again within one tick of its clock, so it is read again. */
const SETTLED_MS = 100;

/** Bearer tokens, one file each: two processes can add and revoke at once without undoing each other's work. */
export class Tokens {
  readonly #folder: string;
  #cache: { readonly mtimeMs: number; readonly kept: readonly Kept[] } | undefined;

  constructor(stateDir: string) {
    this.#folder = join(stateDir, "tokens");
  }

  /** The main token, made at the first call. */
  main(): string {
    const existing = this.#read(MAIN)?.token;
    if (existing !== undefined) return existing;
    const token = newToken();
    // Another process may have been first; its token is the one then.
    if (this.#create(kept(MAIN, "destructive", token), linkSync)) return token;
    const theirs = this.#read(MAIN)?.token;
    return theirs ?? this.renewMain();
  }

  /** A new main token. The old one stops working at once. */
  renewMain(): string {
    const token = newToken();
    this.#create(kept(MAIN, "destructive", token), renameSync);
    return token;
  }

  /** A further token. It is returned this once; only its hash is kept. */
  add(name: string, tier: Tier): string {
    if (!isName(name))
      throw new ToolError(
        "InvalidTokenName",
        "A token's name has 1 to 32 small letters, digits and dashes.",
        {
          suggestion: "termgate token add --name laptop --tier readonly",
        },
      );
    const token = newToken();
    const { token: _, ...hashed } = kept(name, tier, token);
    if (!this.#create(hashed, linkSync))
      throw new ToolError("TokenExists", `There already is a token ${name}.`, {
        suggestion: `termgate token revoke ${name}`,
      });
    return token;
  }

  list(): readonly TokenInfo[] {
    return this.#all().map(({ name, tier, created }) => ({ name, tier, created }));
  }

  /** False when there is no such token. */
  revoke(name: string): boolean {
    if (!isName(name)) return false;
    try {
      rmSync(join(this.#folder, `${name}.json`));
      return true;
    } catch {
      return false;
    }
  }

  /** Whose token this is. Every kept token is compared, in the same time whether it fits or not. */
  verify(presented: string): TokenInfo | undefined {
    const digest = createHash("sha256").update(presented).digest();
    let found: TokenInfo | undefined;
    for (const { sha256, name, tier, created } of this.#all()) {
      const fits = timingSafeEqual(digest, Buffer.from(sha256, "hex"));
      if (fits) found = { name, tier, created };
    }
    return found;
  }

  /** A folder that cannot be read holds no token: nobody comes in. */
  #all(): readonly Kept[] {
    try {
      const { mtimeMs } = statSync(this.#folder);
      if (this.#cache?.mtimeMs === mtimeMs) return this.#cache.kept;
      const kept = readdirSync(this.#folder)
        .filter((file) => file.endsWith(".json"))
        .toSorted()
        .flatMap((file) => this.#read(file.slice(0, -".json".length)) ?? []);
      this.#cache = Date.now() - mtimeMs > SETTLED_MS ? { mtimeMs, kept } : undefined;
      return kept;
    } catch {
      return [];
    }
  }

  /** A file that is missing or damaged is no token. */
  #read(name: string): Kept | undefined {
    try {
      const value = JSON.parse(readFileSync(join(this.#folder, `${name}.json`), "utf8")) as Partial<Kept>;
      const { tier, created = "", sha256, token } = value;
      if (!isName(name) || !tier || !TIERS.includes(tier) || !/^[0-9a-f]{64}$/.test(sha256 ?? ""))
        return undefined;
      return { name, tier, created, sha256: sha256 ?? "", ...(token !== undefined && { token }) };
    } catch {
      return undefined;
    }
  }

  /** Puts a whole file in place: `linkSync` only where there is none, `renameSync` over what is there. */
  #create(kept: Kept, place: (from: string, to: string) => void): boolean {
    const draft = join(this.#folder, `.${kept.name}-${randomBytes(6).toString("hex")}`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      writeFileSync(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag: "wx", flush: true });
      return placed(() => place(draft, join(this.#folder, `${kept.name}.json`)));
    } catch (error) {
      throw new ToolError(
        "TokenUnwritable",
        `The token cannot be kept in ${this.#folder} (${codeOf(error)}).`,
        {
          expected: false,
          suggestion: "`termgate doctor` shows what is wrong with the state folder.",
          cause: error,
        },
      );
    } finally {
      if (existsSync(draft)) rmSync(draft);
    }
  }
}

/** False when there already is such a file. */
function placed(place: () => void): boolean {
  try {
    place();
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}

function kept(name: string, tier: Tier, token: string): Kept {
  return {
    name,
    tier,
    created: new Date().toISOString(),
    sha256: createHash("sha256").update(token).digest("hex"),
    token,
  };
}

function newToken(): string {
  return `tg_${randomBytes(32).toString("base64url")}`;
}

function isName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,31}$/.test(name);
}
