// Every rule, in the order of their files. A rule that is not listed here fails a test.
import type { Rule } from "../rule.ts";
import accountsRule from "./accounts.ts";
import archiveRule from "./archive.ts";
import awkRule from "./awk.ts";
import base64Rule from "./base64.ts";
import changeFolderRule from "./change-folder.ts";
import changeModeRule from "./change-mode.ts";
import commandRule from "./command.ts";
import compressRule from "./compress.ts";
import copyRule from "./copy.ts";
import createRule from "./create.ts";
import curlRule from "./curl.ts";
import dateRule from "./date.ts";
import declareRule from "./declare.ts";
import diffRule from "./diff.ts";
import diskCopyRule from "./disk-copy.ts";
import diskUsageRule from "./disk-usage.ts";
import envRule from "./env.ts";
import evalRule from "./eval.ts";
import execRule from "./exec.ts";
import fdRule from "./fd.ts";
import fileRule from "./file.ts";
import findRule from "./find.ts";
import findProgramsRule from "./find-programs.ts";
import gitRule from "./git.ts";
import grepRule from "./grep.ts";
import hostnameRule from "./hostname.ts";
import ifconfigRule from "./ifconfig.ts";
import interpretersRule from "./interpreters.ts";
import ioniceRule from "./ionice.ts";
import ipRule from "./ip.ts";
import journalRule from "./journal.ts";
import jqRule from "./jq.ts";
import kernelLogRule from "./kernel-log.ts";
import letRule from "./let.ts";
import linkRule from "./link.ts";
import listFilesRule from "./list-files.ts";
import loaderRule from "./loader.ts";
import manRule from "./man.ts";
import manyInOneRule from "./many-in-one.ts";
import mountRule from "./mount.ts";
import moveRule from "./move.ts";
import networkRule from "./network.ts";
import niceRule from "./nice.ts";
import nohupRule from "./nohup.ts";
import packagesRule from "./packages.ts";
import patchRule from "./patch.ts";
import printTextRule from "./print-text.ts";
import printfRule from "./printf.ts";
import readRule from "./read.ts";
import readFilesRule from "./read-files.ts";
import remoteShellRule from "./remote-shell.ts";
import removeRule from "./remove.ts";
import rgRule from "./rg.ts";
import sedRule from "./sed.ts";
import servicesRule from "./services.ts";
import shellOptionsRule from "./shell-options.ts";
import shellsRule from "./shells.ts";
import shufRule from "./shuf.ts";
import sortRule from "./sort.ts";
import sourceRule from "./source.ts";
import ssRule from "./ss.ts";
import stdbufRule from "./stdbuf.ts";
import systemFactsRule from "./system-facts.ts";
import teeRule from "./tee.ts";
import testRule from "./test.ts";
import timeRule from "./time.ts";
import timeoutRule from "./timeout.ts";
import topRule from "./top.ts";
import trapRule from "./trap.ts";
import treeRule from "./tree.ts";
import uniqRule from "./uniq.ts";
import unsafeWrappersRule from "./unsafe-wrappers.ts";
import unsetRule from "./unset.ts";
import waitRule from "./wait.ts";
import wgetRule from "./wget.ts";
import xargsRule from "./xargs.ts";
import xxdRule from "./xxd.ts";
import yqRule from "./yq.ts";

export const rules: readonly Rule[] = [
  accountsRule,
  archiveRule,
  awkRule,
  base64Rule,
  changeFolderRule,
  changeModeRule,
  commandRule,
  compressRule,
  copyRule,
  createRule,
  curlRule,
  dateRule,
  declareRule,
  diffRule,
  diskCopyRule,
  diskUsageRule,
  envRule,
  evalRule,
  execRule,
  fdRule,
  fileRule,
  findRule,
  findProgramsRule,
  gitRule,
  grepRule,
  hostnameRule,
  ifconfigRule,
  interpretersRule,
  ioniceRule,
  ipRule,
  journalRule,
  jqRule,
  kernelLogRule,
  letRule,
  linkRule,
  listFilesRule,
  loaderRule,
  manRule,
  manyInOneRule,
  mountRule,
  moveRule,
  networkRule,
  niceRule,
  nohupRule,
  packagesRule,
  patchRule,
  printTextRule,
  printfRule,
  readRule,
  readFilesRule,
  remoteShellRule,
  removeRule,
  rgRule,
  sedRule,
  servicesRule,
  shellOptionsRule,
  shellsRule,
  shufRule,
  sortRule,
  sourceRule,
  ssRule,
  stdbufRule,
  systemFactsRule,
  teeRule,
  testRule,
  timeRule,
  timeoutRule,
  topRule,
  trapRule,
  treeRule,
  uniqRule,
  unsafeWrappersRule,
  unsetRule,
  waitRule,
  wgetRule,
  xargsRule,
  xxdRule,
  yqRule,
];

const byProgram = new Map<string, Rule>();
for (const rule of rules) for (const program of rule.programs) byProgram.set(program, rule);

export const ruleFor = (program: string): Rule | undefined => byProgram.get(program);
