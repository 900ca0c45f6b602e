import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolError } from "../../errors.ts";
import type { Settings } from "../../settings/table.ts";
import { type Authority, isLoopback, parseAuthority } from "./authority.ts";

/** Where to listen. Throws when the address and the protection do not fit together. */
export function placeOf({ bind, auth, allowNonLoopback }: Settings["http"]): Authority {
  const place = parseAuthority(bind);
  if (place?.port === undefined) {
    throw new ToolError("BadAddress", "The address to listen on is host:port, such as 127.0.0.1:8787.");
  }
  if (isLoopback(place.host)) return place;
  if (!allowNonLoopback) {
    throw new ToolError("NotLoopback", "That address can be reached from other machines, so it is refused.", {
      suggestion: "Listen on 127.0.0.1, or add --allow-non-loopback when this is what you want.",
    });
  }
  if (!auth) {
    throw new ToolError("AuthNeeded", "Without the token only a loopback address can be served.", {
      suggestion: "Leave out --no-auth, or listen on 127.0.0.1.",
    });
  }
  return place;
}

export async function listen(server: Server, { host, port }: Authority): Promise<AddressInfo> {
  const opened = Promise.withResolvers<void>();
  server.once("error", opened.reject);
  server.listen({ host, port }, opened.resolve);
  try {
    await opened.promise;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new ToolError("CannotListen", `The address cannot be listened on (${code}).`, {
      suggestion:
        code === "EADDRINUSE"
          ? "Something already listens there; choose another port with --bind."
          : undefined,
      cause: error,
    });
  }
  server.off("error", opened.reject);
  const address = server.address() as AddressInfo;
  // A machine may give `localhost` any meaning; ours was decided by the name.
  if (isLoopback(host) && !isLoopback(address.address)) {
    server.close();
    throw new ToolError("NotLoopback", "The name localhost is no loopback address on this machine.");
  }
  return address;
}
