// External sign-in providers: the same variables for each, EXTERNAL_<PROVIDER>_*.
import { type ConfigOf, type ConfigReader, configTable } from "../../kernel/config/config.ts";
import { bool, exactHttpUrl, exactText, filledList, httpUrl } from "../../kernel/config/formats.ts";
import { ownUrl } from "./own_url.ts";

export const PROVIDERS = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "vercel_marketplace",
  "workos",
  "x",
  "zoom",
] as const;

export type Provider = (typeof PROVIDERS)[number];

/** The providers whose identity tokens `POST /token?grant_type=id_token` takes. */
export const ID_TOKEN_PROVIDERS: readonly Provider[] = [
  "apple",
  "azure",
  "facebook",
  "google",
  "kakao",
  "keycloak",
  "vercel_marketplace",
];

export type ProviderConfig = ConfigOf<ReturnType<typeof providerTable>> & { readonly redirectUri: string };
export type ProviderConfigs = Readonly<Record<Provider, ProviderConfig>>;

/** The entries of one provider. The name is the provider's key, or a stand-in for all of them in the docs. */
export function providerTable(name: string) {
  const prefix = `EXTERNAL_${name.toUpperCase()}_`;
  return configTable({
    enabled: { env: `${prefix}ENABLED`, format: bool, initial: false, doc: "Offers sign-in with this provider." },
    clientIds: {
      env: `${prefix}CLIENT_ID`,
      format: filledList,
      initial: [],
      doc: "Client id at the provider. Required when enabled. Of several, the first is used for redirects and all for identity tokens.",
    },
    secret: {
      env: `${prefix}SECRET`,
      format: exactText,
      secret: true,
      doc: "Client secret at the provider. Required when enabled.",
    },
    redirectUri: {
      env: `${prefix}REDIRECT_URI`,
      format: exactHttpUrl,
      doc: "The URI that the provider sends people back to. While it is unset, that is `/callback` below `API_EXTERNAL_URL`.",
    },
    url: {
      env: `${prefix}URL`,
      format: httpUrl,
      unset: "the provider's public address",
      doc: "Base URL of the provider. keycloak has no public one, so it must be set there: the URL of the realm.",
    },
    apiUrl: {
      env: `${prefix}API_URL`,
      format: httpUrl,
      unset: "follows `URL`",
      doc: "Base URL of the provider's API, where that is another host.",
    },
    emailOptional: {
      env: `${prefix}EMAIL_OPTIONAL`,
      format: bool,
      initial: false,
      doc: "People whose account there has no email address may sign in too.",
    },
    skipNonceCheck: {
      env: `${prefix}SKIP_NONCE_CHECK`,
      format: bool,
      initial: false,
      doc: `Takes identity tokens without comparing their nonce. Has an effect for ${ID_TOKEN_PROVIDERS.join(", ")}.`,
    },
  });
}

/** Base URLs that are known without asking the operator. */
const PUBLIC_URLS: Partial<Record<Provider, string>> = { gitlab: "https://gitlab.com" };

export function readProviders(reader: ConfigReader, apiExternalUrl: string): ProviderConfigs {
  const configs = PROVIDERS.map((provider) => [provider, readProvider(reader, provider, apiExternalUrl)]);
  return Object.fromEntries(configs);
}

function readProvider(reader: ConfigReader, provider: Provider, apiExternalUrl: string): ProviderConfig {
  const table = providerTable(provider);
  const config = reader.read(table);
  if (config.enabled) {
    const needed = [table.clientIds, table.secret, ...(provider === "keycloak" ? [table.url] : [])];
    for (const entry of needed) reader.require(entry, table.enabled, "is true");
  }
  const redirectUri = config.redirectUri ?? ownUrl({ apiExternalUrl }, "/callback");
  return { ...config, redirectUri, url: config.url ?? PUBLIC_URLS[provider] };
}
