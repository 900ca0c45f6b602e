import { existsSync, readFileSync } from "node:fs";
import { fakeStage, type Habits } from "./fake-stage.ts";

const CAST: readonly Habits[] = [
  {},
  { slow: 60 },
  { swallow: 1 },
  { bracket: false },
  { dialogEvery: 4 },
  { slow: 40, swallow: 2, bracket: false, dialogEvery: 7 },
];

export interface SoakResult {
  readonly prompts: number;
  readonly lost: number;
  readonly doubled: number;
  readonly split: number;
  readonly intoDialog: number;
  readonly refused: number;
}

/** Sends prompts to programs with bad habits and counts, from what they got, everything that must not happen. */
export async function soakPrompts(total: number): Promise<SoakResult> {
  const each = Math.ceil(total / CAST.length);
  const results = await Promise.all(CAST.map((habits, index) => play(habits, index, each)));
  const sum = (key: keyof SoakResult) => results.reduce((all, result) => all + result[key], 0);
  return {
    prompts: sum("prompts"),
    lost: sum("lost"),
    doubled: sum("doubled"),
    split: sum("split"),
    intoDialog: sum("intoDialog"),
    refused: sum("refused"),
  };
}

async function play(habits: Habits, index: number, count: number): Promise<SoakResult> {
  await using stage = await fakeStage(habits);
  const { agents, id, log } = stage;
  const sent: string[] = [];
  let refused = 0;
  for (let i = 0; i < count; i += 1) {
    const text = wording(index, i);
    const result = await agents.prompt(id, text, { timeoutMs: 30_000, noYolo: false });
    if (result.turn) sent.push(text);
    if (!result.turn)
      throw new Error(`Prompt ${i} of ${JSON.stringify(habits)}: ${JSON.stringify(result.outcome)}`);
    if (result.outcome.outcome !== "blocked") continue;
    // Onto the open dialog: must change nothing. Then the dialog is denied by label.
    const onto = await agents.prompt(id, `into the dialog ${i}`, { timeoutMs: 1_000, noYolo: false });
    if (onto.outcome.outcome === "blocked") refused += 1;
    await agents.answer(id, "No", { timeoutMs: 20_000 });
    await agents.wait(id, { timeoutMs: 20_000 });
  }
  return {
    ...counts(log, sent),
    lost: counts(log, sent).lost + (count - sent.length),
    prompts: count,
    refused,
  };
}

/** Short and long, one line and many, with what trips shells and terminals. */
function wording(index: number, i: number): string {
  const tail = `(${index}/${i})`;
  if (i % 10 === 3) return `first line ${tail}\nsecond line\n\tthird line ${tail}`;
  if (i % 10 === 6) return `${"long words äöü ".repeat(300)}${tail}`;
  if (i % 10 === 8) return `-R --help $(echo no) "quotes" 'and' \\ slashes ${tail}`;
  return `prompt ${tail}`;
}

function counts(
  log: string,
  sent: readonly string[],
): Pick<SoakResult, "lost" | "doubled" | "split" | "intoDialog"> {
  const entries: { prompt?: string; typedIntoDialog?: string; dialog?: number }[] = existsSync(log)
    ? readFileSync(log, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  const got = entries.flatMap(({ prompt }) => prompt ?? []);
  const times = (text: string) => got.filter((one) => one === text).length;
  return {
    lost: sent.filter((text) => times(text) === 0).length,
    doubled: sent.filter((text) => times(text) > 1).length,
    split: got.filter((text) => !sent.includes(text)).length,
    // Answering "No" is one Enter on the second option; anything else in a dialog was not meant for it.
    intoDialog: entries.filter(({ typedIntoDialog, dialog }) => typedIntoDialog !== undefined || dialog === 1)
      .length,
  };
}
