/** Settings of the tmux room. */
export const tmux = {} as const;
