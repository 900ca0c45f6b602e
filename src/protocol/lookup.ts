import { UriTemplate } from "@modelcontextprotocol/server";
import type { Resource } from "../resources/resource.ts";

export interface Found {
  readonly resource: Resource;
  readonly variables: Record<string, string>;
}

export type Lookup = (uri: string) => Found | undefined;

/** Finds the resource an address belongs to. The templates are read once, not once per connection. */
export function lookupIn(resources: readonly Resource[]): Lookup {
  const templates = resources.map((resource) => ({
    resource,
    template: new UriTemplate(resource.uriTemplate),
  }));
  return (uri) => {
    for (const { resource, template } of templates) {
      const variables = template.match(uri);
      if (variables) return { resource, variables: decoded(variables) };
    }
    return undefined;
  };
}

function decoded(variables: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(",") : value;
      try {
        return [name, decodeURIComponent(text)];
      } catch {
        // `%0` is a pane id, not an escape.
        return [name, text];
      }
    }),
  );
}
