import { agentNamed, openAgentsRoom } from "../agents-room.ts";
import { attach } from "../attach.ts";
import type { Command } from "../command.ts";

export default {
  name: "attach",
  summary: "sit down at an agent's terminal",
  usage: "<id>",
  examples: [
    ["termgate attach 3f2a", "attach to the agent whose id begins so; without a terminal, print how"],
  ],
  options: {},
  words: [1, 1],

  async run(io, args) {
    await using room = await openAgentsRoom(io, args);
    return await attach(io, room.agents, agentNamed(room.agents, args.positionals[0]));
  },
} satisfies Command;
