import type { Facts } from "./world.ts";

/** Asks each question once, so that one judgement sees one state of the disk and stays quick. */
export function remembered(facts: Facts): Facts {
  return {
    link: once(facts.link),
    kind: once(facts.kind),
    names: once(facts.names),
    text: once(facts.text),
  };
}

function once<T>(ask: (path: string) => T): (path: string) => T {
  const answers = new Map<string, { readonly value: T }>();
  return (path) => {
    let answer = answers.get(path);
    if (answer === undefined) {
      answer = { value: ask(path) };
      answers.set(path, answer);
    }
    return answer.value;
  };
}
