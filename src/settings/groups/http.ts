import { flag, integer, setting, text } from "../setting.ts";

/** Settings of the HTTP door. */
export const http = {
  bind: setting({
    kind: text,
    default: "127.0.0.1:8787",
    doc: "Address and port to listen on.",
    project: "never",
    flag: "bind",
    legacy: { profile: "safeshell", variable: "SAFESHELL_HTTP_BIND" },
  }),
  auth: setting({
    kind: flag,
    default: true,
    doc: "Ask every request for the bearer token. Can be off on a loopback address only.",
    project: "never",
    flag: "auth",
  }),
  allowNonLoopback: setting({
    kind: flag,
    default: false,
    doc: "Permit an address other machines can reach.",
    project: "never",
    flag: "allow-non-loopback",
  }),
  stateless: setting({
    kind: flag,
    default: false,
    doc: "Serve POST only, without sessions or streams.",
    project: "any",
    flag: "stateless",
  }),
  maxConnections: setting({
    kind: integer(1, 10_000),
    default: 64,
    doc: "Most connections at one time.",
    project: "never",
  }),
  maxBodyBytes: setting({
    kind: integer(1_000, 100_000_000),
    default: 4_194_304,
    doc: "Most bytes in one request body.",
    project: "never",
  }),
  maxSessions: setting({
    kind: integer(1, 10_000),
    default: 64,
    doc: "Most sessions of older protocol revisions at one time.",
    project: "never",
  }),
  sessionIdleSeconds: setting({
    kind: integer(1, 86_400),
    default: 1_800,
    doc: "Seconds after which an idle session is closed.",
    project: "never",
  }),
} as const;
