// Hooks: the operator's own code at points of the flows. The same variables for each, HOOK_<NAME>_*.
import { type ConfigReader, configTable } from "../../kernel/config/config.ts";
import { bool, type Format, FormatError, text } from "../../kernel/config/formats.ts";
import { readKeyPair } from "../../kernel/webhooks/signature.ts";

/** By the word in the variables: what it is called in the code, and in what it is sent. */
export const HOOKS = {
  beforeUserCreated: { variable: "BEFORE_USER_CREATED", wire: "before-user-created" },
  afterUserCreated: { variable: "AFTER_USER_CREATED", wire: "after-user-created" },
  customAccessToken: { variable: "CUSTOM_ACCESS_TOKEN", wire: "customize-access-token" },
  passwordVerificationAttempt: { variable: "PASSWORD_VERIFICATION_ATTEMPT", wire: "password-verification" },
  mfaVerificationAttempt: { variable: "MFA_VERIFICATION_ATTEMPT", wire: "mfa-verification" },
  sendEmail: { variable: "SEND_EMAIL", wire: "send-email" },
  sendSms: { variable: "SEND_SMS", wire: "send-sms" },
} as const;

export type HookName = keyof typeof HOOKS;

/** Where a hook is asked. */
export type HookTarget = { url: string } | { schema: string; routine: string };

export type HookConfig = HookTarget & {
  /** Without their version; those that sign, the newest first. None for functions of the database. */
  secrets: readonly string[];
};

export type HookConfigs = Readonly<Partial<Record<HookName, HookConfig>>>;

/** Names by which a machine means itself, as Supabase Auth has them: what is sent there needs no TLS. */
const OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]", "host.docker.internal"];
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

export const hookUri: Format<HookTarget> = {
  allowed: `https://..., http:// to ${OWN_HOSTS.join(", ")}, or pg-functions://postgres/<schema>/<function>`,
  read(raw) {
    const [, schema = "", routine = ""] = /^pg-functions:\/\/postgres\/([^/]+)\/([^/]+)$/.exec(raw) ?? [];
    if (schema !== "") {
      if (!IDENTIFIER.test(schema) || !IDENTIFIER.test(routine)) throw new FormatError();
      return { schema, routine };
    }
    const url = URL.parse(raw);
    if (!url || /[\s\\]/.test(raw) || url.hash !== "") throw new FormatError();
    if (url.username !== "" || url.password !== "") throw new FormatError("it has a password");
    if (url.protocol === "https:" || (url.protocol === "http:" && OWN_HOSTS.includes(url.hostname))) return { url: url.href };
    throw new FormatError(url.protocol === "http:" ? "http goes in the clear to that host" : undefined);
  },
};

const SECRET = /^v1,(whsec_[A-Za-z0-9+/]{32,88}={0,2})$/;

export const hookSecrets: Format<readonly string[]> = {
  allowed:
    "v1,whsec_<24 bytes or more in base64>, or v1a,whpk_<public>:whsk_<private> of an Ed25519 key in base64, or several of them separated by '|'",
  read: (raw) => raw.split("|").map((each) => SECRET.exec(each.trim())?.[1] ?? readPair(each.trim())),
};

function readPair(text: string): string {
  const pair = text.replace(/^v1a,/, "");
  if (pair === text) throw new FormatError();
  if (!readKeyPair(pair)) throw new FormatError("a key pair whose halves do not belong together");
  return pair;
}

/** The entries of one hook. The name is the hook's, or a stand-in for all of them in the docs. */
export function hookTable(name: string) {
  const prefix = `HOOK_${name}_`;
  return configTable({
    hookEnabled: { env: `${prefix}ENABLED`, format: bool, initial: false, doc: "Asks this hook." },
    hookUri: {
      env: `${prefix}URI`,
      format: hookUri,
      doc: "A URL that takes POST, or a function of the database with one argument of type jsonb that returns jsonb. Required when enabled.",
    },
    hookSecrets: {
      env: `${prefix}SECRETS`,
      format: hookSecrets,
      initial: [],
      secret: true,
      doc: "Sign what a URL is sent, as Standard Webhooks 1.0 says, with a shared secret or a key pair; of several, each signs, so that one can replace the other. Required with a URL.",
    },
  });
}

export function readHooks(reader: ConfigReader): HookConfigs {
  const names = Object.keys(HOOKS) as HookName[];
  return Object.fromEntries(names.map((name) => [name, readHook(reader, HOOKS[name].variable)]).filter(([, hook]) => hook));
}

function readHook(reader: ConfigReader, name: string): HookConfig | undefined {
  const table = hookTable(name);
  const { hookEnabled, hookUri: uri, hookSecrets: secrets } = table;
  if (!reader.read({ hookEnabled }).hookEnabled) {
    // Sample files have hooks that are off, with stand-ins for the rest.
    reader.read({ uri: { ...uri, format: text }, secrets: { ...secrets, initial: "", format: text } });
    return undefined;
  }
  const { hookUri: target, hookSecrets: signing } = reader.read(table);
  reader.require(uri, hookEnabled, "is true");
  if (!target) return undefined;
  if ("url" in target) reader.require(secrets, uri, "is a URL");
  return { ...target, secrets: signing };
}
