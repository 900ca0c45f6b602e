const SENSITIVE = [
  "SECRET",
  "PASSWORD",
  "PASSWD",
  "PASSPHRASE",
  "TOKEN",
  "API[_-]?KEY",
  "PRIVATE[_-]?KEY",
  "ACCESS[_-]?KEY",
  "AUTH",
  "CREDENTIAL",
  "DATABASE[_-]?URL",
  "CONNECTION[_-]?STRING",
  "SMTP",
];

/** Names that hold `AUTH` and yet say where a helper listens or who wrote something, not what a secret is. */
const PUBLIC = /^(?:SSH_AUTH_SOCK|XAUTHORITY|.*AUTHORS?(?:_NAME|_EMAIL|_DATE)?)$/i;

/** Whether a variable is a secret by its name. `(?i)` in front of a pattern is accepted: every match ignores case. */
export function sensitiveNames(patterns: readonly string[]): (name: string) => boolean {
  const extra = patterns.map((pattern) => new RegExp(pattern.replace(/^\(\?i\)/, ""), "i"));
  const builtIn = new RegExp(SENSITIVE.join("|"), "i");
  return (name) => extra.some((one) => one.test(name)) || (builtIn.test(name) && !PUBLIC.test(name));
}

/** Shorter values would hide ordinary words; `true` or `8080` under a sensitive name is no secret either. */
export function isSecretValue(value: string): boolean {
  return value.length >= 4 && !/^(?:true|false|none|null|yes|auto|\d{1,5})$/i.test(value);
}
