// A simulated OpenID Connect provider, over real HTTP and with real keys. Unlike stand_in.ts it issues identity tokens, rotates
// its keys, and lies about people on demand.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { JWTPayload } from "jose";
import { type SinkAnswer, type SinkRequest, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { type Conduct, clientOf, expect, misbehave, type Person, Refusal } from "./desk.ts";
import { formPage, visitPage } from "./form_post.ts";
import { appPersonalities, type OidcPersonality, oidcPersonalities } from "./oidc_personalities.ts";
import { makeSigningKeys, type Signing, type SigningKeys } from "./signing_keys.ts";
import { ANA, type StandIn, variablesOf } from "./stand_in.ts";

export type OidcStandInProvider = keyof typeof oidcPersonalities;
export const OIDC_STAND_IN_PROVIDERS = Object.keys(oidcPersonalities).sort() as OidcStandInProvider[];

type AppProvider = keyof typeof appPersonalities;

type Step = "discovery" | "keys" | "token" | "profile";

export interface OidcConduct extends Omit<Conduct, "at"> {
  /** Where the profile is in the token, it is the keys that it takes to read it. */
  at?: Step;
  signing?: Signing;
  /** Claims that are changed, or left out where undefined, before the token is signed. */
  claims?: Record<string, unknown>;
  /** The same for the userinfo. */
  userinfo?: Record<string, unknown>;
  /** The token answer comes without an identity token. */
  noIdToken?: boolean;
}

export interface OidcStandIn extends Omit<StandIn, "conduct"> {
  conduct: OidcConduct;
  /** Where browsers are sent back to, where that is another address than usual. */
  redirectUri?: string;
  keys: SigningKeys;
  /** The base URL of one provider. */
  urlOf(provider: OidcStandInProvider | AppProvider): string;
  /** Where the page of Apple posts back to, the form's fields are in the query. */
  visit(authorizeUrl: string): Promise<URL>;
  /** What an app gets from the provider by itself. */
  idToken(provider: OidcStandInProvider | AppProvider, claims?: Record<string, unknown>, signing?: Signing): Promise<string>;
}

interface Visit {
  provider: OidcStandInProvider;
  personality: OidcPersonality;
  path: string;
  query: URLSearchParams;
  request: SinkRequest;
}

interface State {
  standIn: OidcStandIn;
  keys: SigningKeys;
  folder: string;
  codes: Map<string, Record<string, string>>;
  /** The subjects who have signed in before. */
  met: Set<string>;
}

export async function startOidcStandIn(now: () => Date = () => new Date()): Promise<OidcStandIn> {
  const keys = await makeSigningKeys();
  // Whoever keeps keys by address must not take those of another test's server on the same port.
  const folder = `/${randomUUID()}`;

  const state = { keys, folder, codes: new Map(), met: new Set() } as Pick<State, "keys" | "folder" | "codes" | "met"> as State;
  const sink = await startHttpSink((request) => answer(state, request));
  const urlOf = (provider: OidcStandInProvider | AppProvider) => {
    const { folder: below = "" }: Partial<OidcPersonality> = isAppProvider(provider) ? {} : oidcPersonalities[provider];
    return `${sink.url}${folder}/${provider}${below}`;
  };
  const standIn: OidcStandIn = {
    url: `${sink.url}${folder}`,
    urlOf,
    keys,
    variables: Object.assign({}, ...OIDC_STAND_IN_PROVIDERS.map((provider) => variablesOf(provider, urlOf(provider)))),
    person: { ...ANA },
    conduct: {},
    visit: visitPage,
    requests: sink.requests,
    refusals: [],
    secrets: OIDC_STAND_IN_PROVIDERS.map((provider) => clientOf(provider).secret),
    async idToken(provider, changes = {}, signing = "RS256") {
      const personality: OidcPersonality | undefined = isAppProvider(provider) ? undefined : oidcPersonalities[provider];
      const { claims } = isAppProvider(provider) ? appPersonalities[provider] : oidcPersonalities[provider];
      const { person } = standIn;
      const seconds = Math.floor(now().getTime() / 1000);
      const usual = {
        iss: issuerOf(urlOf(provider), personality),
        sub: person.subject,
        aud: clientOf(provider).id,
        iat: seconds,
        exp: seconds + 3600,
        ...claims(person),
      };
      const token = await keys.sign(JSON.parse(JSON.stringify({ ...usual, ...changes })) as JWTPayload, signing);
      standIn.secrets.push(token);
      return token;
    },
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  };
  state.standIn = standIn;
  return standIn;
}

async function answer(state: State, request: SinkRequest): Promise<SinkAnswer> {
  const { pathname, searchParams: query } = new URL(request.path, "http://stand-in");
  const [, , provider = "", ...rest] = pathname.split("/");
  const path = `/${rest.join("/")}`;
  try {
    if (isAppProvider(provider) && path === appPersonalities[provider].keys) return { status: 200, body: state.keys.published() };
    if (!pathname.startsWith(state.folder) || !Object.hasOwn(oidcPersonalities, provider))
      throw new Refusal(`nobody is at ${pathname}`);
    const existing = provider as OidcStandInProvider;
    const personality: OidcPersonality = oidcPersonalities[existing];
    // Any folder will do: which of them is in the address is for the token to say.
    const below = personality.folder ? `/${rest.slice(1).join("/")}` : path;
    return await answerAt(state, { provider: existing, personality, path: below, query, request });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    state.standIn.refusals.push(`${provider}: ${error.message}`);
    return { status: 400, body: { error: "invalid_request", error_description: error.message } };
  }
}

function answerAt(state: State, visit: Visit): SinkAnswer | Promise<SinkAnswer> {
  const { personality, path, request } = visit;
  const { discovers, authorize: page, token, userinfo, keys: keysPath, profileInUserinfo } = personality;
  const step = ({ [token]: "token", [userinfo ?? ""]: "profile", [keysPath]: "keys", [DISCOVERY]: "discovery" } as const)[path];
  const faulty = state.standIn.conduct.at === "profile" && !profileInUserinfo ? "keys" : state.standIn.conduct.at;
  const fault = step && step === faulty ? misbehave({ ...state.standIn.conduct, at: "token" }, "token") : undefined;
  if (fault) return fault;
  if (path === page) return authorize(state, visit);
  if (path === token) return exchange(state, visit);
  if (path === keysPath) return { status: 200, body: state.keys.published() };
  if (path === DISCOVERY && discovers) return { status: 200, body: documentOf(state.standIn.urlOf(visit.provider), personality) };
  if (path === userinfo) return describe(state, visit);
  throw new Refusal(`there is no ${request.method} ${path}`);
}

function authorize(state: State, { provider, personality, query }: Visit): SinkAnswer {
  const { scope, pkce, noNonce, namesItself, formPost } = personality;
  const client = { ...clientOf(provider), ...(state.standIn.redirectUri && { redirectUri: state.standIn.redirectUri }) };
  expect("client_id", query.get("client_id"), client.id);
  expect("redirect_uri", query.get("redirect_uri"), client.redirectUri);
  expect("response_type", query.get("response_type"), "code");
  expect("response_mode", query.get("response_mode"), formPost ? "form_post" : null);
  expect("code_challenge_method", query.get("code_challenge_method"), pkce ? "S256" : null);
  expect("a nonce", query.has("nonce"), !noNonce);
  if (scope && !query.get("scope")?.startsWith(scope)) throw new Refusal(`scope is ${query.get("scope")}`);
  const fields: Record<string, string> = { state: query.get("state") ?? "" };
  if (namesItself) fields.iss = issuerOf(state.standIn.urlOf(provider), personality);
  if (state.standIn.conduct.denies) {
    fields.error = formPost ? "user_cancelled_authorize" : "access_denied";
    if (!formPost) fields.error_description = "The person said no";
  } else {
    fields.code = issue(state, "code");
    state.codes.set(fields.code, { provider, nonce: query.get("nonce") ?? "", challenge: query.get("code_challenge") ?? "" });
    // Apple tells the name once, and never again.
    if (formPost && !state.met.has(state.standIn.person.subject)) fields.user = userField(state.standIn.person);
    state.met.add(state.standIn.person.subject);
  }
  if (formPost) return { status: 200, headers: { "content-type": "text/html" }, body: formPage(client.redirectUri, fields) };
  return { status: 302, headers: { location: `${client.redirectUri}?${new URLSearchParams(fields)}` } };
}

async function exchange(state: State, { provider, personality, request }: Visit): Promise<SinkAnswer> {
  const form = new URLSearchParams(request.body);
  const client = { ...clientOf(provider), ...(state.standIn.redirectUri && { redirectUri: state.standIn.redirectUri }) };
  expect("method", request.method, "POST");
  expect("client_id", form.get("client_id"), client.id);
  expect("client_secret", form.get("client_secret"), client.secret);
  expect("authorization", request.headers.authorization, undefined);
  expect("grant_type", form.get("grant_type"), "authorization_code");
  expect("redirect_uri", form.get("redirect_uri"), client.redirectUri);
  const issued = state.codes.get(form.get("code") ?? "");
  state.codes.delete(form.get("code") ?? "");
  if (issued?.provider !== provider) return { status: 400, body: { error: "invalid_grant" } };
  const verifier = form.get("code_verifier");
  if (personality.pkce)
    expect(
      "challenge",
      createHash("sha256")
        .update(verifier ?? "")
        .digest("base64url"),
      issued.challenge,
    );
  // LinkedIn refuses one that it did not ask for.
  else expect("code_verifier", verifier, null);
  const access_token = issue(state, "access");
  state.codes.set(access_token, { provider });
  const at_hash = createHash("sha256").update(access_token).digest().subarray(0, 16).toString("base64url");
  const claims = { at_hash, ...(!personality.noNonce && { nonce: issued.nonce }), ...state.standIn.conduct.claims };
  const id_token = await state.standIn.idToken(provider, claims, state.standIn.conduct.signing);
  const body = { access_token, refresh_token: issue(state, "refresh"), token_type: "Bearer", expires_in: 3600, ok: true };
  return { status: 200, body: state.standIn.conduct.noIdToken ? body : { ...body, id_token } };
}

function describe(state: State, { provider, personality, request }: Visit): SinkAnswer {
  const accessToken = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
  expect("the access token's provider", state.codes.get(accessToken)?.provider, provider);
  const { person, conduct } = state.standIn;
  return { status: 200, body: { sub: person.subject, ...personality.described?.(person), ...conduct.userinfo } };
}

function issue({ standIn }: State, kind: string): string {
  const secret = `${kind}-${randomBytes(12).toString("hex")}`;
  standIn.secrets.push(secret);
  return secret;
}

const isAppProvider = (provider: string): provider is AppProvider => Object.hasOwn(appPersonalities, provider);

const DISCOVERY = "/.well-known/openid-configuration";

function issuerOf(url: string, personality: OidcPersonality | undefined): string {
  return `${url}${personality?.issuer ?? ""}`;
}

function documentOf(url: string, personality: OidcPersonality): Record<string, unknown> {
  const { authorize, token, keys, userinfo, namesItself } = personality;
  return {
    issuer: issuerOf(url, personality),
    authorization_endpoint: url + authorize,
    token_endpoint: url + token,
    jwks_uri: url + keys,
    ...(userinfo && { userinfo_endpoint: url + userinfo }),
    ...(namesItself && { authorization_response_iss_parameter_supported: true }),
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

function userField({ name, email }: Person): string {
  const [firstName, lastName] = name.split(" ");
  return JSON.stringify({ name: { firstName, lastName }, email });
}
