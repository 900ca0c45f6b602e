// Written by `npm run gen` from the files beside it. Do not edit.
import buildDevWorkspace from "./build-dev-workspace.ts";
import diagnoseFailingPane from "./diagnose-failing-pane.ts";
import interruptGracefully from "./interrupt-gracefully.ts";
import runAndWait from "./run-and-wait.ts";
import type { Prompt } from "./prompt.ts";

export const prompts: readonly Prompt[] = [
  buildDevWorkspace,
  diagnoseFailingPane,
  interruptGracefully,
  runAndWait,
];
