export interface Row {
  readonly what: string;
  readonly p50: number;
  readonly p95: number;
}

export async function measured(what: string, rounds: number, work: () => Promise<unknown>): Promise<Row> {
  const times: number[] = [];
  // A server works all day: it is measured once its code has been compiled.
  const warm = Math.min(rounds, 100);
  for (let i = 0; i < rounds + warm; i += 1) {
    const started = performance.now();
    await work();
    if (i >= warm) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { what, p50: at(0.5), p95: at(0.95) };
}
