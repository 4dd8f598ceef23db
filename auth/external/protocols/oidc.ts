// A provider that speaks OpenID Connect: OAuth 2.0, and who the person is comes as a signed token that repeats our nonce.
import type { ProviderConfig } from "../../config.ts";
import { type CheckedIdToken, type ExternalProvider, type IdTokenInput, ProviderError } from "../provider.ts";
import { type IdTokenCheck, type IdTokenClaims, verifyIdToken } from "./id_token.ts";
import { type OAuth2Endpoints, type OAuth2Spec, oauth2Provider, type ProfileContext } from "./oauth2.ts";
import { describePerson, type PersonClaims } from "./oidc_person.ts";
import { type DescribedPerson, profileOf } from "./person.ts";
import { callsWithin, type ProviderCall, type Sender } from "./provider_calls.ts";

/** Who may have issued an identity token, and the keys that show it. */
export type Signers = Pick<IdTokenCheck, "issuers" | "keysUrl">;

export interface OidcEndpoints extends OAuth2Endpoints, Signers {
  userinfo?: string | undefined;
}

export interface IdTokenSpec {
  sends?: Sender;
  endpoints(config: ProviderConfig, call: ProviderCall): Signers | Promise<Signers>;
  /** Why a token that is signed, lately and for us, is still no identity token. */
  refuses?(claims: IdTokenClaims): string | undefined;
  /** Where the usual reading of the claims does not do. */
  describe?(claims: PersonClaims, context: DescribeContext): DescribedPerson;
}

export interface DescribeContext {
  config: ProviderConfig;
  /** What the browser brought back, where one was there. */
  parameters: ProfileContext["parameters"];
}

type OAuth2Part = Pick<OAuth2Spec, "key" | "callback" | "scopes" | "takesScopes" | "authorizeParameters" | "pkce" | "sends">;

export interface OidcSpec extends IdTokenSpec, OAuth2Part {
  endpoints(config: ProviderConfig, call: ProviderCall): OidcEndpoints | Promise<OidcEndpoints>;
  /** False where the provider does not repeat a nonce, against the standard. */
  nonce?: false;
  /**
   * `also`: the token says too little about the person. `offered`: it may, so this is called where it exists. `instead`: the token may be
   * missing, and this replaces it.
   */
  userinfo?: "also" | "offered" | "instead";
  /** In the body, unless given. */
  clientAuthentication?: OAuth2Spec["clientAuthentication"];
  /** Whether `POST /token?grant_type=id_token` takes its tokens. */
  takesIdTokens?: true;
}

export function oidcProvider(spec: OidcSpec): ExternalProvider {
  const { nonce, endpoints, takesIdTokens, ...rest } = spec;
  return {
    ...oauth2Provider({
      ...rest,
      endpoints,
      ...(nonce !== false && { nonce: true }),
      clientAuthentication: spec.clientAuthentication ?? "body",
      readProfile: async (context) => profileOf(describe(spec, await readClaims(spec, context), context)),
    }),
    ...(takesIdTokens && { checkIdToken: (input: IdTokenInput) => checkIdToken(spec, input) }),
  };
}

/** For tokens that a client got by itself: they may be for any of our ids, and carry the client's nonce. */
export async function checkIdToken(spec: IdTokenSpec, { config, ...token }: IdTokenInput): Promise<CheckedIdToken> {
  const signers = await spec.endpoints(config, callsWithin(undefined, spec.sends)("id_token"));
  const claims = await verify(spec, signers, { ...token, audiences: config.clientIds });
  const profile = profileOf(describe(spec, claims, { config, parameters: {} }));
  return { profile, nonce: typeof claims.nonce === "string" ? claims.nonce : undefined };
}

async function readClaims(spec: OidcSpec, context: ProfileContext): Promise<PersonClaims> {
  const { config, tokens, memory, now, get, call, receive } = context;
  const endpoints = await spec.endpoints(config, call);
  const { idToken, accessToken } = tokens;
  if (idToken === undefined) {
    if (spec.userinfo !== "instead") throw new ProviderError("id_token", "the provider sent no identity token");
    return { ...(await get(userinfoOf(endpoints))), iss: endpoints.issuer };
  }
  const { nonce } = memory;
  if (spec.nonce !== false && !nonce) throw new ProviderError("id_token", "the nonce of the identity token is not there");
  const claims = await verify(spec, endpoints, { idToken, accessToken, nonce, now, audiences: config.clientIds.slice(0, 1) });
  receive?.("id_token", claims);
  const isAsked = spec.userinfo === "also" || (spec.userinfo === "offered" && endpoints.userinfo !== undefined);
  if (!isAsked) return claims;
  const described = await get(userinfoOf(endpoints));
  // Whose userinfo it is, is known by this alone (OpenID Connect Core 5.3.2).
  if (described.sub !== claims.sub) throw new ProviderError("profile", "the provider describes somebody else");
  // An address and the word that it is verified belong together.
  const { email, email_verified, ...others } = claims;
  return { ...others, ...described, ...(!("email" in described) && { email, email_verified }), iss: claims.iss };
}

async function verify(
  { refuses, sends }: IdTokenSpec,
  { issuers, keysUrl }: Signers,
  token: Omit<IdTokenCheck, keyof Signers | "sends">,
): Promise<IdTokenClaims> {
  const claims = await verifyIdToken({ ...token, issuers, keysUrl, sends });
  const why = refuses?.(claims);
  if (why !== undefined) throw new ProviderError("id_token", `the identity token is refused: ${why}`);
  return claims;
}

function describe(spec: IdTokenSpec, claims: PersonClaims, context: DescribeContext): DescribedPerson {
  return spec.describe ? spec.describe(claims, context) : describePerson(claims);
}

function userinfoOf({ userinfo }: OidcEndpoints): string {
  if (userinfo === undefined) throw new ProviderError("profile", "the provider has no userinfo endpoint");
  return userinfo;
}
