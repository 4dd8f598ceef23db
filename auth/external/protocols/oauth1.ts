// A provider that still speaks OAuth 1.0a (RFC 5849): each call is signed with the client's secret and that of the token at hand.
import { createHmac, randomBytes } from "node:crypto";
import OAuth from "oauth-1.0a";
import type { Provider, ProviderConfig } from "../../config.ts";
import {
  type BeginInput,
  type ExternalProfile,
  type ExternalProvider,
  type FinishedSignIn,
  type FinishInput,
  ProviderError,
  type StartedSignIn,
} from "../provider.ts";
import { asObject, callsWithin, type JsonObject, type ProviderCall, readJson, withoutQuery } from "./provider_calls.ts";

export interface OAuth1Spec {
  key: Provider;
  endpoints(config: ProviderConfig): { requestToken: string; authorize: string; accessToken: string };
  readProfile(context: {
    config: ProviderConfig;
    /** The provider's JSON object at this address, asked for in the person's name. */
    get(url: string): Promise<JsonObject>;
  }): Promise<ExternalProfile>;
}

interface Token {
  key: string;
  secret: string;
}

export function oauth1Provider(spec: OAuth1Spec): ExternalProvider {
  return { key: spec.key, callback: "GET", begin: (input) => begin(spec, input), finish: (input) => finish(spec, input) };
}

async function begin(spec: OAuth1Spec, { config, state, parameters, timeoutMs }: BeginInput): Promise<StartedSignIn> {
  const { requestToken, authorize } = spec.endpoints(config);
  // The protocol has no state of its own. It travels in the address that the provider sends the browser back to.
  const back = new URL(config.redirectUri);
  back.searchParams.set("state", state);
  const call = callsWithin(timeoutMs)("exchange");
  const { token, answer } = await askForToken(config, call, requestToken, { oauth_callback: back.href });
  // Without this word, the provider speaks the version of the protocol in which one person could finish the sign-in of another.
  if (answer.get("oauth_callback_confirmed") !== "true") throw new ProviderError("exchange", "the provider ignored the callback");
  const url = new URL(authorize);
  for (const [name, value] of Object.entries({ ...parameters, oauth_token: token.key })) url.searchParams.set(name, value);
  return { url: url.href, memory: { requestToken: token.key, requestSecret: token.secret } };
}

async function finish(
  spec: OAuth1Spec,
  { config, parameters, memory, timeoutMs, receive }: FinishInput,
): Promise<FinishedSignIn> {
  const { oauth_token, oauth_verifier } = parameters;
  const { requestToken, requestSecret } = memory;
  if (!oauth_verifier) throw new ProviderError("exchange", "the provider sent the browser back without a verifier");
  if (!requestToken || !requestSecret || oauth_token !== requestToken) {
    throw new ProviderError("exchange", "the browser came back with the token of another sign-in");
  }
  const callsFor = callsWithin(timeoutMs);
  const request = { key: requestToken, secret: requestSecret };
  const { accessToken } = spec.endpoints(config);
  const { token } = await askForToken(config, callsFor("exchange"), accessToken, { oauth_verifier }, request);
  const call = callsFor("profile");
  const get = async (url: string) => {
    const answer = await call(url, { headers: { authorization: signature(config, "GET", url, {}, token) } });
    if (answer.status !== 200) throw new ProviderError("profile", `the provider answered with status ${answer.status}`);
    const object = asObject(readJson("profile", answer));
    if (!object) throw new ProviderError("profile", "the provider's description of the person is not an object");
    receive?.(withoutQuery(url), object);
    return object;
  };
  // Its secret stays here: the user gets the token alone, as from the other providers.
  return { profile: await spec.readProfile({ config, get }), tokens: { provider_token: token.key } };
}

async function askForToken(
  config: ProviderConfig,
  call: ProviderCall,
  url: string,
  extra: Record<string, string>,
  holder?: Token,
) {
  const { status, text } = await call(url, {
    method: "POST",
    headers: { authorization: signature(config, "POST", url, extra, holder) },
  });
  if (status !== 200) throw new ProviderError("exchange", `the provider answered with status ${status}`);
  const answer = new URLSearchParams(text);
  const token = { key: answer.get("oauth_token") ?? "", secret: answer.get("oauth_token_secret") ?? "" };
  if (!token.key || !token.secret) throw new ProviderError("exchange", "the provider's answer holds no token");
  return { token, answer };
}

/** The header that proves who is asking. */
function signature(
  config: ProviderConfig,
  method: "GET" | "POST",
  url: string,
  extra: Record<string, string>,
  token?: Token,
): string {
  const oauth = new OAuth({
    consumer: { key: config.clientIds[0] ?? "", secret: config.secret ?? "" },
    signature_method: "HMAC-SHA1",
    hash_function: (base, key) => createHmac("sha1", key).update(base).digest("base64"),
  });
  // The library's own is made of Math.random.
  oauth.getNonce = () => randomBytes(16).toString("hex");
  const authorization = oauth.authorize({ method, url, data: extra }, token);
  return oauth.toHeader({ ...authorization, ...extra }).Authorization;
}
