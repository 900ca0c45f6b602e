import type { Middleware, Next } from "../tools/tool.ts";

/** Wrap `inner` in layers; the first layer listed is the outermost. */
export function compose(layers: readonly Middleware[], inner: Next): Next {
  return layers.reduceRight<Next>((next, layer) => (call) => layer(call, next), inner);
}
