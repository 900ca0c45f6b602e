import type { Scope } from "./scope.ts";

interface Pick {
  readonly key: unknown;
  readonly count: number;
  at: number;
}

const MOST_RUNS = 24;

/**
 * Repeats a piece of judging once for every combination of values its variables may hold. Whoever reads a
 * variable asks `pick`; beyond the bound the value counts as unknown.
 */
export class Choices {
  #picks: Pick[] = [];
  #scope: Scope | undefined;
  #snapshot: Scope | undefined;
  #gaveUp = false;

  each(scope: Scope, run: () => void): void {
    const outer = [this.#picks, this.#scope, this.#snapshot, this.#gaveUp] as const;
    this.#picks = [];
    this.#scope = scope;
    this.#snapshot = undefined;
    this.#gaveUp = false;
    try {
      run();
      if (this.#snapshot !== undefined) this.#repeat(scope, run, this.#snapshot);
    } finally {
      [this.#picks, this.#scope, this.#snapshot, this.#gaveUp] = outer;
    }
  }

  #repeat(scope: Scope, run: () => void, snapshot: Scope): void {
    const results: Scope[] = [scope.fork()];
    for (let runs = 1; this.#advance(); runs += 1) {
      this.#gaveUp = runs >= MOST_RUNS;
      scope.become(snapshot);
      run();
      results.push(scope.fork());
      if (this.#gaveUp) break;
    }
    const [first, ...others] = results;
    if (first) scope.become(first);
    for (const other of others) scope.merge(other);
  }

  #advance(): boolean {
    for (let last = this.#picks.at(-1); last !== undefined; last = this.#picks.at(-1)) {
      last.at += 1;
      if (last.at < last.count) return true;
      this.#picks.pop();
    }
    return false;
  }

  pick<T>(key: unknown, options: readonly T[], otherwise: T): T {
    const [only] = options;
    if (options.length <= 1) return only ?? otherwise;
    if (this.#gaveUp || this.#scope === undefined) return otherwise;
    this.#snapshot ??= this.#scope.fork();
    let pick = this.#picks.find((known) => known.key === key);
    if (pick === undefined) {
      pick = { key, count: options.length, at: 0 };
      this.#picks.push(pick);
    }
    return options[pick.at] ?? otherwise;
  }
}
