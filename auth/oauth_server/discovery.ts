// What a client has to know of this server to use it, as OpenID Connect Discovery and RFC 8414 put it.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { ownUrl } from "../config/own_url.ts";
import type { AuthWorld } from "../endpoint.ts";
import { GRANT_TYPES } from "../oauth_clients/grant_types.ts";
import { issuerOf } from "./issuer.ts";
import { userScopes } from "./scopes.ts";

const CACHE_SECONDS = 600;
const Text = Type.String();
const Texts = Type.Array(Text);

export const DiscoveryReply = Type.Object({
  issuer: Text,
  authorization_endpoint: Text,
  token_endpoint: Text,
  userinfo_endpoint: Text,
  jwks_uri: Text,
  revocation_endpoint: Text,
  introspection_endpoint: Text,
  end_session_endpoint: Text,
  registration_endpoint: Type.Optional(Text),
  scopes_supported: Texts,
  response_types_supported: Texts,
  response_modes_supported: Texts,
  grant_types_supported: Texts,
  subject_types_supported: Texts,
  id_token_signing_alg_values_supported: Texts,
  token_endpoint_auth_methods_supported: Texts,
  revocation_endpoint_auth_methods_supported: Texts,
  introspection_endpoint_auth_methods_supported: Texts,
  code_challenge_methods_supported: Texts,
  claims_supported: Texts,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  client_id_metadata_document_supported: Type.Boolean(),
  request_parameter_supported: Type.Boolean(),
  request_uri_parameter_supported: Type.Boolean(),
});

/** Only identity tokens have these; what else is announced is in the answer of userinfo too. */
const ID_TOKEN_CLAIMS = ["iss", "aud", "azp", "exp", "iat", "auth_time", "nonce", "at_hash", "sid"];

export function describeServer({ config, keys }: Pick<AuthWorld, "config" | "keys">): Answer {
  const at = (path: string) => ownUrl(config, path);
  const withSecret = ["client_secret_basic", "client_secret_post"];
  const canIdentify = keys.method !== "HS256";
  const resourceScopes = Object.values(config.oauthServerResources ?? {}).flat();
  const body = {
    issuer: issuerOf(config),
    authorization_endpoint: at("/oauth/authorize"),
    token_endpoint: at("/oauth/token"),
    userinfo_endpoint: at("/oauth/userinfo"),
    jwks_uri: at("/.well-known/jwks.json"),
    revocation_endpoint: at("/oauth/revoke"),
    introspection_endpoint: at("/oauth/introspect"),
    end_session_endpoint: at("/oauth/end_session"),
    ...(config.oauthServerAllowDynamicRegistration && { registration_endpoint: at("/oauth/clients/register") }),
    scopes_supported: [...new Set([...userScopes({ canIdentify }), ...resourceScopes])],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: GRANT_TYPES,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: canIdentify ? [keys.method] : [],
    token_endpoint_auth_methods_supported: [...withSecret, "none"],
    revocation_endpoint_auth_methods_supported: [...withSecret, "none"],
    introspection_endpoint_auth_methods_supported: withSecret,
    code_challenge_methods_supported: ["S256"],
    claims_supported: [
      "sub",
      ...(canIdentify ? ID_TOKEN_CLAIMS : []),
      ...["email", "email_verified", "phone_number", "phone_number_verified"],
      ...["name", "picture", "preferred_username", "updated_at"],
    ],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: config.oauthServerDocumentsEnabled,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
  return new Answer(200, { "cache-control": `public, max-age=${CACHE_SECONDS}` }, body);
}
