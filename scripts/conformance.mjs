// Runs the official conformance suite against the built server: both requirement sets with the fixtures, and the
// shipped surface without them against a list of what it is known not to have.
import { join } from "node:path";
import { capture, install, startHttp } from "./on-demand.mjs";
import { ROOT } from "./setup.mjs";

const REVISIONS = ["2025-11-25", "2026-07-28"];

const suite = join(install("@modelcontextprotocol/conformance", "0.2.0-alpha.12"), "dist", "index.js");
const verbose = process.argv.includes("--verbose");
let failed = 0;
for (const fixtures of [true, false]) {
  const server = await startHttp("--no-auth", ...(fixtures ? ["--conformance"] : []));
  try {
    for (const revision of REVISIONS) if (!(await check(server.url, revision, fixtures))) failed += 1;
  } finally {
    await server.stop();
  }
}
process.exit(failed === 0 ? 0 : 1);

async function check(url, revision, fixtures) {
  const baseline = join(ROOT, "tests", "conformance", `shipped-${revision}.yml`);
  const argv = [suite, "server", "--url", url, "--requirements", revision];
  if (!fixtures) argv.push("--expected-failures", baseline);
  const { code, text } = await capture(process.execPath, argv);
  if (code !== 0 || verbose) console.error(text);
  const surface = fixtures ? "with fixtures" : "as shipped";
  console.error(`conformance ${revision} ${surface}: ${code === 0 ? "passed" : "FAILED"}${summary(text)}`);
  return code === 0;
}

/** What failed in a run that passed is not scored for the revision or is in the baseline. */
function summary(text) {
  const [, passed, others] = text.match(/^Total: (\d+) passed, (\d+) failed/m) ?? [];
  return passed === undefined ? "" : ` (${passed} checks passed, ${others} others)`;
}
