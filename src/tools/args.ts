import { z } from "zod";

/**
 * What an argument means to the layers every call walks: who is touched, what would run, what is kept out of the log.
 * A tool that uses an argument from this file is guarded by having used it.
 */
export type Role =
  | "socket"
  | "pane"
  | "window"
  | "window_index"
  | "session"
  | "session_name"
  | "command"
  | "argv"
  | "keys"
  | "format"
  | "option"
  | "env_name"
  | "path"
  | "cwd"
  | "payload"
  | "environment"
  | "operations"
  | "agent";

const roles = z.registry<{ role: Role }>();

/** Gives a schema its role. The role is still found behind `.optional()`, `.nullable()` and `.default()`. */
export function as<T extends z.ZodType>(role: Role, schema: T): T {
  roles.add(schema, { role });
  return schema;
}

export function roleOf(schema: z.core.$ZodType): Role | undefined {
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType;
  return roles.get(schema)?.role ?? (inner && roleOf(inner));
}

const strict = z.registry<{ strict: true }>();

/** For an argument whose null is a mistake of the caller, not another way of leaving it out. */
export function notNull<T extends z.ZodType>(schema: T): T {
  strict.add(schema, { strict: true });
  return schema;
}

export function refusesNull(schema: z.core.$ZodType): boolean {
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType;
  return strict.has(schema) || (inner !== undefined && refusesNull(inner));
}

interface Declared {
  readonly input: Readonly<Record<string, z.ZodType>>;
}

/** What a tool's arguments mean does not change, and several layers ask at every call. */
const declared = new WeakMap<Declared["input"], readonly { readonly name: string; readonly role: Role }[]>();

export function rolesOf({ input }: Declared): readonly { readonly name: string; readonly role: Role }[] {
  let known = declared.get(input);
  if (!known) {
    known = Object.entries(input).flatMap(([name, schema]) => {
      const role = roleOf(schema);
      return role ? [{ name, role }] : [];
    });
    declared.set(input, known);
  }
  return known;
}

/** The arguments of a call that carry a role, in the order the tool declares them. */
export function byRole(
  tool: Declared,
  values: Readonly<Record<string, unknown>>,
): { name: string; role: Role; value: unknown }[] {
  return rolesOf(tool).flatMap(({ name, role }) =>
    values[name] === undefined || values[name] === null ? [] : [{ name, role, value: values[name] }],
  );
}
