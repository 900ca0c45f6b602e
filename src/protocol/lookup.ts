import type { Resource } from "../resources/resource.ts";
import { address } from "./address.ts";

export interface Found {
  readonly resource: Resource;
  readonly variables: Record<string, string>;
}

export type Lookup = (uri: string) => Found | undefined;

/** Finds the resource an address belongs to. The templates are read once, not once per connection. */
export function lookupIn(resources: readonly Resource[]): Lookup {
  const templates = resources.map((resource) => ({
    resource,
    variablesOf: address(resource.uriTemplate),
  }));
  return (uri) => {
    for (const { resource, variablesOf } of templates) {
      const variables = variablesOf(uri);
      if (variables) return { resource, variables };
    }
    return undefined;
  };
}
