// A provider that speaks OAuth 2.0, made from what sets it apart: its addresses, its scopes, and how it describes a person.
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomNonce } from "oauth4webapi";
import type { ProviderConfig } from "../../config.ts";
import {
  type BeginInput,
  type ExternalProfile,
  type ExternalProvider,
  type FinishedSignIn,
  type FinishInput,
  ProviderError,
  type StartedSignIn,
} from "../provider.ts";
import {
  asObject,
  callsWithin,
  type JsonObject,
  type ProviderCall,
  readJson,
  type Sender,
  withoutQuery,
} from "./provider_calls.ts";
import { type OAuth2Tokens, requestTokens } from "./token_request.ts";

export interface OAuth2Endpoints {
  authorize: string;
  token: string;
  /** The issuer that the `iss` of a callback must name (RFC 9207). Without one, it must match one of the endpoints above. */
  issuer?: string;
  /** True where the provider says that it always sends `iss`. */
  issuerRequired?: boolean;
}

export interface ProfileContext {
  config: ProviderConfig;
  tokens: OAuth2Tokens;
  /** What the browser brought back. */
  parameters: FinishInput["parameters"];
  memory: FinishInput["memory"];
  now: Date;
  receive: FinishInput["receive"];
  /** Whatever else must be asked, within the time of this visit. */
  call: ProviderCall;
  /** The provider's JSON object at this address, asked for with the access token. */
  get(url: string, headers?: Record<string, string>): Promise<JsonObject>;
  /** The same for a list. */
  getList(url: string, headers?: Record<string, string>): Promise<readonly unknown[]>;
}

export interface OAuth2Spec {
  key: string;
  callback?: "GET" | "POST";
  /** Asked for in any case. */
  scopes: readonly string[];
  /** False where the provider knows no scopes but its own. */
  takesScopes?: false;
  scopeSeparator?: string;
  /** `call` is for those who must ask for them, within the time of this visit. */
  endpoints(config: ProviderConfig, call: ProviderCall): OAuth2Endpoints | Promise<OAuth2Endpoints>;
  /** What this provider wants in its address besides the usual. Undefined takes out what the caller asked for. */
  authorizeParameters?(input: BeginInput): Record<string, string | undefined>;
  /** Binds the code to this visit at the provider's side too (S256). */
  pkce?: true;
  /** Sends a nonce, which `readProfile` finds in `memory.nonce`. */
  nonce?: true;
  /** How the token endpoint gets the client's secret. */
  clientAuthentication: "basic" | "body" | "either";
  sends?: Sender;
  tokenHeaders?: Readonly<Record<string, string>>;
  readProfile(context: ProfileContext): ExternalProfile | Promise<ExternalProfile>;
}

export function oauth2Provider(spec: OAuth2Spec): ExternalProvider {
  return {
    key: spec.key,
    callback: spec.callback ?? "GET",
    begin: (input) => begin(spec, input),
    finish: (input) => finish(spec, input),
  };
}

async function begin(spec: OAuth2Spec, input: BeginInput): Promise<StartedSignIn> {
  const { config, state, parameters } = input;
  const { authorize } = await spec.endpoints(config, callsWithin(input.timeoutMs, spec.sends)("exchange"));
  const { clientId, redirectUri } = clientOf(config);
  const scope = scopesOf(spec, input).join(spec.scopeSeparator ?? " ");
  const codeVerifier = spec.pkce && generateRandomCodeVerifier();
  const nonce = spec.nonce && generateRandomNonce();
  const url = new URL(authorize);
  // Our parameters come last, so that the caller's cannot replace them.
  const fields = {
    ...parameters,
    ...spec.authorizeParameters?.(input),
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    ...(scope && { scope }),
    ...(codeVerifier && { code_challenge: await calculatePKCECodeChallenge(codeVerifier), code_challenge_method: "S256" }),
    ...(nonce && { nonce }),
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) url.searchParams.set(name, value);
  return { url: url.href, memory: { ...(codeVerifier && { codeVerifier }), ...(nonce && { nonce }) } };
}

async function finish(spec: OAuth2Spec, input: FinishInput): Promise<FinishedSignIn> {
  const { config, parameters, memory, now, receive } = input;
  const callsFor = callsWithin(input.timeoutMs, spec.sends);
  const { code } = parameters;
  if (!code) throw new ProviderError("exchange", "the provider sent the browser back without a code");
  if (spec.pkce && !memory.codeVerifier) throw new ProviderError("exchange", "the verifier of the code is not there");
  const endpoints = await spec.endpoints(config, callsFor("exchange"));
  const tokens = await requestTokens(
    {
      tokenUrl: endpoints.token,
      issuer: endpoints.issuer ?? likelyIssuer(endpoints, parameters.iss),
      issuerRequired: endpoints.issuerRequired ?? false,
      ...clientOf(config),
      clientAuthentication: spec.clientAuthentication,
      headers: spec.tokenHeaders ?? {},
      code,
      iss: parameters.iss,
      codeVerifier: spec.pkce && memory.codeVerifier,
    },
    callsFor("exchange"),
  );
  const reading = { config, tokens, parameters, memory, now, receive };
  const profile = await spec.readProfile({ ...reading, ...readers(tokens, callsFor("profile"), receive) });
  return {
    profile,
    tokens: {
      provider_token: tokens.accessToken,
      ...(tokens.refreshToken !== undefined && { provider_refresh_token: tokens.refreshToken }),
    },
  };
}

/** Its own first, then the caller's, each once. */
function scopesOf({ scopes, takesScopes }: OAuth2Spec, wanted: BeginInput): string[] {
  return [...new Set([...scopes, ...(takesScopes === false ? [] : wanted.scopes)])];
}

/** The first client id is the one of redirects; the others belong to apps that bring identity tokens. */
function clientOf({ clientIds, secret, redirectUri }: ProviderConfig) {
  const [clientId] = clientIds;
  if (!clientId || !secret) throw new TypeError("an enabled provider has a client id and a secret");
  return { clientId, secret, redirectUri };
}

/** A provider whose issuer nobody published may name itself by any path, but not another one's host. */
function likelyIssuer({ authorize, token }: OAuth2Endpoints, iss: string | undefined): string {
  const own = [authorize, token].map((url) => new URL(url).origin);
  return iss !== undefined && URL.canParse(iss) && own.includes(new URL(iss).origin) ? iss : (own[0] as string);
}

function readers(
  { accessToken }: OAuth2Tokens,
  call: ProviderCall,
  receive: FinishInput["receive"],
): Pick<ProfileContext, "call" | "get" | "getList"> {
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await call(url, { headers: { authorization: `Bearer ${accessToken}`, ...headers } });
    if (answer.status !== 200) throw new ProviderError("profile", `the provider answered with status ${answer.status}`);
    return readJson("profile", answer);
  };
  return {
    call,
    get: async (url, headers) => {
      const object = asObject(await read(url, headers));
      if (!object) throw new ProviderError("profile", "the provider's description of the person is not an object");
      receive?.(withoutQuery(url), object);
      return object;
    },
    getList: async (url, headers) => {
      const list = await read(url, headers);
      if (!Array.isArray(list)) throw new ProviderError("profile", "the provider's list is none");
      receive?.(withoutQuery(url), { list });
      return list;
    },
  };
}
