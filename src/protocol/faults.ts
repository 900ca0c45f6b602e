import { ProtocolError } from "@modelcontextprotocol/server";
import { InputNeeded, ProtocolFault } from "../errors.ts";

/** Our faults in the SDK's words; a question to the person is a result like any other. */
export async function faults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputNeeded) return error.result as T;
    if (error instanceof ProtocolFault) throw new ProtocolError(error.code, error.message, error.data);
    throw error;
  }
}
