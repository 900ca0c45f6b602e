/** Settings of the approvals room. */
export const approvals = {} as const;
