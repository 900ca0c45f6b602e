import { hash } from "node:crypto";
import { roleOf, type Role } from "../tools/args.ts";
import type { Tool } from "../tools/tool.ts";
import { coerce } from "./coerce.ts";

/** Roles whose values a person typed or would run: logged as length and hash, so equal ones can still be matched. */
const SECRET_ROLES: ReadonlySet<Role> = new Set([
  "command",
  "argv",
  "keys",
  "payload",
  "environment",
  "format",
]);
/** The same by name, for arguments of calls no tool has read, and inside batched operations. */
const SECRET_NAMES = new Set([
  "keys",
  "text",
  "command",
  "value",
  "content",
  "shell",
  "environment",
  "prompt",
  "args",
]);
const LONGEST = 200;

type Args = Readonly<Record<string, unknown>>;

type Hide = (text: string) => string;

/** Arguments as the audit log may hold them. Anything the tool does not know is reduced to its type. */
export function summarize(tool: Pick<Tool, "input">, args: Args, hide: Hide): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const schema = tool.input[name];
      if (!schema) return [name, shape(value)];
      const role = roleOf(schema);
      if (role === "operations") return [name, operations(value, hide)];
      const secret = SECRET_NAMES.has(name) || (role !== undefined && SECRET_ROLES.has(role));
      if (secret) return [name, digest(value)];
      // A value the tool cannot take may be anything, also a secret in the wrong place.
      const fits = schema.safeParse(coerce(tool.input, { [name]: value })[name]).success;
      return [name, fits ? plain(value, hide) : shape(value)];
    }),
  );
}

/** Length and hash: enough to match equal ones, not to read them. */
export function digest(value: unknown): unknown {
  if (typeof value === "string") {
    return { len: value.length, sha256_prefix: hash("sha256", value, "hex").slice(0, 12) };
  }
  if (Array.isArray(value)) return value.map(digest);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digest(inner)]));
  }
  return value === null || value === undefined ? value : shape(value);
}

/** Hidden before it is cut: half a secret would not be known for one. */
function plain(value: unknown, hide: Hide): unknown {
  if (typeof value === "string") {
    const shown = hide(value);
    return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}...<truncated>` : shown;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, LONGEST).map((item) => plain(item, hide));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAMES.has(name) ? digest(inner) : plain(inner, hide),
    ]),
  );
}

/** A batch keeps what was called and on what; the payloads of its members are digested like any other. */
function operations(value: unknown, hide: Hide): unknown {
  if (!Array.isArray(value)) return shape(value);
  return value.map((item) =>
    typeof item === "object" && item !== null && !Array.isArray(item) ? plain(item, hide) : shape(item),
  );
}

function shape(value: unknown): unknown {
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return { type, redacted: true };
}
