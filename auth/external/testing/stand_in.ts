// A server instead of the providers of OAuth 2.0 and 1.0a, over real HTTP: `<url>/<provider>` is that provider's base URL.
// It checks what it is sent as they do, and can be told to behave badly.
import { randomBytes } from "node:crypto";
import { type SinkAnswer, type SinkRequest, startHttpSink } from "../../../kernel/testing/http_sink.ts";
import type { Provider } from "../../config.ts";
import { type Conduct, clientOf, type Desk, type Person, Refusal } from "./desk.ts";
import { answerOAuth1 } from "./oauth1_stand_in.ts";
import { answerOAuth2, type Visit } from "./oauth2_stand_in.ts";
import { personalities } from "./personalities.ts";

export type StandInProvider = keyof typeof personalities | "twitter";
export const STAND_IN_PROVIDERS = [...Object.keys(personalities), "twitter"].sort() as StandInProvider[];

export interface StandIn extends AsyncDisposable {
  url: string;
  /** The variables, without their prefix, with which a service uses this server for all of its providers. */
  variables: Record<string, string>;
  /** Who signs in, and how they are treated; both may be changed between visits. */
  person: Person;
  conduct: Conduct;
  /** A browser at the provider's page: where it is sent back to. */
  visit(authorizeUrl: string): Promise<URL>;
  requests: readonly SinkRequest[];
  /** Why requests were refused. Empty, when all of them were as the providers want them. */
  refusals: string[];
  /** Codes, tokens and secrets that were given out: nobody may keep them. */
  secrets: string[];
}

export async function startStandIn(): Promise<StandIn> {
  const desks = new Map<string, Pick<Desk, "codes" | "tokens">>();
  const answer = async (request: SinkRequest): Promise<SinkAnswer> => {
    const url = new URL(request.path, "http://stand-in");
    const [, provider = "", ...rest] = url.pathname.split("/");
    const memory = desks.get(provider) ?? { codes: new Map(), tokens: new Map() };
    desks.set(provider, memory);
    const desk: Desk = { provider, client: clientOf(provider), person: standIn.person, ...memory, issue };
    try {
      return answerAt({ desk, path: `/${rest.join("/")}`, query: url.searchParams, request, conduct: standIn.conduct });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      standIn.refusals.push(`${provider}: ${error.message}`);
      return { status: 400, body: { error: "invalid_request", error_description: error.message } };
    }
  };
  const issue = (kind: string) => {
    const secret = `${kind}-${randomBytes(12).toString("hex")}`;
    standIn.secrets.push(secret);
    return secret;
  };
  const sink = await startHttpSink(answer);
  const standIn: StandIn = {
    url: sink.url,
    variables: Object.assign({}, ...STAND_IN_PROVIDERS.map((provider) => variablesOf(provider, `${sink.url}/${provider}`))),
    person: { ...ANA },
    conduct: {},
    visit,
    requests: sink.requests,
    refusals: [],
    secrets: STAND_IN_PROVIDERS.map((provider) => clientOf(provider).secret),
    [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose](),
  };
  return standIn;
}

export const ANA: Person = {
  subject: "9007199254740993",
  email: "Ana@Example.com",
  verified: true,
  name: "Ana Lima",
  userName: "ana",
  picture: "https://pictures.example.com/ana.png",
};

export function variablesOf(provider: Provider, url: string): Record<string, string> {
  const { id, secret, redirectUri } = clientOf(provider);
  const prefix = `EXTERNAL_${provider.toUpperCase()}_`;
  return {
    [`${prefix}ENABLED`]: "true",
    [`${prefix}CLIENT_ID`]: `${id},another-client`,
    [`${prefix}SECRET`]: secret,
    [`${prefix}REDIRECT_URI`]: redirectUri,
    [`${prefix}URL`]: url,
  };
}

async function visit(authorizeUrl: string): Promise<URL> {
  const response = await fetch(authorizeUrl, { redirect: "manual" });
  const location = response.headers.get("location");
  if (response.status !== 302 || !location) throw new Error(`the page answered ${response.status}: ${await response.text()}`);
  return new URL(location);
}

function answerAt(visit: Visit): SinkAnswer {
  const { provider } = visit.desk;
  if (provider === "twitter") return answerOAuth1(visit);
  if (!Object.hasOwn(personalities, provider)) throw new Refusal(`nobody lives at ${visit.request.path}`);
  return answerOAuth2(personalities[provider as keyof typeof personalities], visit);
}
