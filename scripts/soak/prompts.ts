/** 1,000 prompts to programs that read slowly, drop Enter and ask questions; prints what went wrong, which must be nothing. */
import { soakPrompts } from "../../tests/agents/soak.ts";

const total = Number(process.argv[2] ?? 1_000);
const started = Date.now();
const result = await soakPrompts(total);
console.log(
  `${result.prompts} prompts in ${Math.round((Date.now() - started) / 1_000)} s: ${result.lost} lost, ${result.doubled} doubled, ${result.split} split, ${result.intoDialog} into a dialog (${result.refused} refused there).`,
);
process.exitCode = result.lost + result.doubled + result.split + result.intoDialog === 0 ? 0 : 1;
