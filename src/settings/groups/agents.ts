/** Settings of the agents room. */
export const agents = {} as const;
