// Test support: providers whose codes say who comes back, so that a test decides whom they describe; and a browser with its cookies.
import assert from "node:assert/strict";
import type { Reply } from "../../kernel/testing/client.ts";
import type { Provider } from "../config.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { type ExternalProfile, type ExternalProvider, ProviderError } from "./provider.ts";
import { externalProviders } from "./providers.ts";

export interface TestPerson {
  subject?: string;
  email?: string;
  verified?: boolean;
  /** Instead of the one address. */
  emails?: ExternalProfile["emails"];
  metadata?: Record<string, unknown>;
  /** The provider fails in this step. */
  fails?: ProviderError["step"] | "bug" | "hang";
  /** Of an identity token. */
  nonce?: string;
}

export const ana: TestPerson = { subject: "1001", email: "ana@example.com", metadata: { name: "Ana", full_name: "Ana" } };

/** The code with which the provider sends this person back. */
export function codeOf(person: TestPerson): string {
  return Buffer.from(JSON.stringify(person)).toString("base64url");
}

/** An identity token of this person, as far as our providers go: they check nothing but `fails`. */
export function idTokenOf(person: TestPerson, claims: Record<string, unknown> = {}): string {
  const payload = { sub: person.subject ?? "1001", aud: "google-app", iss: "https://google.example", person, ...claims };
  return `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.e30`;
}

const FAKES: Partial<Record<Provider, ExternalProvider>> = {
  google: fake("google", "GET"),
  github: fake("github", "GET"),
  apple: fake("apple", "POST"),
};

export const ENABLED = Object.fromEntries(
  Object.keys(FAKES).flatMap((key) => {
    const name = `EXTERNAL_${key.toUpperCase()}`;
    return [
      [`${name}_ENABLED`, "true"],
      [`${name}_CLIENT_ID`, `${key}-client,${key}-app`],
      [`${name}_SECRET`, `${key}-secret`],
      [`${name}_REDIRECT_URI`, "https://auth.example.com/callback"],
    ];
  }),
);

const REAL = { ...externalProviders };
let running = 0;

/** With three providers of ours instead of the real ones of that name: google, github, and apple, which posts. */
export async function startWithProviders(variables: Record<string, string> = {}): Promise<TestAuth> {
  const auth = await startTestAuth({ ...ENABLED, RATE_LIMIT_TOKEN_REFRESH: "0", ...variables });
  running++;
  Object.assign(externalProviders, FAKES);
  return {
    ...auth,
    [Symbol.asyncDispose]: async () => {
      await auth[Symbol.asyncDispose]();
      if (--running === 0) Object.assign(externalProviders, REAL);
    },
  };
}

function fake(key: Provider, callback: "GET" | "POST"): ExternalProvider {
  return {
    key,
    callback,
    begin: async ({ state, scopes, parameters, config }) => {
      if (parameters.fails) throw new ProviderError("exchange", "the provider is away");
      const url = new URL(`https://${key}.example/authorize`);
      const own = { client_id: config.clientIds[0] as string, scope: ["base", ...scopes].join(" "), state };
      for (const [name, value] of Object.entries({ ...parameters, ...own })) url.searchParams.append(name, value);
      return { url: url.href, memory: { secret: `${key} remembers` } };
    },
    finish: async ({ parameters, memory }) => {
      assert.deepEqual(memory, { secret: `${key} remembers` });
      if (!parameters.code) throw new ProviderError("exchange", "without a code");
      if (parameters.iss && parameters.iss !== `https://${key}.example`) throw new ProviderError("exchange", "another issuer");
      const profile = await profileOf(JSON.parse(Buffer.from(parameters.code, "base64url").toString()));
      return {
        profile,
        tokens: { provider_token: `${key}-token`, ...(key === "google" && { provider_refresh_token: "again" }) },
      };
    },
    ...(key !== "github" && {
      checkIdToken: async ({ idToken }: { idToken: string }) => {
        const { person } = JSON.parse(Buffer.from(idToken.split(".")[1] as string, "base64url").toString());
        return { profile: await profileOf(person), nonce: (person as TestPerson).nonce };
      },
    }),
  };
}

async function profileOf({ subject = "1001", email, verified = true, emails, metadata = {}, fails }: TestPerson) {
  if (fails === "bug") throw new TypeError("a secret detail of the code");
  if (fails === "hang") await new Promise(() => {});
  if (fails) throw new ProviderError(fails as ProviderError["step"], "the provider answered with status 500");
  const listed = emails ?? (email === undefined ? [] : [{ email, verified, primary: true }]);
  return { subject, emails: listed, metadata };
}

export interface Begun {
  state: string;
  /** What the browser would send back. */
  cookie: string;
  setCookie: string;
  /** At the provider. */
  url: URL;
}

export async function begin(auth: TestAuth, query: Record<string, string> = {}, cookie?: string): Promise<Begun> {
  const parameters = new URLSearchParams({ provider: "google", ...query });
  const reply = await auth.get(`/authorize?${parameters}`, cookie ? { cookie } : {});
  assert.equal(reply.status, 302, reply.text);
  const url = new URL(reply.headers.location as string);
  const setCookie = reply.headers["set-cookie"]?.[0] ?? "";
  return { state: url.searchParams.get("state") ?? "", cookie: setCookie.split(";")[0] as string, setCookie, url };
}

export interface Landing {
  status: number;
  /** Without query and fragment. */
  page: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
  body: string;
  /** But for the id of the request, so that equal answers are equal. */
  headers: Omit<Reply["headers"], "x-request-id">;
}

/** Where the browser ends that comes back from the provider with these fields. */
export async function comeBack(
  auth: TestAuth,
  { cookie }: Pick<Begun, "cookie">,
  fields: Record<string, string>,
  method: "GET" | "POST" = "GET",
): Promise<Landing> {
  const form = new URLSearchParams(fields).toString();
  const headers = { ...(cookie && { cookie }) };
  const reply =
    method === "GET"
      ? await auth.get(`/callback?${form}`, headers)
      : await auth.post("/callback", form, { ...headers, "content-type": "application/x-www-form-urlencoded" });
  return landingOf(reply);
}

function landingOf({ status, headers: { "x-request-id": _id, ...headers }, text }: Reply): Landing {
  const target = new URL(headers.location ?? "about:blank");
  return {
    status,
    page: target.href.replace(/[?#].*/s, ""),
    query: Object.fromEntries(target.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(target.hash.slice(1))),
    body: text,
    headers,
  };
}

/** What a browser that was shown the page which asks before a link is made would send when a button is pressed. */
export function questionOf({ status, body, headers }: Landing): { token: string; cookie: string } {
  assert.deepEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"], body);
  const [, token = ""] = /name="token" value="([^"]+)"/.exec(body) ?? [];
  return { token, cookie: headers["set-cookie"]?.[0]?.split(";")[0] ?? "" };
}

export async function press(
  auth: TestAuth,
  { token, cookie }: { token: string; cookie: string },
  answer = "join",
): Promise<Landing> {
  const form = new URLSearchParams({ token, answer }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", ...(cookie && { cookie }) };
  return landingOf(await auth.post("/callback/confirm", form, headers));
}

/** All the way to the provider and back. */
export async function visit(auth: TestAuth, person: TestPerson, query: Record<string, string> = {}): Promise<Landing> {
  const flow = await begin(auth, query);
  const method = query.provider === "apple" ? "POST" : "GET";
  return comeBack(auth, flow, { state: flow.state, code: codeOf(person) }, method);
}

/** Which error the application gets, in query and fragment alike. */
export function errorOf({ query, fragment }: Landing): [error: string | undefined, code: string | undefined] {
  const { sb: _sb, ...input } = fragment;
  assert.deepEqual({ ...query, ...input }, query, "the fragment tells the same as the query");
  return [query.error, query.error_code];
}
