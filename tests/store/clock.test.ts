import { expect, test, vi } from "vitest";
import { isoNow } from "../../src/store/clock.ts";

test("the time is written as a date writes it, in every millisecond and across seconds", () => {
  const at = vi.spyOn(Date, "now");
  for (const now of [0, 1, 45, 999, 1_000, 1_763_464_999_999, 1_763_465_000_000, 1_763_464_999_001]) {
    at.mockReturnValue(now);
    expect(isoNow()).toBe(new Date(now).toISOString());
  }
  at.mockRestore();
});
