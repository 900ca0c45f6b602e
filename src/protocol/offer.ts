import type { House } from "../house.ts";
import type { Prompt } from "../prompts/prompt.ts";
import type { Resource } from "../resources/resource.ts";
import type { Next } from "../tools/tool.ts";
import type { Connection } from "./call.ts";
import type { Changes } from "./changes.ts";
import type { Greeting } from "./greeting.ts";
import type { Lookup } from "./lookup.ts";
import type { Surface } from "./surface.ts";

export interface Offer extends Greeting {
  readonly house: House;
  readonly surface: Surface;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  /** The pipeline: what every call walks. */
  readonly handle: Next;
  readonly lookup: Lookup;
  readonly changes: Changes;
  /** Stands in front of the handlers before there are any. Only the conformance fixtures use it. */
  extend?(connection: Connection): void;
}
