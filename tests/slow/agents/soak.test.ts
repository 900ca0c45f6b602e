import { expect, test } from "vitest";
import { soakPrompts } from "../../agents/soak.ts";

test("100 prompts to programs with bad habits: none lost, doubled, split or typed into a dialog", async () => {
  const result = await soakPrompts(100);
  expect(result).toMatchObject({ lost: 0, doubled: 0, split: 0, intoDialog: 0 });
  expect(result.prompts).toBeGreaterThanOrEqual(100);
  expect(result.refused).toBeGreaterThan(0);
});
