// Every variable of the web service.
import { type ConfigOf, ConfigReader, configTable, type Environment } from "../kernel/config/config.ts";
import type { ConfigDocument } from "../kernel/config/docs.ts";
import { exactText, httpUrl, line, list, networks, oneOf, pattern, port, text } from "../kernel/config/formats.ts";
import { logging, observability, telemetry } from "../kernel/config/observability.ts";

const listening = configTable({
  host: {
    env: "HOST",
    format: text,
    unset: "127.0.0.1; with a certificate or a trusted proxy all addresses",
    doc: "Host name or address to listen on. `localhost` is every loopback address. With `npm start` it is that unless set.",
  },
  port: { env: "PORT", format: port, initial: 8080, doc: "Port. Plain HTTP unless there is a certificate." },
  externalUrl: {
    env: "EXTERNAL_URL",
    format: httpUrl,
    unset: "as the browser names it in `Host`",
    doc: "The address that browsers see, where providers and mails lead back to. Auth has to allow it as a redirect.",
  },
  tlsCert: { env: "TLS_CERT", format: text, doc: "Path of the certificate chain (PEM)." },
  tlsKey: { env: "TLS_KEY", format: text, doc: "Path of the certificate's private key (PEM)." },
  trustedProxies: {
    env: "TRUSTED_PROXIES",
    format: networks,
    initial: [],
    doc: "Addresses or networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. Without HTTPS, here or at such a proxy, only this machine itself is served.",
  },
});

const peers = configTable({
  authUrl: { env: "AUTH_URL", format: httpUrl, required: true, doc: "Where the auth service answers this one." },
  authExternalUrl: {
    env: "AUTH_EXTERNAL_URL",
    format: httpUrl,
    unset: "`WEB_AUTH_URL`",
    doc: "Where browsers find auth, for sign-in with other providers (`AUTHSVC_API_EXTERNAL_URL`).",
  },
  financeUrl: {
    env: "FINANCE_URL",
    format: httpUrl,
    required: true,
    doc: "Where the finance service answers this one, with its base path: `https://finance.example.com/rest/v2`.",
  },
  financeCa: {
    env: "FINANCE_CA",
    format: text,
    unset: "the authorities that Node knows",
    doc: "Path of the certificate (PEM) of finance, or of its authority, where it is one of your own.",
  },
  secretKey: {
    env: "SECRET_KEY",
    format: exactText,
    required: true,
    secret: true,
    doc: "A secret of at least 32 characters, of which keys are made: one seals the session cookie, and one for each user the entries that wait in a browser. The same for all replicas; another one signs everybody out here, and what still waits cannot be opened.",
  },
});

const console = configTable({
  adminHosts: {
    env: "ADMIN_HOSTS",
    format: list,
    initial: [],
    unset: "every host",
    doc: "The host names, without ports, at which the console for administrators (`/admin`) answers. At others it is not found.",
  },
  adminAllowedNetworks: {
    env: "ADMIN_ALLOWED_NETWORKS",
    format: networks,
    initial: [],
    unset: "every address",
    doc: "The addresses or networks (`10.0.0.0/8`) whose browsers reach the console. For others it is not found.",
  },
});

const captcha = configTable({
  captchaProvider: {
    env: "CAPTCHA_PROVIDER",
    format: oneOf("hcaptcha", "turnstile"),
    doc: "Whose captcha the hosted pages show: that of `AUTHSVC_SECURITY_CAPTCHA_PROVIDER`. Its scripts are then allowed on those pages.",
  },
  captchaSiteKey: { env: "CAPTCHA_SITE_KEY", format: line, doc: "The public key that the captcha's provider gave you." },
});

const brand = configTable({
  brandName: { env: "BRAND_NAME", format: line, initial: "Cofre", cosmetic: true, doc: "The name at the head of every page." },
  brandLogo: {
    env: "BRAND_LOGO",
    format: text,
    unset: "ours",
    doc: "Path of an SVG, PNG, JPEG or WebP file of at most 256 KB, shown beside the name.",
  },
  brandColour: {
    env: "BRAND_COLOUR",
    format: pattern("a colour as #rrggbb", /^#[0-9a-f]{6}$/i),
    unset: "ours",
    cosmetic: true,
    doc: "The brand's colour. Buttons, links, surfaces and tints follow from it; their lightness is chosen so that text can be read.",
  },
});

const PREFIXES = ["WEB_"];
const LEAST_SECRET = 32;
const table = { ...listening, ...peers, ...console, ...captcha, ...brand, ...observability };

export type WebConfig = ConfigOf<typeof table>;

/** `fallbacks`: values by unprefixed name for what the environment leaves out, as the all-in-one start brings them. */
export function readWebConfig(environment: Environment, fallbacks: Environment = {}) {
  const reader = new ConfigReader(environment, PREFIXES, fallbacks);
  const config: WebConfig = reader.read(table);
  if (config.tlsCert && !config.tlsKey) reader.fault(table.tlsKey, "missing beside WEB_TLS_CERT", "a path");
  if (config.tlsKey && !config.tlsCert) reader.fault(table.tlsCert, "missing beside WEB_TLS_KEY", "a path");
  if (config.captchaProvider && !config.captchaSiteKey)
    reader.fault(table.captchaSiteKey, "missing beside WEB_CAPTCHA_PROVIDER", "a key");
  if (config.secretKey !== undefined && config.secretKey.length < LEAST_SECRET)
    reader.fault(
      table.secretKey,
      `found a value of ${config.secretKey.length} characters`,
      `at least ${LEAST_SECRET} characters`,
    );
  reader.warnOfUnknownNames();
  return { config, faults: reader.faults, warnings: reader.warnings };
}

export const configDocument: ConfigDocument = {
  path: "docs/web_config.md",
  title: "web: configuration",
  prefixes: PREFIXES,
  notes: [],
  sections: [
    { title: "Listening", table: listening },
    { title: "The other services", table: peers },
    { title: "Console", table: console },
    { title: "Captcha", table: captcha },
    { title: "Brand", table: brand },
    { title: "Logging", table: logging },
    { title: "Telemetry", table: telemetry },
  ],
};
