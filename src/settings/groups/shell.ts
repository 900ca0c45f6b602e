/** Settings of the shell room. */
export const shell = {} as const;
