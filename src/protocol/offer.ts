import type { Server } from "@modelcontextprotocol/server";
import type { House } from "../house.ts";
import type { Prompt } from "../prompts/prompt.ts";
import type { Resource } from "../resources/resource.ts";
import type { Next } from "../tools/tool.ts";
import type { Greeting } from "./greeting.ts";
import type { Surface } from "./surface.ts";

export interface Offer extends Greeting {
  readonly house: House;
  readonly surface: Surface;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  /** The pipeline: what every call walks. */
  readonly handle: Next;
  /** Told about every connection, so that changed lists can be announced. */
  onConnection?(server: Server): void;
  /** Extra handlers of a test fixture; never set by the program itself. */
  extend?(server: Server): void;
}
