/** A kind of secret that is recognised by how it looks, wherever it came from. */
export interface Shape {
  readonly name: string;
  /** Letters every such secret holds; only where they stand is the pattern tried. */
  readonly anchors: readonly string[];
  /** Sticky, tried at the anchor. Its first group, where it has one, is what gets hidden. */
  readonly pattern: RegExp;
  /**
   * How it may run over the ends of rows: a token has a prefix nothing else has, so it is followed until it is whole;
   * others only where a full row tells that the line goes on; some take rows as they come.
   */
  readonly rows: "token" | "full" | "any";
}

/** No shape may match more than this, so that a stream knows how much to hold back. */
export const LONGEST_SHAPE = 16_384;

/** Kinds whose pattern would run on into the next row of ordinary text. */
const LOOSE = new Set(["url-password", "authorization", "npmrc", "openai", "slack-hook"]);

const shape = (name: string, anchors: readonly string[], pattern: RegExp): Shape => ({
  name,
  anchors,
  pattern: new RegExp(pattern.source, "dy"),
  rows: name === "private-key" ? "any" : LOOSE.has(name) ? "full" : "token",
});

const ALNUM = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".split("");
const SCHEME_END = "abcdefghijklmnopqrstuvwxyz0123456789".split("");

/** Anchors of four letters let the scan jump three ahead, so a short one is spelled out with every letter beside it. */
const followed = (prefix: string) => ALNUM.map((letter) => prefix + letter);

/** Each asks for a fixed prefix and a length no ordinary word has: a hit should be a secret, not a commit hash. */
export const SHAPES: readonly Shape[] = [
  shape(
    "aws-key-id",
    ["AKIA", "ASIA", "ABIA", "ACCA"],
    /(?<![A-Za-z0-9])A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![A-Za-z0-9])/,
  ),
  shape("github", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /gh[pousr]_[A-Za-z0-9]{36,255}/),
  shape("github-fine", ["github_pat_"], /github_pat_[A-Za-z0-9_]{22,255}/),
  shape("gitlab", ["glpat-", "gldt-", "glrt-"], /gl(?:pat|dt|rt)-[A-Za-z0-9_-]{20,64}/),
  shape(
    "slack",
    ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe"],
    /xox[abeprs][.-][A-Za-z0-9.-]{10,255}/,
  ),
  shape("slack-app", ["xapp-"], /xapp-\d-[A-Za-z0-9-]{10,255}/),
  shape(
    "slack-hook",
    ["hooks.slack.com/services/"],
    /hooks\.slack\.com\/services\/([A-Za-z0-9]+\/[A-Za-z0-9]+\/[A-Za-z0-9]+)/,
  ),
  shape(
    "jwt",
    followed("eyJ"),
    /eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,6000}\.[A-Za-z0-9_-]{10,2000}/,
  ),
  shape(
    "private-key",
    ["-----BEGIN "],
    /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----([^]{1,15000}?)(?:-----END |$(?![^]))/,
  ),
  shape("anthropic", ["sk-ant-"], /sk-ant-[A-Za-z0-9_-]{20,255}/),
  shape(
    "openai",
    followed("sk-"),
    /(?<![A-Za-z0-9])sk-(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{0,160}[A-Za-z0-9]{20,255}/,
  ),
  shape(
    "stripe",
    ["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
    /[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}/,
  ),
  shape("stripe-hook", ["whsec_"], /whsec_[A-Za-z0-9]{24,255}/),
  shape("npm", ["npm_"], /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/),
  shape("npmrc", [":_authToken=", ":_password="], /:_(?:authToken|password)=([^\s"'$]{8,512})/),
  shape("pypi", ["pypi-"], /pypi-[A-Za-z0-9_-]{50,512}/),
  shape("google", ["AIza"], /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/),
  shape("google-oauth", ["ya29."], /ya29\.[A-Za-z0-9_-]{20,512}/),
  shape("hugging-face", followed("hf_"), /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{34,64}(?![A-Za-z0-9])/),
  shape("sendgrid", followed("SG."), /SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/),
  shape("digitalocean", ["dop_v1_", "doo_v1_", "dor_v1_"], /do[por]_v1_[0-9a-f]{64}/),
  shape("shopify", ["shpat_", "shpss_", "shpca_"], /shp(?:at|ss|ca)_[0-9a-fA-F]{32}/),
  shape("vault", ["hvs."], /hvs\.[A-Za-z0-9_-]{24,255}/),
  shape("age", ["AGE-SECRET-KEY-1"], /AGE-SECRET-KEY-1[A-Z0-9]{58}/),
  shape(
    "url-password",
    SCHEME_END.map((letter) => `${letter}://`),
    /[a-z0-9]:\/\/[^\s:@/?#"'<>]{0,128}:([^\s@/"'<>]{3,512})@/,
  ),
  shape(
    "authorization",
    ["uthorization: ", "UTHORIZATION: "],
    /(?:uthorization|UTHORIZATION): (?:[Bb]earer|BEARER|[Bb]asic|[Tt]oken) ([A-Za-z0-9._~+/=-]{8,4096})/,
  ),
];
