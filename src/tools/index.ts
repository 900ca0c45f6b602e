// Written by `npm run gen` from the files beside it. Do not edit.
import answerAgent from "./agents/answer-agent.ts";
import interruptAgent from "./agents/interrupt-agent.ts";
import killAgent from "./agents/kill-agent.ts";
import listAgents from "./agents/list-agents.ts";
import oneShot from "./agents/one-shot.ts";
import promptAgent from "./agents/prompt-agent.ts";
import sendKeysToAgent from "./agents/send-keys-to-agent.ts";
import snapshotAgent from "./agents/snapshot-agent.ts";
import spawn from "./agents/spawn.ts";
import waitForAgent from "./agents/wait-for-agent.ts";
import executeCommand from "./shell/execute-command.ts";
import getSystemPath from "./shell/get-system-path.ts";
import listProtectedPaths from "./shell/list-protected-paths.ts";
import listSafeCommands from "./shell/list-safe-commands.ts";
import callDestructiveToolsBatch from "./tmux/call-destructive-tools-batch.ts";
import callMutatingToolsBatch from "./tmux/call-mutating-tools-batch.ts";
import callReadonlyToolsBatch from "./tmux/call-readonly-tools-batch.ts";
import capturePane from "./tmux/capture-pane.ts";
import captureSince from "./tmux/capture-since.ts";
import clearPane from "./tmux/clear-pane.ts";
import createSession from "./tmux/create-session.ts";
import createWindow from "./tmux/create-window.ts";
import deleteBuffer from "./tmux/delete-buffer.ts";
import displayMessage from "./tmux/display-message.ts";
import enterCopyMode from "./tmux/enter-copy-mode.ts";
import exitCopyMode from "./tmux/exit-copy-mode.ts";
import findPaneByPosition from "./tmux/find-pane-by-position.ts";
import getPaneInfo from "./tmux/get-pane-info.ts";
import getServerInfo from "./tmux/get-server-info.ts";
import getSessionInfo from "./tmux/get-session-info.ts";
import getWindowInfo from "./tmux/get-window-info.ts";
import killPane from "./tmux/kill-pane.ts";
import killServer from "./tmux/kill-server.ts";
import killSession from "./tmux/kill-session.ts";
import killWindow from "./tmux/kill-window.ts";
import listPanes from "./tmux/list-panes.ts";
import listServers from "./tmux/list-servers.ts";
import listSessions from "./tmux/list-sessions.ts";
import listWindows from "./tmux/list-windows.ts";
import loadBuffer from "./tmux/load-buffer.ts";
import moveWindow from "./tmux/move-window.ts";
import pasteBuffer from "./tmux/paste-buffer.ts";
import pasteText from "./tmux/paste-text.ts";
import pipePane from "./tmux/pipe-pane.ts";
import renameSession from "./tmux/rename-session.ts";
import renameWindow from "./tmux/rename-window.ts";
import resizePane from "./tmux/resize-pane.ts";
import resizeWindow from "./tmux/resize-window.ts";
import respawnPane from "./tmux/respawn-pane.ts";
import runCommand from "./tmux/run-command.ts";
import searchPanes from "./tmux/search-panes.ts";
import selectLayout from "./tmux/select-layout.ts";
import selectPane from "./tmux/select-pane.ts";
import selectWindow from "./tmux/select-window.ts";
import sendKeysBatch from "./tmux/send-keys-batch.ts";
import sendKeys from "./tmux/send-keys.ts";
import setEnvironment from "./tmux/set-environment.ts";
import setOption from "./tmux/set-option.ts";
import setPaneTitle from "./tmux/set-pane-title.ts";
import showBuffer from "./tmux/show-buffer.ts";
import showEnvironment from "./tmux/show-environment.ts";
import showHook from "./tmux/show-hook.ts";
import showHooks from "./tmux/show-hooks.ts";
import showOption from "./tmux/show-option.ts";
import signalChannel from "./tmux/signal-channel.ts";
import snapshotPane from "./tmux/snapshot-pane.ts";
import splitWindow from "./tmux/split-window.ts";
import swapPane from "./tmux/swap-pane.ts";
import waitForChannel from "./tmux/wait-for-channel.ts";
import waitForCommand from "./tmux/wait-for-command.ts";
import waitForIdle from "./tmux/wait-for-idle.ts";
import waitForText from "./tmux/wait-for-text.ts";
import type { Tool } from "./tool.ts";

export const tools: readonly Tool[] = [
  answerAgent,
  interruptAgent,
  killAgent,
  listAgents,
  oneShot,
  promptAgent,
  sendKeysToAgent,
  snapshotAgent,
  spawn,
  waitForAgent,
  executeCommand,
  getSystemPath,
  listProtectedPaths,
  listSafeCommands,
  callDestructiveToolsBatch,
  callMutatingToolsBatch,
  callReadonlyToolsBatch,
  capturePane,
  captureSince,
  clearPane,
  createSession,
  createWindow,
  deleteBuffer,
  displayMessage,
  enterCopyMode,
  exitCopyMode,
  findPaneByPosition,
  getPaneInfo,
  getServerInfo,
  getSessionInfo,
  getWindowInfo,
  killPane,
  killServer,
  killSession,
  killWindow,
  listPanes,
  listServers,
  listSessions,
  listWindows,
  loadBuffer,
  moveWindow,
  pasteBuffer,
  pasteText,
  pipePane,
  renameSession,
  renameWindow,
  resizePane,
  resizeWindow,
  respawnPane,
  runCommand,
  searchPanes,
  selectLayout,
  selectPane,
  selectWindow,
  sendKeysBatch,
  sendKeys,
  setEnvironment,
  setOption,
  setPaneTitle,
  showBuffer,
  showEnvironment,
  showHook,
  showHooks,
  showOption,
  signalChannel,
  snapshotPane,
  splitWindow,
  swapPane,
  waitForChannel,
  waitForCommand,
  waitForIdle,
  waitForText,
].flat();
