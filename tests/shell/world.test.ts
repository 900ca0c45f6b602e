import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { worldIn } from "../../src/shell/world.ts";
import { settingsWith } from "../house.ts";

test("a program in a folder of one's own is what its name says only when that folder is trusted", async () => {
  const home = mkdtempSync(join(tmpdir(), "home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, "rg"), "#!/bin/sh\n");
  chmodSync(join(home, "rg"), 0o755);
  const verdict = async (trustedFolders: readonly string[]) => {
    const settings = await settingsWith({ shell: { trustedFolders } });
    const surroundings = {
      settings,
      environment: { PATH: home },
      home,
      stateDir: "/s",
      project: home,
      rules: [],
    };
    return judge("rg needle", worldIn(surroundings)(home)).verdict;
  };

  expect(await verdict([])).toBe("ask");
  expect(await verdict(["~"])).toBe("allow");
});
