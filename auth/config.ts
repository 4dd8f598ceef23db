// The variables of this service, and the one function that reads them. docs/auth_config.md is made from the same tables.
import { type ConfigOf, ConfigReader, type ConfigWarning, type Environment } from "../kernel/config/config.ts";
import type { ConfigDocument } from "../kernel/config/docs.ts";
import { logging, observability, telemetry } from "../kernel/config/observability.ts";
import { customProviders } from "./config/custom_providers.ts";
import { experimental } from "./config/experimental.ts";
import { external } from "./config/external.ts";
import { LEAST_FACTOR_SECONDS, mfa } from "./config/factors.ts";
import { HOOKS, type HookConfigs, hookTable, readHooks } from "./config/hooks.ts";
import { captcha, limits } from "./config/limits.ts";
import { mailer, smtp } from "./config/mail.ts";
import { notifications } from "./config/notifications.ts";
import { oauthServer } from "./config/oauth_server.ts";
import { PROVIDERS, type ProviderConfigs, providerTable, readProviders } from "./config/providers.ts";
import { checkRules, LEAST_PASSWORD_LENGTH } from "./config/rules.ts";
import { saml } from "./config/saml.ts";
import { api, database, deprecated, general, PREFIXES } from "./config/server.ts";
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
  ...experimental,
  ...ignoring,
  ...deprecated,
};

export interface AuthConfig extends ConfigOf<typeof table> {
  readonly providers: ProviderConfigs;
  /** Those that are switched on. */
  readonly hooks: HookConfigs;
  /** The variable of a value as the operator writes it, for messages. */
  readonly variableOf: (key: keyof typeof table) => string;
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

/** `fallbacks`: values by unprefixed name for what the environment leaves out, as the all-in-one start brings them. */
export function readAuthConfig(environment: Environment, fallbacks: Environment = {}): AuthConfigReading {
  const reader = new ConfigReader(environment, PREFIXES, fallbacks);
  const values = reader.read(table);
  const providers = readProviders(reader, values.apiExternalUrl ?? "");
  const hooks = readHooks(reader);
  checkRules(reader, values);
  checkUnread(reader, values.ignore);
  reader.warnOfUnknownNames();
  const passwordMinLength = Math.max(values.passwordMinLength, LEAST_PASSWORD_LENGTH);
  const mfaChallengeExpirySeconds = Math.max(values.mfaChallengeExpirySeconds, LEAST_FACTOR_SECONDS);
  const mfaFactorExpirySeconds = Math.max(values.mfaFactorExpirySeconds, LEAST_FACTOR_SECONDS);
  const { faults, warnings, deprecations } = reader;
  const variableOf: AuthConfig["variableOf"] = (key) => reader.nameOf(table[key]);
  const raised = { passwordMinLength, mfaChallengeExpirySeconds, mfaFactorExpirySeconds };
  return { config: { ...values, ...raised, providers, hooks, variableOf }, faults, warnings, deprecations };
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
        "The built-in texts come in the language that `locale` of `user_metadata` names: Portuguese for `pt`, `pt-BR` and the like, else English, which" +
        " is also the default of the subjects below. A kind of mail for which you set a subject of your own, or a template, stays as you set it for everybody.",
      table: mailer,
    },
    { title: "Notifications", table: notifications },
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
    { title: "Experimental", table: experimental },
    { title: "Other variables of Supabase Auth", table: ignoring },
    { title: "Deprecated", note: "Setting one of these logs a notice.", table: deprecated },
  ],
};
