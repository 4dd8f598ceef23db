// The configuration of the all-in-one start: the environment, and working defaults for the rest.
import { randomBytes } from "node:crypto";
import { ANY_OTHER } from "../auth/config/oauth_server.ts";
import { type AuthConfig, type AuthConfigReading, type FurtherRedirects, readAuthConfig } from "../auth/config.ts";
import { issuerOf } from "../auth/oauth_server/issuer.ts";
import { type FinanceConfig, readFinanceConfig } from "../finance/config.ts";
import { appAccess } from "../finance/credentials/app_access.ts";
import { BASE_PATH } from "../finance/endpoint.ts";
import type { Environment } from "../kernel/config/config.ts";
import { LOOPBACK } from "../kernel/process/listen.ts";
import { readWebConfig, type WebConfig } from "../web/config.ts";
import { databaseFallbacks, needsEmbedded } from "./all_in_one_database.ts";
import type { Secrets } from "./home.ts";
import { type Lan, lanUrl } from "./lan/lan.ts";
import { hostOf } from "./listening.ts";
import { printedHost } from "./open_to.ts";

export interface AllInOneConfig {
  auth: AuthConfigReading;
  finance: ReturnType<typeof readFinanceConfig>;
  web: ReturnType<typeof readWebConfig>;
}

/** Placeholders until the embedded database and the secrets exist, so that faults are reported before anything starts. */
const NOT_YET_STARTED = "postgres://127.0.0.1/cofre";
const NOT_YET_MADE = randomBytes(32).toString("base64url");

/**
 * Without `secrets` and `database` only the faults are valid. `webPort`: the port chosen for web. `host`: the default host of
 * every service.
 */
export function readAllInOneConfig(
  environment: Environment,
  secrets?: Secrets,
  database?: Environment,
  webPort?: number,
  host: string = LOOPBACK,
  lan?: Lan,
): AllInOneConfig {
  const databaseUrl = database ?? (needsEmbedded(environment) ? databaseFallbacks(NOT_YET_STARTED) : {});
  const settings = readAuthConfig(environment, databaseUrl).config;
  const link = { url: `http://localhost:${settings.apiPort}`, token: NOT_YET_MADE, host };
  const web = readWebBeside(environment, secrets, {
    host,
    ...(webPort !== undefined && { port: webPort }),
    authUrl: link.url,
    authExternalUrl: link.url,
    financeUrl: link.url,
  });
  const { port } = web.config;
  const siteUrl = lan
    ? lanUrl(lan, port)
    : (web.config.externalUrl ?? `http${web.config.tlsCert ? "s" : ""}://localhost:${port}`);
  const docsUrl = `${siteUrl}/docs`;
  const fallbacks = {
    ...databaseUrl,
    API_HOST: host,
    OTEL_EXPORTER_PROMETHEUS_HOST: host,
    ...(!settings.siteUrl && leadToWeb(siteUrl, web.config)),
    ...(!settings.siteUrl && lan && !lan.isNamed && passkeysHere(port)),
    DOCS_URL: docsUrl,
    API_EXTERNAL_URL: `http://localhost:${settings.apiPort}`,
    // Without a gateway, text messages go to the mailbox folder, so that phone sign-in can be tried.
    ...(!settings.smsProvider && { EXTERNAL_PHONE_ENABLED: "true" }),
    // Here a passkey that verified its user is both factors; auth alone keeps Supabase's default.
    PASSKEY_UV_AAL2: "true",
    JWT_SECRET: secrets?.jwtSecret ?? NOT_YET_MADE,
  };
  const financeGiven = readFinanceConfig(environment, { ...databaseUrl, HOST: host, AUTH_URL: link.url, AUTH_TOKEN: link.token });
  const resource = defaultResource(settings, financeGiven.config, link.url);
  // Pages of web under a name of their own, beside another site of the operator's.
  const hasOwnName = web.config.externalUrl !== undefined || !settings.siteUrl;
  const furtherRedirects: FurtherRedirects = (site) => [
    ...(hasOwnName && site !== siteUrl ? pagesOf(siteUrl) : []),
    ...(lan ? lanPages(lan, port) : []),
  ];
  const auth = readAuthConfig(
    environment,
    { ...fallbacks, ...financeAsResource(financeGiven.config, resource) },
    furtherRedirects,
  );
  return { auth, finance: readFinanceBeside(auth.config, environment, databaseUrl, { ...link, resource, docsUrl }), web };
}

/**
 * Links in mails lead to a page with a button, so that link scanners do not consume them. Enables passkeys and provider linking,
 * which web supports. Mails show the brand of the pages.
 */
function leadToWeb(siteUrl: string, { externalUrl = "", brandName, brandColour, brandLogo }: WebConfig): Environment {
  const page = `${siteUrl}/confirm`;
  return {
    SITE_URL: siteUrl,
    MAILER_URLPATHS_INVITE: page,
    MAILER_URLPATHS_CONFIRMATION: page,
    MAILER_URLPATHS_RECOVERY: page,
    MAILER_URLPATHS_EMAIL_CHANGE: page,
    PASSKEY_ENABLED: "true",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
    MAILER_BRAND_NAME: brandName,
    MAILER_BRAND_COLOUR: brandColour,
    // Mail programs load pictures from the internet, and few of them show an SVG.
    ...(brandLogo &&
      !/\.svg$/i.test(brandLogo) &&
      externalUrl.startsWith("https:") && { MAILER_BRAND_LOGO: `${externalUrl}/brand/logo` }),
  };
}

/** All pages of an origin, as entries of the list. Brackets are sets of characters in globs. */
function pagesOf(origin: string): string[] {
  const glob = origin.replace(/[[\]]/g, "\\$&");
  return [glob, `${glob}/**`];
}

/** Browsers accept no passkey at an address, so those of this machine stay. */
const passkeysHere = (port: number): Environment => ({
  WEBAUTHN_RP_ID: LOOPBACK,
  WEBAUTHN_RP_ORIGINS: `http://${LOOPBACK}:${port},https://${LOOPBACK}:${port}`,
});

/** Where links may lead back to: every address in the network, and this machine at any port as before. */
function lanPages({ addresses, names }: Lan, port: number): string[] {
  const outer = [...addresses.map(({ address }) => address), ...names].map((host) => lanUrl({ host }, port));
  const here = [LOOPBACK, "127.0.0.1", "[::1]"].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]);
  return [...outer, ...here].flatMap(pagesOf);
}

/** Finance's URL as the OAuth resource, if the operator has named none; undefined while the port is unknown. */
function defaultResource(auth: AuthConfig, finance: FinanceConfig, authUrl: string): string | undefined {
  const { oauthResource, host, port } = finance;
  const isNamed = oauthResource !== undefined || auth.oauthServerResources !== undefined;
  if (!auth.oauthServerEnabled || isNamed || finance.authUrl !== authUrl || port === 0) return undefined;
  return `https://${printedHost(host)}:${port}${BASE_PATH}`;
}

/** If finance accepts tokens of apps, auth issues them for finance's scopes. Other resources stay allowed by default. */
function financeAsResource(finance: FinanceConfig, byDefault: string | undefined): Environment {
  const app = appAccess({ ...finance, oauthResource: byDefault ?? finance.oauthResource });
  if (!app) return {};
  const others = byDefault === undefined ? {} : { [ANY_OTHER]: [] };
  return { OAUTH_SERVER_RESOURCES: JSON.stringify({ [app.resource]: app.scopes, ...others }) };
}

interface WebPeers {
  /** The default for WEB_HOST. */
  host: string;
  port?: number;
  authUrl: string;
  authExternalUrl: string;
  financeUrl: string;
  financeCa?: string;
}

/** Web's configuration beside these services, unless the environment names others. */
export function readWebBeside(environment: Environment, secrets: Secrets | undefined, peers: WebPeers): AllInOneConfig["web"] {
  const { host, port, authUrl, authExternalUrl, financeUrl, financeCa } = peers;
  // Zero means any port, which has been chosen by now.
  const withPort = port === undefined ? environment : { ...environment, WEB_PORT: String(port) };
  return readWebConfig(withPort, {
    HOST: host,
    AUTH_URL: authUrl,
    AUTH_EXTERNAL_URL: authExternalUrl,
    FINANCE_URL: financeUrl,
    FINANCE_CA: financeCa,
    SECRET_KEY: secrets?.jwtSecret ?? NOT_YET_MADE,
  });
}

/** The auth service of the same process, with an administrative token. */
export interface AuthBeside {
  /** The default for FINANCE_HOST. */
  host: string;
  url: string;
  token: string;
  /** The default for FINANCE_OAUTH_RESOURCE. */
  resource?: string | undefined;
  /** The default for FINANCE_DOCS_URL. */
  docsUrl?: string | undefined;
}

/** Finance's configuration beside this auth service, unless the environment names another one. */
export function readFinanceBeside(
  auth: AuthConfig,
  environment: Environment,
  database: Environment,
  { host, url, token, resource, docsUrl }: AuthBeside,
): AllInOneConfig["finance"] {
  return readFinanceConfig(environment, {
    ...database,
    HOST: host,
    AUTH_URL: url,
    AUTH_TOKEN: token,
    JWT_SECRET: auth.jwtSecret,
    JWT_AUD: auth.jwtAud,
    OAUTH_ISSUER: issuerOf(auth),
    OAUTH_RESOURCE: resource,
    DOCS_URL: docsUrl,
    // The secret signs tokens until keys do, and those may be made while both services run.
    JWKS_URL: `${url}/.well-known/jwks.json`,
  });
}

/** The URL at which the process reaches its own service. */
export function ownUrl(host: string | undefined, port: number): string {
  return `http://${hostOf(host)}:${port}`;
}
