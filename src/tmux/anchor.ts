const PREFIX = "_termgate-";

/** The hidden sessions of every termgate on a server are nobody's business: no listing shows them. */
export function isAnchor(sessionName: string): boolean {
  return sessionName.startsWith(PREFIX);
}

export function anchorName(random: string): string {
  return `${PREFIX}${random}`;
}
