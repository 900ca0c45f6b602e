// Runs random scripts in a jail and compares what bash started with what the judge named. A script that got past it is
// shrunk and kept in tests/policy/fixtures/escapes.jsonl, where every later run meets it again.
//   node scripts/soak/guard.ts [how many, 1000000] [first seed, 1]
import { keep, soak } from "../../tests/policy/trace/containment.ts";
import { openJail } from "../../tests/policy/trace/jail.ts";

const count = Number(process.argv[2] ?? 1_000_000);
const first = Number(process.argv[3] ?? 1);

const jails = [openJail(), openJail()].filter((jail) => jail !== undefined);
if (jails.length === 0) {
  console.error("No way to make a jail here: chroot or unshare must be allowed.");
  process.exit(2);
}
const escapes = await soak(jails, first, count);
for (const jail of jails) jail.close();
for (const escape of escapes) {
  keep(escape);
  console.error(JSON.stringify(escape));
}
console.log(`${count} scripts, ${escapes.length} with a program the judge did not name.`);
process.exit(escapes.length === 0 ? 0 : 1);
