import { ToolError } from "../errors.ts";
import { command, plain } from "./control/quote.ts";
import type { Server } from "./server.ts";
import type { Within } from "./within.ts";

/** The value of a format for one pane. A format that would run a program is refused. */
export async function displayMessage(
  server: Server,
  paneId: string,
  format: string,
  limit: Within,
): Promise<string> {
  if (format.includes("#(")) {
    throw new ToolError(
      "ExpectedToolError",
      "A format with #( ) would run a program inside the tmux server.",
      {
        suggestion: "Use #{…} variables only; run programs with run_command.",
      },
    );
  }
  // Styles and dates are the caller's wish, but a stray # before the quote's end must not eat it.
  const [body = ""] = await server.read(
    [command("display-message", "-p", "-t", paneId, "--", format)],
    limit,
  );
  return body.endsWith("\n") ? body.slice(0, -1) : body;
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
