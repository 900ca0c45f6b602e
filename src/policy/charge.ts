import { CLASSES, type Class } from "./verdict.ts";

/** One thing that speaks against a command. */
export interface Charge {
  readonly class: Class;
  readonly rule: string;
  readonly category: string;
  readonly reason: string;
  readonly advice?: string | undefined;
}

export const rank = (value: Class): number => CLASSES.indexOf(value);

export function strongest(charges: readonly Charge[]): Charge | undefined {
  let best: Charge | undefined;
  for (const charge of charges) {
    if (best === undefined || rank(charge.class) > rank(best.class)) best = charge;
  }
  return best;
}

export const dangerous = (rule: string, category: string, reason: string, advice?: string): Charge => ({
  class: "dangerous",
  rule,
  category,
  reason,
  advice,
});
