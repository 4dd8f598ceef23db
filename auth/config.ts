// The variables of this service, and the one function that reads them. docs/auth_config.md is made from the same tables.
import {
  type ConfigEntry,
  type ConfigOf,
  ConfigReader,
  type ConfigSource,
  type ConfigWarning,
  type Environment,
} from "../kernel/config/config.ts";
import type { ConfigDocument } from "../kernel/config/docs.ts";
import { logging, observability, telemetry } from "../kernel/config/observability.ts";
import { jobSchema } from "../kernel/config/schema_name.ts";
import { customProviders } from "./config/custom_providers.ts";
import { experimental } from "./config/experimental.ts";
import { external } from "./config/external.ts";
import { LEAST_FACTOR_SECONDS, mfa } from "./config/factors.ts";
import { HOOKS, type HookConfigs, hookTable, readHooks } from "./config/hooks.ts";
import { captcha, limits } from "./config/limits.ts";
import { mailer, smtp } from "./config/mail.ts";
import { type MailTextsByLanguage, mailTextsTable, readMailTexts } from "./config/mail_texts.ts";
import { notifications } from "./config/notifications.ts";
import { oauthServer } from "./config/oauth_server.ts";
import { PROVIDERS, type ProviderConfigs, providerTable, readProviders } from "./config/providers.ts";
import { retention } from "./config/retention.ts";
import { checkRules, LEAST_PASSWORD_LENGTH } from "./config/rules.ts";
import { saml } from "./config/saml.ts";
import { api, database, deprecated, general, PREFIXES, settingStorage } from "./config/server.ts";
import { sms, smsGateways } from "./config/sms.ts";
import { jwt, password, security, sessions } from "./config/tokens.ts";
import { checkUnread, ignoring } from "./config/unread.ts";
import { web3 } from "./config/web3.ts";
import { webauthn } from "./config/webauthn.ts";
import { webhooks } from "./config/webhooks.ts";

export type { CustomProvider } from "./config/custom_provider.ts";
export type { Rate } from "./config/formats.ts";
export type { Jwk } from "./config/keys.ts";
export { PROVIDERS, type Provider, type ProviderConfig } from "./config/providers.ts";

const table = {
  ...general,
  ...api,
  ...database,
  ...observability,
  ...jwt,
  ...password,
  ...security,
  ...sessions,
  ...mfa,
  ...webauthn,
  ...smtp,
  ...mailer,
  ...notifications,
  ...sms,
  ...smsGateways,
  ...captcha,
  ...limits,
  ...external,
  ...customProviders,
  ...web3,
  ...oauthServer,
  ...saml,
  ...webhooks,
  ...retention,
  ...experimental,
  ...settingStorage,
  ...ignoring,
  ...deprecated,
};

export type ConfigKey = keyof typeof table;

/** Of a variable that is one value of its own, by its name without a prefix. */
export function keyOf(name: string): ConfigKey | undefined {
  return KEYS.get(name);
}

const KEYS = new Map((Object.keys(table) as ConfigKey[]).map((key) => [table[key].env as string, key]));

export interface AuthConfig extends ConfigOf<typeof table> {
  readonly providers: ProviderConfigs;
  /** Those that are switched on. */
  readonly hooks: HookConfigs;
  /** Where the tables of background jobs are. */
  readonly jobSchema: string;
  /** The schema of the Supabase Auth that this service has taken the place of. */
  readonly adoptedSchema: string | undefined;
  /** The operator's mails for readers of one language. */
  readonly mailerTexts: MailTextsByLanguage;
  /** The variable of a value as the operator writes it, for messages. */
  readonly variableOf: (key: ConfigKey) => string;
  readonly origin: ConfigOrigin;
}

/** Where the values come from. */
export interface ConfigOrigin {
  readonly sourceOf: (entry: ConfigEntry) => ConfigSource;
  /** As it is written; undefined where the default is used. */
  readonly textOf: (entry: ConfigEntry) => string | undefined;
  /** As the operator writes it, with a prefix. */
  readonly nameOf: (entry: ConfigEntry) => string;
  /** The same with other stored settings, by names without a prefix. */
  readonly withSettings: (settings: Environment) => AuthConfigReading;
}

export interface AuthConfigReading {
  /** Complete only when there are no faults. */
  config: AuthConfig;
  /** A line for each setting that stops the start. */
  faults: string[];
  /** What the log should say, and how loudly. */
  warnings: ConfigWarning[];
  /** A line for each deprecated variable in use. */
  deprecations: string[];
}

/** Destinations that the program that starts the service adds to URI_ALLOW_LIST. */
export type FurtherRedirects = (siteUrl: string) => readonly string[];

/** `fallbacks`: values by unprefixed name for what environment and settings leave out, as the all-in-one start brings them. */
export function readAuthConfig(
  environment: Environment,
  fallbacks: Environment = {},
  furtherRedirects: FurtherRedirects = () => [],
  settings: Environment = {},
): AuthConfigReading {
  const reader = new ConfigReader(environment, PREFIXES, fallbacks, settings);
  const values = reader.read(table);
  const providers = readProviders(reader, values.apiExternalUrl ?? "");
  const hooks = readHooks(reader);
  const mailerTexts = readMailTexts(reader);
  checkRules(reader, values);
  checkUnread(reader, values.ignore);
  reader.warnOfUnknownNames();
  const passwordMinLength = Math.max(values.passwordMinLength, LEAST_PASSWORD_LENGTH);
  const mfaChallengeExpirySeconds = Math.max(values.mfaChallengeExpirySeconds, LEAST_FACTOR_SECONDS);
  const mfaFactorExpirySeconds = Math.max(values.mfaFactorExpirySeconds, LEAST_FACTOR_SECONDS);
  const { faults, warnings, deprecations } = reader;
  const variableOf: AuthConfig["variableOf"] = (key) => reader.nameOf(table[key]);
  const origin: ConfigOrigin = {
    sourceOf: (entry) => reader.sourceOf(entry),
    textOf: (entry) => reader.textOf(entry),
    nameOf: (entry) => reader.nameOf(entry),
    withSettings: (other) => readAuthConfig(environment, fallbacks, furtherRedirects, other),
  };
  const uriAllowList = [...values.uriAllowList, ...furtherRedirects(values.siteUrl ?? "")];
  const raised = { passwordMinLength, mfaChallengeExpirySeconds, mfaFactorExpirySeconds };
  const schemas = schemasOf(values);
  const config = { ...values, ...raised, ...schemas, uriAllowList, providers, hooks, mailerTexts, variableOf, origin };
  return { config, faults, warnings, deprecations };
}

/** Beside an adopted schema there is one of ours, with the jobs in it: an operator there may create no more than is granted once. */
function schemasOf({ adopt, dbNamespace }: Pick<ConfigOf<typeof table>, "adopt" | "dbNamespace">) {
  if (!adopt) return { dbNamespace, jobSchema: jobSchema(dbNamespace), adoptedSchema: undefined };
  const own = `cofre_${dbNamespace}`;
  return { dbNamespace: own, jobSchema: own, adoptedSchema: dbNamespace };
}

export const configDocument: ConfigDocument = {
  path: "docs/auth_config.md",
  title: "auth: configuration",
  prefixes: PREFIXES,
  notes: [
    "Where the text speaks of another variable, it leaves out the prefix.",
    "`GOTRUE_` in place of `AUTHSVC_` works for every variable, so the environment of an existing Supabase Auth deployment starts this" +
      " service. `AUTHSVC_` wins where both are set. A variable of that server that has no effect here is named at start with what it would have" +
      " done there. One that restricts access there, and cannot here, stops the start: see `IGNORE`.",
  ],
  sections: [
    { title: "General", table: general },
    { title: "API", table: api },
    { title: "Database", table: database },
    { title: "Logging", table: logging },
    { title: "Telemetry", table: telemetry },
    { title: "Access tokens", table: jwt },
    { title: "Passwords", table: password },
    { title: "Security", table: security },
    { title: "Sessions", table: sessions },
    { title: "Second factors", table: mfa },
    { title: "Passkeys and security keys", table: webauthn },
    { title: "Mail server", table: smtp },
    {
      title: "Mails",
      note:
        "The built-in texts are in Portuguese and English. A mail comes in the language that `locale` of the user's `user_metadata` names, else in the" +
        " one that they signed up in, else in the one that the request asks for which causes the mail (`Accept-Language`; pages of web send their" +
        " own), else in English, which is also the default of the subjects below. A kind of mail for which you set a subject of your own, or a template, stays as you set it for everybody," +
        " but for those whose language has one of its own: see [Mails by language](#mails-by-language). Links lead to the paths below; those of mails that" +
        " a page of web began lead to that page, if `SITE_URL` or `URI_ALLOW_LIST` allow it and the path is still `/verify`.",
      table: mailer,
    },
    { title: "Notifications", table: notifications },
    {
      title: "Mails by language",
      note:
        "Each subject and template above, of notifications too, can be set once more for the readers of a language: its name with the language behind it, such" +
        " as `AUTHSVC_MAILER_SUBJECTS_CONFIRMATION_PT` or `AUTHSVC_MAILER_TEMPLATES_CONFIRMATION_DE`. `_PT` is for everybody who reads Portuguese, `_PT_BR` for" +
        " readers of Brazil alone, and goes before it. The language has two or three letters (ISO 639), so that it is no kind of mail; what names no language" +
        " is told at start. Such a text goes before the one for everybody, and that before the built-in one. Where there is a text for everybody, it is for all" +
        " whose first language has none of its own; without one, a reader's second language is tried too. Set the subject and the template of a mail, or half of" +
        " it may be in another language: the start warns of that. In a language without built-in texts, the plain part of a mail has the subject, the link" +
        " and the code.",
      table: mailTextsTable,
    },
    { title: "SMS", table: sms },
    { title: "SMS gateways", table: smsGateways },
    { title: "Captcha", table: captcha },
    { title: "Limits", table: limits },
    { title: "External sign-in", table: external },
    {
      title: "External providers",
      note: `Each provider has these variables, with its own name in place of \`<P>\`: ${PROVIDERS.map((each) => `\`${each.toUpperCase()}\``).join(", ")}.`,
      table: providerTable("<P>"),
    },
    { title: "Custom providers", table: customProviders },
    { title: "Wallets", table: web3 },
    { title: "Apps of others", table: oauthServer },
    {
      title: "Hooks",
      note: `Each hook has these variables, with its own name in place of \`<H>\`: ${Object.values(HOOKS)
        .map(({ variable }) => `\`${variable}\``)
        .join(", ")}. See [auth_hooks.md](auth_hooks.md).`,
      table: hookTable("<H>"),
    },
    { title: "Single sign-on by SAML", table: saml },
    { title: "Webhooks", table: webhooks },
    { title: "Unused accounts", table: retention },
    { title: "Experimental", table: experimental },
    { title: "Stored settings", table: settingStorage },
    { title: "Other variables of Supabase Auth", table: ignoring },
    { title: "Deprecated", note: "Setting one of these logs a notice.", table: deprecated },
  ],
};
