/**
 * Programs that take what is typed for themselves: editors, pagers, prompts of languages and databases, agents. What
 * they do with a line is theirs; no shell will read it after them.
 */
const INTERACTIVE = new RegExp(
  `^(?:${[
    "n?vim?|view|vimdiff|nano|pico|emacs(?:client)?|ed|ex|joe|micro|hx|helix|kak|ne|mcedit",
    "less|more|most|man|info|bat|delta|tig|lazygit|fzf|sk|ranger|mc|nnn|lf|yazi",
    "top|htop|btop|atop|glances|watch|tmux|screen|zellij|dialog|whiptail",
    "i?python[\\d.]*|pypy[\\d.]*|node|nodejs|deno|bun|irb|pry|ruby|rails|perl|php|lua[\\d.]*|luajit|R|julia|octave",
    "ghci|ocaml|utop|scala|sbt|jshell|java|clj|clojure|sbcl|guile|racket|iex|erl|swift|elixir|maxima|gp|bc|dc|gnuplot",
    "psql|mysql|mariadb|sqlite3|redis-cli|mongosh?|duckdb|clickhouse(?:-client)?|influx|cqlsh|sqlplus",
    "gdb|lldb|pdb|rust-gdb|dlv|telnet|ftp|sftp|nc|ncat|socat|minicom|picocom|cu",
    "claude|codex|gemini|agy|aider|goose|opencode|amp|ollama|cursor-agent|gh",
  ].join("|")})$`,
);

export function isInteractive(name: string): boolean {
  return INTERACTIVE.test(name);
}
