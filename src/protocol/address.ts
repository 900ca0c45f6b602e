import { UriTemplate } from "@modelcontextprotocol/server";

/** Reads the variables out of an address, or nothing when it is another kind of address. */
export type Address = (uri: string) => Record<string, string> | undefined;

/** The SDK's templates want every variable of the query to be there; ours may all be left out. */
export function address(uriTemplate: string): Address {
  const [, path = uriTemplate, query = ""] = /^(.*?)(?:\{\?([\w,]+)\})?$/.exec(uriTemplate) ?? [];
  const template = new UriTemplate(path);
  const names = query.split(",").filter(Boolean);
  return (uri) => {
    const mark = uri.indexOf("?");
    const matched = template.match(mark < 0 ? uri : uri.slice(0, mark));
    if (!matched) return undefined;
    const variables = Object.entries(matched).map(([name, value]) => [name, decoded(String(value))] as const);
    const given = new URLSearchParams(mark < 0 ? "" : uri.slice(mark + 1));
    const asked = names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""] as const] : []));
    return Object.fromEntries([...variables, ...asked]);
  };
}

/** `%25` may be a pane id as it stands or a percent sign: what is a pane id once decoded was encoded, and no other is. */
function decoded(text: string): string {
  const paneId = /^%\d+$/;
  try {
    const plain = decodeURIComponent(text);
    return paneId.test(text) && !paneId.test(plain) ? text : plain;
  } catch {
    return text;
  }
}
