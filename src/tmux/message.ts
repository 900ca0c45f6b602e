import { ToolError } from "../errors.ts";
import { command, plain } from "./control/quote.ts";
import type { Server } from "./server.ts";
import type { Place } from "./target.ts";
import type { Within } from "./within.ts";

/** Expands what it finds once more: a value that somebody wrote into a title or an option would be a format then. */
const EXPANDS_TWICE = /[{;][ET](?=[:;])/;

/** The value of a format for one pane. A format that would run a program, or could, is refused. */
export async function displayMessage(
  server: Server,
  { paneId, target }: Pick<Place, "paneId" | "target">,
  format: string,
  limit: Within,
): Promise<string> {
  if (format.includes("#(")) {
    throw refused("A format with #( ) would run a program inside the tmux server.");
  }
  if (EXPANDS_TWICE.test(format)) {
    throw refused("A format with E: or T: expands a value a second time, which could run a program.");
  }
  // display-message would read dates as well, and a date that is spelled with no letters can hide a #( ).
  const [body = ""] = await server.read(
    [command("list-panes", "-t", target, "-f", `#{==:#{pane_id},${paneId}}`, "-F", format)],
    limit,
  );
  return body.endsWith("\n") ? body.slice(0, -1) : body;
}

function refused(why: string): ToolError {
  return new ToolError("ExpectedToolError", why, {
    suggestion: "Use plain #{…} variables; run programs with run_command.",
  });
}

/** Copies what the pane prints from now on into a file, or stops doing so. */
export async function pipePane(
  server: Server,
  paneId: string,
  options: { readonly outputPath: string | null; readonly append?: boolean },
  limit: Within,
): Promise<void> {
  const { outputPath, append = true } = options;
  if (outputPath === null) {
    await server.write([command("pipe-pane", "-t", paneId)], limit);
    return;
  }
  if (outputPath.trim() === "")
    throw new ToolError("ExpectedToolError", "The output path is blank.", {
      suggestion: "Pass a path, or null to stop.",
    });
  const quoted = `'${outputPath.replaceAll("'", `'\\''`)}'`;
  // tmux expands formats and dates in this command, and then a shell reads it.
  const line = plain(`exec cat ${append ? ">>" : ">"} ${quoted}`).replaceAll("%", "%%");
  await server.write([command("pipe-pane", "-t", paneId, "--", line)], limit);
}
