import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test as room } from "./room.ts";

/** A tmux whose clients fail to connect as often as the file `failures` says, and work after that. */
const test = room.extend<{ tmuxSettings: { tmuxBin: string }; failing: (times: number) => () => number }>({
  tmuxSettings: async ({ folder }, use) => use({ tmuxBin: `${folder}/tmux` }),
  failing: async ({ folder }, use) => {
    const left = `${folder}/failures`;
    const script = `#!/bin/sh
case " $* " in *" -C "*)
  n=$(cat ${left})
  if [ "$n" -gt 0 ]; then echo $((n - 1)) > ${left}; echo x >> ${left}.seen; echo 'lost in passing' >&2; exit 1; fi
esac
exec tmux "$@"
`;
    writeFileSync(`${folder}/tmux`, script);
    chmodSync(`${folder}/tmux`, 0o700);
    await use((times) => {
      writeFileSync(left, String(times));
      return () => (existsSync(`${left}.seen`) ? readFileSync(`${left}.seen`, "utf8").length / 2 : 0);
    });
  },
});

test("a reading call is made once more when tmux fails in passing, and is one line in the log", async ({
  call,
  pane,
  failing,
  audited,
}) => {
  const failures = failing(1);

  expect((await call("capture_pane", { pane_id: pane })).output.result).toBe("$");
  expect(failures()).toBe(1);
  expect(audited()).toMatchObject([{ tool: "capture_pane", outcome: "ok" }]);
});

test("a reading call that fails twice has failed", async ({ call, pane, failing }) => {
  const failures = failing(9);

  expect(await call("capture_pane", { pane_id: pane })).toMatchObject({
    isError: true,
    failure: "LibTmuxException",
    meta: { expected: true },
  });
  expect(failures()).toBe(2);
});

test.for([
  ["send_keys", { keys: "x", enter: false }],
  ["run_command", { command: "true" }],
] as const)("%s is not made again", async ([tool, args], { call, pane, failing, shown }) => {
  const failures = failing(1);

  expect((await call(tool, { pane_id: pane, ...args })).isError).toBe(true);
  expect(failures()).toBe(1);
  expect(shown(pane)).toBe("$");
});
