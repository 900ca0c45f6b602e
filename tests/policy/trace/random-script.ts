/** Programs of the jail: the first end well, `f…` fail, and some carry names the judge has rules for. */
export const STUBS = [
  ..."a0 a1 a2 a3 a4 f0 f1".split(" "),
  ..."ls cat rm sudo git grep sort head touch curl find bash2 mkfs.ext4 dd".split(" "),
];

export type Random = () => number;

/** A small generator with a seed, so that a failing script can be made again. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random script that always ends and only starts programs of the jail. */
export function randomScript(random: Random): string {
  const pick = <T>(options: readonly T[]): T => options[Math.floor(random() * options.length)] as T;
  const chance = (share: number) => random() < share;
  let functions = 0;
  const defined: string[] = [];

  const hex = (text: string, form: (code: number) => string) =>
    Array.from(text, (char) => (chance(0.6) ? form(char.codePointAt(0) ?? 0) : char)).join("");

  const spelled = (text: string): string => {
    const at = 1 + Math.floor(random() * Math.max(text.length - 1, 1));
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    return pick([
      () => text,
      () => text,
      () => `'${text}'`,
      () => `"${text}"`,
      () => `${head}''${tail}`,
      () => `${head}"${tail}"`,
      () => `\\${text}`,
      () => `${head}\\\n${tail}`,
      () => `$'${hex(text, (code) => `\\x${code.toString(16)}`)}'`,
      () => `$'${hex(text, (code) => `\\x{${code.toString(16)}}`)}'`,
      () => `$'${hex(text, (code) => `\\${code.toString(8).padStart(3, "0")}`)}'`,
      () => `$'${hex(text, (code) => `\\u${code.toString(16).padStart(4, "0")}`)}'`,
      () => `$"${text}"`,
    ])();
  };

  const argument = (depth: number): string =>
    pick([
      () =>
        pick([
          "-x",
          "--flag",
          "w1",
          "w2",
          "'q w'",
          '"d w"',
          "w*",
          "{b,c}",
          "{1..3}",
          "~",
          "a=b",
          "$HOME",
          '"$x"',
          "$y",
          "${#x}",
          "$((1+2))",
          "$'t\\tt'",
        ]),
      () => spelled("word"),
      () => (depth > 0 ? `$(${list(depth - 1)})` : "w"),
      () => (depth > 0 ? `"\`${simple(0)}\`"` : "w"),
      () => (depth > 0 ? `<(${list(depth - 1)})` : "w"),
      () => (depth > 0 ? `"\${u:-$(${list(depth - 1)})}"` : "${u:-w}"),
      () => (depth > 0 ? `\${PWD/x/$(${simple(0)})}` : "w"),
      () => (depth > 0 ? `$((1+$(${simple(0)})0))` : "3"),
    ])();

  const program = (): string =>
    pick([
      () => spelled(pick(STUBS)),
      () => spelled(pick(STUBS)),
      () => spelled(pick(STUBS)),
      () => {
        const name = pick(STUBS);
        return `{${name},w}`;
      },
      () => `\${u:-${pick(STUBS)}}`,
      () => pick(["$p", '"$p"', "${p}"]),
    ])();

  const wrapped = (depth: number): string => {
    const inner = `${spelled(pick(STUBS))} ${argument(Math.min(depth, 1))}`;
    return pick([
      () => `env ${inner}`,
      () => `env -i PATH=/stubs ${inner}`,
      () => `env A=1 B=2 ${inner}`,
      () => `env -u X -- ${inner}`,
      () => `env -S '${pick(STUBS)} x'`,
      () => `nohup ${inner}`,
      () => `timeout 5 ${inner}`,
      () => `timeout -k 1 -s TERM 5 ${inner}`,
      () => `nice -n 3 ${inner}`,
      () => `nice -3 ${inner}`,
      () => `command ${inner}`,
      () => `command -p ${inner}`,
      () => `builtin command ${inner}`,
      () => `eval ${inner}`,
      () => `eval '${pick(STUBS)} x; ${pick(STUBS)} y'`,
      () => `( exec ${inner} )`,
      () => `( exec -a z ${inner} )`,
      () => `echo i j | xargs ${inner}`,
      () => `echo i j | xargs -n 1 ${inner}`,
      () => `echo i | xargs -I{} ${inner} {}`,
      () => `env nice timeout 5 ${inner}`,
      () => `bash -c '${pick(STUBS)} x && ${pick(STUBS)} "$1"' z w`,
      () => `bash <<< '${pick(STUBS)} x'`,
      () => `time ${inner}`,
      () => `! ${inner}`,
      () => `X=1 ${inner}`,
      () => `trap '${pick(STUBS)} t' EXIT`,
      () => `coproc ${inner}; wait`,
      () => `source /dev/stdin <<< '${pick(STUBS)} s'`,
    ])();
  };

  const assignment = (depth: number): string =>
    pick([
      () => `p=${pick(STUBS)}`,
      () => `p='${pick(STUBS)} w'`,
      () => `x=${argument(depth)}`,
      () => `y=$x`,
      () => `q=(${pick(STUBS)} w); "\${q[@]}"`,
      () => `set -- ${pick(STUBS)} w; "$@"`,
      () => `set -- ${pick(STUBS)} w; $1 z`,
      () => `export E=${depth > 0 ? `$(${simple(0)})` : "1"}`,
      () => `declare d=${depth > 0 ? `"$(${simple(0)})"` : "1"}`,
      () => `p=${pick(STUBS)} && $p w`,
      () => `p=a; p=\${p}0; $p`,
      () => `for p in ${pick(STUBS)} ${pick(STUBS)}; do $p w; done`,
    ])();

  function simple(depth: number): string {
    if (chance(0.18)) return wrapped(depth);
    if (chance(0.12)) return assignment(depth);
    if (defined.length > 0 && chance(0.15)) return `${pick(defined)} ${argument(0)}`;
    const args = Array.from({ length: Math.floor(random() * 3) }, () => argument(depth));
    const redirect = chance(0.15)
      ? ` ${pick(["2>/dev/null", "</dev/null", `< <(${simple(0)})`, `<<< "$(${simple(0)})"`, ">&2", `> >(${simple(0)})`])}`
      : "";
    return [program(), ...args].join(" ") + redirect;
  }

  function command(depth: number): string {
    if (depth <= 0 || chance(0.5)) return simple(depth);
    return pick([
      () => `( ${list(depth - 1)} )`,
      () => `{ ${list(depth - 1)}; }`,
      () =>
        `if ${command(depth - 1)}; then ${list(depth - 1)}; elif ${simple(0)}; then ${simple(0)}; else ${list(depth - 1)}; fi`,
      () => `for i in ${argument(0)} $(${simple(0)}) 2; do ${list(depth - 1)}; done`,
      () => `while ${command(depth - 1)}; do ${list(depth - 1)}; break; done`,
      () => `until ${command(depth - 1)}; do ${list(depth - 1)}; break; done`,
      () => `case ${argument(0)} in w1|$(${simple(0)})) ${list(depth - 1)};; *) ${list(depth - 1)};; esac`,
      () => `for ((i=0;i<2;i++)); do ${list(depth - 1)}; done`,
      () => `[[ -n $(${simple(0)}) || w == w ]] && ${command(depth - 1)}`,
      () => `cat <<EOT\n$(${list(depth - 1)}) \`${simple(0)}\`\nEOT\n${simple(0)}`,
      () => {
        functions += 1;
        const name = `fn${functions}`;
        const body = list(depth - 1);
        defined.push(name);
        return `${name}() { ${body}; }; ${name} ${argument(0)}`;
      },
      () => `${command(depth - 1)} | ${command(depth - 1)}`,
      () => `{ ${list(depth - 1)}; } 2>/dev/null | ${simple(0)}`,
      () => `echo "$(${list(depth - 1)})"`,
    ])();
  }

  function list(depth: number): string {
    let text = command(depth);
    const length = Math.floor(random() * 3);
    for (let at = 0; at < length; at += 1) {
      text += pick(["; ", " && ", " || ", "\n", " | ", "; # note\n", " & "]) + command(depth);
    }
    return text;
  }

  return list(1 + Math.floor(random() * 2));
}
