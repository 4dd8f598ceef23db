// Variables of Supabase Auth that this service has no use for, so that none of them is ignored in silence.
// Those that restrict access there stop the start: without them more would be allowed than the operator decided.
import { type ConfigReader, configTable } from "../../kernel/config/config.ts";
import { list } from "../../kernel/config/formats.ts";

export const ignoring = configTable({
  ignore: {
    env: "IGNORE",
    format: list,
    initial: [],
    doc: "Variables of Supabase Auth that would stop the start, because this service cannot do what they demand and would allow more without them. Those that this list names are ignored.",
  },
});

export interface UnreadVariable {
  /** What it does there, as the end of a sentence that begins with "there it". */
  effect: string;
  /** Values that ask for nothing, besides an empty one. */
  harmless?: readonly string[];
  /** Ignoring it allows more than the operator decided. */
  widens?: true;
}

const OFF = ["false", "f", "0"];
const ANY = [...OFF, "true", "t", "1"];
const linking = { effect: "keeps accounts of some providers apart from those with the same address", widens: true } as const;

/** By the name without its prefix. */
export const UNREAD: Readonly<Record<string, UnreadVariable>> = {
  EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: linking,
  EXPERIMENTAL_PROVIDERS_WITH_OWN_LINKING_DOMAIN: linking,
  EXPERIMENTAL_CREATE_EMAIL_IDENTITY_ON_PASSWORD_SET_ENABLED: {
    effect: "adds an identity of the email address when a user sets a first password",
    harmless: OFF,
  },
  SECURITY_REFRESH_TOKEN_ALLOW_REUSE: { effect: "lets old refresh tokens be used again", harmless: OFF },
  SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION: { effect: "chooses the form of refresh tokens; there is one form here" },
  SECURITY_REFRESH_TOKEN_UPGRADE_PERCENTAGE: {
    effect: "moves sessions to another form of refresh tokens; there is one form here",
    harmless: ["0"],
  },
  AUDIT_LOG_DISABLE_POSTGRES: { effect: "keeps audit entries out of the database; here they are in it", harmless: OFF },
  PASSWORD_HIBP_BLOOM_ENABLED: { effect: "remembers leaked passwords in memory; PASSWORD_HIBP_FILE asks nobody", harmless: OFF },
  EXTERNAL_IOS_BUNDLE_ID: { effect: "accepts identity tokens of an app of Apple; add the id to EXTERNAL_APPLE_CLIENT_ID" },
  EXTERNAL_OIDC_PROVIDER_CACHE_TTL: { effect: "says how long descriptions of providers are remembered" },
  MAILER_EMAIL_BACKGROUND_SENDING: { effect: "sends mails after the answer; here they always are", harmless: ANY },
  MAILER_TEMPLATE_RELOADING_ENABLED: {
    effect:
      "fetches templates in the background; here one is fetched again when a mail needs it and MAILER_TEMPLATE_MAX_AGE has passed",
    harmless: ANY,
  },
  MAILER_TEMPLATE_RELOADING_MAX_IDLE: {
    effect: "ends the reloading of templates in the background, which there is none of here",
  },
  SESSIONS_TAGS: {
    effect:
      "allows one session for each of these tags with SESSIONS_SINGLE_PER_USER, but gives no session a tag; here too, a user has one",
  },
  DB_CONN_MAX_LIFETIME: { effect: "closes connections of that age" },
  DB_HEALTH_CHECK_PERIOD: { effect: "tests connections that often; here a broken one is noticed when it is used" },
  DB_CLEANUP_ENABLED: {
    effect: "deletes expired rows, and anonymous users after 30 days; here expired rows always are deleted, and users never",
    harmless: OFF,
  },
  SMTP_LOGGING_ENABLED: { effect: "logs each mail; here its failures are logged", harmless: OFF },
  PROFILER_ENABLED: { effect: "serves profiles of the Go program", harmless: OFF },
  LOG_SQL: { effect: "logs statements", harmless: ["none"] },
  LOG_FIELDS: { effect: "adds fields to each line of the log" },
  TRACING_SERVICE_NAME: { effect: "names the service in traces; set OTEL_SERVICE_NAME" },
  TRACING_TAGS: { effect: "adds attributes to traces; set OTEL_RESOURCE_ATTRIBUTES" },
  INDEX_WORKER_ENSURE_USER_SEARCH_INDEXES_EXIST: { effect: "makes indexes for searches; here they always exist", harmless: OFF },
};

/** A fault for each that would widen access, and a warning for each of the others. */
export function checkUnread(reader: ConfigReader, ignored: readonly string[]): void {
  const names = new Set(ignored.map((name) => reader.withoutPrefix(name.toUpperCase())));
  for (const [stem, variable] of Object.entries(UNREAD)) {
    const name = reader.setName(stem, variable.harmless);
    const isIgnored = names.delete(stem);
    if (name === undefined || isIgnored) continue;
    if (variable.widens) {
      reader.faults.push(
        `${name}: this service cannot do that: in Supabase Auth it ${variable.effect}; allowed: unset, or named in ${reader.nameOf(ignoring.ignore)}`,
      );
    } else {
      reader.warnings.push({ level: "warn", line: `${name}: has no effect; in Supabase Auth it ${variable.effect}` });
    }
  }
  for (const name of names) reader.warn(ignoring.ignore, `${name} is no variable that could be ignored`);
}
