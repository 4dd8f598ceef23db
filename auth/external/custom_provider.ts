// A provider that an operator has described, as a value like those of providers/. Its addresses are strangers' choices: every request goes
// through the guard against addresses that are not public.
import { sendGuarded } from "../../kernel/outbound/guarded.ts";
import { ownUrl } from "../config/own_url.ts";
import type { AuthConfig, CustomProvider, ProviderConfig } from "../config.ts";
import type { CustomProviderWithSecret } from "../custom_providers/find_custom_provider.ts";
import { describeMapped } from "./mapped_person.ts";
import { discover } from "./protocols/discovery.ts";
import { oauth2Provider } from "./protocols/oauth2.ts";
import { type OidcEndpoints, oidcProvider } from "./protocols/oidc.ts";
import { profileOf } from "./protocols/person.ts";
import { callsWithin, PROVIDER_TIMEOUT_MS, type ProviderCall, type Sender } from "./protocols/provider_calls.ts";
import type { ExternalProvider } from "./provider.ts";

type OwnAddress = Pick<AuthConfig, "apiExternalUrl" | "customOauthExternalUrl">;
type Hosts = Pick<AuthConfig, "customOauthAllowedHosts">;

export function customProvider(definition: CustomProvider, config: Hosts): ExternalProvider {
  const { identifier: key, name, scopes, pkce_enabled: pkce, authorization_params: parameters } = definition;
  const common = {
    key,
    scopes,
    sends: guardedSender(config),
    clientAuthentication: "either" as const,
    authorizeParameters: () => parameters,
    ...(pkce && { pkce: true as const }),
  };
  const provider = definition.provider_type === "oidc" ? oidc(definition, common) : oauth2(definition, common);
  return { ...provider, name };
}

export function customProviderConfig({ definition, secret }: CustomProviderWithSecret, config: OwnAddress): ProviderConfig {
  return {
    enabled: definition.enabled,
    clientIds: [definition.client_id, ...definition.acceptable_client_ids],
    secret,
    redirectUri: customRedirectUri(config),
    url: undefined,
    apiUrl: undefined,
    emailOptional: definition.email_optional,
    skipNonceCheck: definition.skip_nonce_check,
  };
}

/** The same for all of them. */
export function customRedirectUri({ apiExternalUrl, customOauthExternalUrl }: OwnAddress): string {
  return ownUrl({ apiExternalUrl: customOauthExternalUrl ?? apiExternalUrl }, "/callback");
}

/** What it says of itself, asked now. Throws a ProviderError that says what is wrong with it. */
export async function probeCustomProvider(definition: CustomProvider, config: Hosts): Promise<void> {
  if (definition.provider_type === "oidc")
    await endpointsOf(definition, callsWithin(undefined, guardedSender(config))("exchange"));
}

type Common = Pick<Parameters<typeof oauth2Provider>[0], "key" | "scopes" | "sends" | "clientAuthentication" | "pkce">;

function oidc(definition: CustomProvider, common: Common): ExternalProvider {
  return oidcProvider({
    ...common,
    takesIdTokens: true,
    userinfo: "offered",
    endpoints: (_config, call) => endpointsOf(definition, call),
    describe: (claims) => describeMapped(claims, definition),
  });
}

function endpointsOf({ issuer = "", discovery_url: url }: CustomProvider, call: ProviderCall): Promise<OidcEndpoints> {
  return discover(issuer, call, url);
}

function oauth2(definition: CustomProvider, common: Common): ExternalProvider {
  const { authorization_url: authorize = "", token_url: token = "", userinfo_url: userinfo = "", issuer } = definition;
  return oauth2Provider({
    ...common,
    endpoints: () => ({ authorize, token, ...(issuer !== undefined && { issuer }) }),
    readProfile: async ({ get }) =>
      profileOf(describeMapped({ ...(await get(userinfo)), iss: issuer ?? new URL(userinfo).origin }, definition)),
  });
}

const MOST_BYTES = 1_000_000;

function guardedSender({ customOauthAllowedHosts: allowedHosts }: Hosts): Sender {
  return (url, { method = "GET", headers = {}, body = "", timeoutMs = PROVIDER_TIMEOUT_MS, mostBytes = MOST_BYTES } = {}) => {
    if (method === "DELETE") throw new TypeError("providers are asked by GET and POST");
    return sendGuarded(url, { method, headers, body, timeoutMs, mostBytes }, { allowedHosts });
  };
}
