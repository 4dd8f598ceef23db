// What the server is, where it listens and where its data lies.
import { configTable } from "../../kernel/config/config.ts";
import {
  bool,
  durationFrom,
  exactText,
  type Format,
  FormatError,
  filledList,
  headerName,
  httpUrl,
  integer,
  list,
  listOf,
  networks,
  oneOf,
  pattern,
  port,
  postgresUrl,
  text,
  wholeSeconds,
} from "../../kernel/config/formats.ts";
import { schemaName } from "../../kernel/config/schema_name.ts";
import { siteUrl } from "./formats.ts";

/** Our prefix, then the one that deployments of Supabase Auth have. */
export const PREFIXES = ["AUTHSVC_", "GOTRUE_"];

/** Other programs set the other secrets, so those may be short. This one is ours alone, so it must be long enough for HKDF. */
const longSecret: Format<string> = {
  allowed: "32 bytes or more",
  exact: true,
  read(raw) {
    if (Buffer.byteLength(raw) < 32) throw new FormatError();
    return raw;
  },
};

export const general = configTable({
  siteUrl: {
    env: "SITE_URL",
    format: siteUrl,
    required: true,
    doc: "Base URL of the site that people sign in to. Mails are built on it, and a `redirect_to` on its host is allowed.",
  },
  uriAllowList: {
    env: "URI_ALLOW_LIST",
    format: list,
    initial: [],
    doc: "Further `redirect_to` destinations. Globs work: `*` stands for a run without `.` and `/`, `**` for any run.",
  },
  disableSignup: {
    env: "DISABLE_SIGNUP",
    format: bool,
    initial: false,
    doc: "Nobody can sign up; users come by invitation or by an administrator.",
  },
  impersonationEnabled: {
    env: "IMPERSONATION_ENABLED",
    format: bool,
    initial: false,
    doc: "Administrators may see an account as its user does: for 30 minutes, with a reason, without changing anything. The user gets a mail.",
  },
  impersonationSupportCodeRequired: {
    env: "IMPERSONATION_SUPPORT_CODE_REQUIRED",
    format: bool,
    initial: false,
    doc: "They may only with a code that the user has made for them, which is good for an hour and once.",
  },
  externalEmailEnabled: {
    env: "EXTERNAL_EMAIL_ENABLED",
    format: bool,
    initial: true,
    doc: "Sign-up and sign-in by email address. External providers work without it.",
  },
  externalEmailMagicLinkEnabled: {
    env: "EXTERNAL_EMAIL_MAGIC_LINK_ENABLED",
    format: bool,
    initial: true,
    doc: "Sign-in by a link or a code in a mail: `POST /otp` with an email address, and `POST /magiclink`. Recovery and confirmations work without it.",
  },
  externalEmailAuthorizedAddresses: {
    env: "EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES",
    format: filledList,
    unset: "every address",
    doc: "The only email addresses that are mailed, each also with a label such as `+test` before the `@`; a request that would mail another is refused.",
  },
  externalPhoneEnabled: {
    env: "EXTERNAL_PHONE_ENABLED",
    format: bool,
    initial: false,
    doc: "Sign-up and sign-in by phone number.",
  },
  externalAnonymousUsersEnabled: {
    env: "EXTERNAL_ANONYMOUS_USERS_ENABLED",
    format: bool,
    initial: false,
    doc: "Sign-in without any address, to be completed later.",
  },
  production: {
    env: "PRODUCTION",
    format: bool,
    initial: false,
    doc: "Refuses settings that are meant for trying things out, such as `SMS_TEST_OTP`.",
  },
  upstreamAnswers: {
    env: "UPSTREAM_ANSWERS",
    format: bool,
    initial: false,
    doc: "Answers and limits as Supabase Auth has them, also where they reveal whether an account exists: `docs/compatibility/auth.md` lists each.",
  },
  secretKey: {
    env: "SECRET_KEY",
    format: longSecret,
    secret: true,
    unset: "derived from `JWT_SECRET`",
    doc: "Key from which the keys for one-time codes, refresh tokens, queued mail and sign-in states are derived.",
  },
});

export const api = configTable({
  apiHost: {
    env: "API_HOST",
    format: pattern("an IP address or a host name", /^[A-Za-z0-9.:_-]+$/),
    unset: "every interface",
    doc: "Address to listen on. `localhost` is every loopback address. With `npm start` it is that unless set.",
  },
  apiPort: {
    env: "API_PORT",
    also: ["PORT"],
    bare: ["PORT"],
    format: port,
    initial: 8081,
    doc: "Port to listen on. 0 takes any free port.",
  },
  apiExternalUrl: {
    env: "API_EXTERNAL_URL",
    bare: ["API_EXTERNAL_URL"],
    format: httpUrl,
    required: true,
    doc: "URL at which clients reach this service, as seen from outside the proxy.",
  },
  apiMaxRequestDurationSeconds: {
    env: "API_MAX_REQUEST_DURATION",
    format: wholeSeconds(1),
    initial: 10,
    doc: "A request that takes longer is answered with an error.",
  },
  requestIdHeader: {
    env: "REQUEST_ID_HEADER",
    also: ["API_REQUEST_ID_HEADER"],
    bare: ["REQUEST_ID_HEADER"],
    format: headerName,
    cosmetic: true,
    unset: "each request gets a new id",
    doc: "Name of an incoming header whose value becomes the request id.",
  },
  docsUrl: {
    env: "DOCS_URL",
    format: httpUrl,
    unset: "errors have no link; with `npm start` the `/docs` of web",
    doc: 'Base URL of the documentation site, such as `https://app.example.com/docs`. Errors then have the header `Link: <.../errors/CODE>; rel="help"`.',
  },
  corsAllowedHeaders: {
    env: "CORS_ALLOWED_HEADERS",
    format: listOf(headerName),
    initial: [],
    cosmetic: true,
    doc: "Request headers that browsers may send, besides those of the usual clients.",
  },
  trustedProxies: {
    env: "TRUSTED_PROXIES",
    format: networks,
    initial: ["127.0.0.0/8", "::1/128"],
    doc: "Peers whose forwarding headers are believed; such a proxy must overwrite or extend `X-Forwarded-For`, because one that passes it on as it came lets clients choose their address. Everyone else is known by the address of the socket.",
  },
});

export const database = configTable({
  // The variable is required by its own documentation although it has one value; a deployment that leaves it out means that value.
  dbDriver: { env: "DB_DRIVER", format: oneOf("postgres"), initial: "postgres", doc: "The kind of database. There is one." },
  databaseUrl: {
    env: "DB_DATABASE_URL",
    also: ["DATABASE_URL"],
    bare: ["DATABASE_URL"],
    format: postgresUrl,
    required: true,
    secret: true,
    doc: "Connection string of the PostgreSQL database, version 15 or newer.",
  },
  dbMaxPoolSize: {
    env: "DB_MAX_POOL_SIZE",
    format: integer(0, 100_000),
    initial: 0,
    doc: "Most connections at a time. 0 sets no limit of its own.",
  },
  dbConnPercentage: {
    env: "DB_CONN_PERCENTAGE",
    format: integer(0, 100),
    initial: 0,
    doc: "Most connections at a time, as a percentage of those that the server accepts from everyone. If set, DB_MAX_POOL_SIZE has no effect.",
  },
  dbMaxIdlePoolSize: {
    env: "DB_MAX_IDLE_POOL_SIZE",
    format: integer(0, 100_000),
    initial: 0,
    doc: "Of the connections that transactions use, most that stay open unused. 0 sets no limit.",
  },
  dbConnMaxIdleSeconds: {
    env: "DB_CONN_MAX_IDLE_TIME",
    format: durationFrom(1),
    initial: 60,
    doc: "How long a connection that transactions use stays open unused.",
  },
  dbNamespace: {
    env: "DB_NAMESPACE",
    bare: ["DB_NAMESPACE"],
    format: schemaName,
    initial: "auth",
    doc: "The schema that prefixes all table names. A schema that another program made is never altered, unless ADOPT says so.",
  },
  adopt: {
    env: "ADOPT",
    format: oneOf("supabase"),
    doc: "`supabase`: DB_NAMESPACE is the schema of a Supabase Auth. Its users are taken over at the first start, and both schemas are kept in step from then on. This service's own tables are in `cofre_` followed by that name. See [auth_adopting.md](auth_adopting.md).",
  },
  rlsHelpers: {
    env: "RLS_HELPERS",
    format: bool,
    initial: false,
    doc: "On a database without Supabase: the functions `uid()`, `role()`, `email()` and `jwt()` in DB_NAMESPACE, and the roles `anon`, `authenticated` and `service_role`, for policies as on a Supabase. See [auth_postgrest.md](auth_postgrest.md).",
  },
  adoptTotpSecrets: {
    env: "ADOPT_TOTP_SECRETS",
    format: bool,
    initial: true,
    doc: "Whether the adopted schema has the secrets of authenticator apps, unencrypted as Supabase Auth keeps them. Without them, users with such a factor cannot sign in after a way back.",
  },
});

export const settingStorage = configTable({
  settingsEnabled: {
    env: "SETTINGS_ENABLED",
    format: bool,
    initial: true,
    doc: "What this environment leaves out may be set while the service runs, in the console or by `cofre config`, and is kept in the database. `false` ignores what is stored, which lets a service start that stored settings have broken.",
  },
});

export const deprecated = configTable({
  operatorToken: {
    env: "OPERATOR_TOKEN",
    format: exactText,
    secret: true,
    deprecated: "there is one instance, so no operator's token is needed; remove it",
    doc: "Accepted and not used: there is no multi-instance mode.",
  },
  apiEndpoint: {
    env: "API_ENDPOINT",
    format: text,
    deprecated: "set API_EXTERNAL_URL instead",
    doc: "Accepted and not used: there is no multi-instance mode. `API_EXTERNAL_URL` takes its place.",
  },
});
