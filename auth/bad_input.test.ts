// Every field of every endpoint, with values that nobody should send: the answer is never a fault of ours.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import type { TSchema } from "typebox";
import type { Reply } from "../kernel/testing/client.ts";
import type { Provider } from "./config.ts";
import { type OidcStandIn, startOidcStandIn } from "./external/testing/oidc_stand_in.ts";
import { type StandIn, startStandIn } from "./external/testing/stand_in.ts";
import { routes } from "./routes.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";
import { bodyOf, messageOf, WEB3, wallets } from "./web3/testing.ts";

const VALUES: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, [], ["a"], [null], {}, { a: 1 }, "", " ", "x", "0", "null", "undefined"],
  ...[
    "\u212A@example.com",
    "a@b@c",
    "\u202Eevil",
    "\uFF20",
    "😀".repeat(50),
    "x".repeat(300),
    "x".repeat(70_000),
    "%00",
    "\r\nBcc: x",
  ],
  ...[
    "'; drop table users; --",
    "<%= 7 * 7 %>",
    "{{ .Token }}",
    "../../etc/passwd",
    "javascript:alert(1)",
    "9".repeat(40),
    "+55 11 99999 0000",
  ],
];

/** Good enough to get past the first check of each endpoint, so that the field under test is what it stumbles over. */
const GOOD = {
  email: "ana@example.com",
  password: "correct horse",
  type: "signup",
  token: "123456",
  refresh_token: "x",
  auth_code: "x",
  code_verifier: "x",
  data: {},
  redirect_to: "https://app.example.com/",
  nonce: "123456",
};

let auth: TestAuth;
let standIn: StandIn;
let oidc: OidcStandIn;
let asUser: Record<string, string>;
let request = 0;

before(async () => {
  standIn = await startStandIn();
  oidc = await startOidcStandIn(() => auth.clock.now());
  auth = await startTestAuth({
    MAILER_AUTOCONFIRM: "true",
    EXTERNAL_PHONE_ENABLED: "true",
    EXTERNAL_ANONYMOUS_USERS_ENABLED: "true",
    SMTP_MAX_FREQUENCY: "0",
    SMS_MAX_FREQUENCY: "0",
    RATE_LIMIT_EMAIL_SENT: "100000",
    RATE_LIMIT_SMS_SENT: "100000",
    RATE_LIMIT_OTP: "0",
    RATE_LIMIT_VERIFY: "0",
    RATE_LIMIT_TOKEN_REFRESH: "0",
    RATE_LIMIT_ANONYMOUS_USERS: "0",
    SECURITY_MANUAL_LINKING_ENABLED: "true",
    JWT_EXP: "10000000",
    ...standIn.variables,
    ...oidc.variables,
    ...WEB3,
    OAUTH_SERVER_ENABLED: "true",
    OAUTH_SERVER_AUTHORIZATION_PATH: "/oauth/consent",
    OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: "true",
    RATE_LIMIT_O_AUTH_DYNAMIC_CLIENT_REGISTER: "0",
  });
  asUser = await newcomer(GOOD.email);
});

async function newcomer(email: string): Promise<Record<string, string>> {
  const { access_token: accessToken } = (await auth.post("/signup", { ...GOOD, email })).body as { access_token: string };
  return { authorization: `Bearer ${accessToken}` };
}

after(async () => {
  for (const each of [auth, standIn, oidc]) await each[Symbol.asyncDispose]();
});

/** An endpoint with many faces is asked once for each: with this query, about these fields. */
interface Face {
  query: string;
  fields: string[];
}

const FACES: Record<string, Face[]> = {
  "/authorize": [{ query: "provider=google", fields: [] }],
  "/user/identities/authorize": [{ query: "provider=google", fields: [] }],
  "/service/user_changes": [{ query: "wait=0", fields: [] }],
  "/token": [
    { query: "grant_type=password", fields: ["email", "phone", "password", "captcha_token", "gotrue_meta_security"] },
    { query: "grant_type=refresh_token", fields: ["refresh_token"] },
    { query: "grant_type=pkce", fields: ["auth_code", "code_verifier"] },
    {
      query: "grant_type=id_token",
      fields: ["id_token", "provider", "client_id", "issuer", "access_token", "nonce", "link_identity"],
    },
    { query: "grant_type=web3", fields: ["chain", "message", "signature"] },
  ],
  "/verify": [{ query: "type=signup&token=x", fields: [] }],
};

const TEXTS = VALUES.filter((value): value is string => typeof value === "string" && value.length < 1_000);
/** A third of them, another third for the next field: `npm run attack` tries combinations without end. */
let fieldsAsked = 0;
function someOf<Value>(values: readonly Value[]): Value[] {
  fieldsAsked++;
  return values.filter((_, index) => (index + fieldsAsked) % 3 === 0);
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Those that are given anything; and what ends the session of those who ask is left out. */
const ENDPOINTS = routes.filter(
  ({ path, body, query, params }) => path !== "/logout" && [body, query, params].some((schema) => fieldsOf(schema).length > 0),
);

for (const { method, path, access, body, form, query, params } of ENDPOINTS) {
  test(`${method} ${path}: no value of any field makes it answer with a 5xx`, async () => {
    const headers = access === "admin" ? auth.admin : access === "user" ? asUser : {};
    const url = path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
    const endsUser = method === "DELETE" && path === "/user";
    const offences: string[] = [];
    const askedBefore = request;
    const ask = async (where: string, target: string, sent?: unknown) => {
      // Ever new clients, and time to forget: what is limited would not get to the field under test.
      const client = { "x-forwarded-for": `198.18.${(request >> 8) & 255}.${request & 255}` };
      if (path === "/verify") auth.clock.advance(120);
      const caller = endsUser ? await newcomer(`n${request}@example.com`) : headers;
      const own = { ...caller, ...client, ...(form && FORM) };
      const reply = await auth.call(target, { method, headers: own, ...(sent !== undefined && { body: sent }) });
      request++;
      const isKnown = access === "public" || !/^(bad_jwt|session_not_found|no_authorization|user_not_found)$/.test(codeOf(reply));
      if (reply.status >= 500 || (!params && !isKnown))
        offences.push(`${method} ${path} ${where}: ${reply.status} ${reply.text.slice(0, 200)}`);
    };
    const faces = FACES[path] ?? [{ query: "", fields: [] }];
    if (faces.length > 1)
      assert.deepEqual(faces.flatMap(({ fields }) => fields).sort(), fieldsOf(body).sort(), "every field has a face");
    for (const face of faces) {
      const target = `${url}?${face.query}`;
      const fields = face.fields.length > 0 ? face.fields : fieldsOf(body);
      for (const field of fields) {
        for (const value of someOf<unknown>(form ? TEXTS : VALUES))
          await ask(`${field} = ${view(value)}`, target, await bodyWith(field, value));
        if (form) await ask(`${field} twice`, target, `${field}=x&${field}=y`);
      }
    }
    const others = new URLSearchParams(faces.length === 1 ? faces[0]?.query : "");
    for (const field of fieldsOf(query)) {
      for (const value of someOf(TEXTS)) {
        const parameters = new URLSearchParams(others);
        parameters.set(field, value);
        await ask(`?${field}=${view(value)}`, `${url}?${parameters}`, body && GOOD);
      }
      await ask(`?${field} twice`, `${url}?${others}&${field}=x&${field}=y`, body && GOOD);
    }
    for (const _ of fieldsOf(params)) {
      for (const value of ["x", "0", "..%2f..", "%20", "'", "null", "00000000-0000-0000-0000-000000000000"])
        await ask(`path ${value}`, path.replace(/:\w+/, value), body && GOOD);
    }
    assert.ok(request - askedBefore >= 7, "it was hardly asked");
    assert.deepEqual(offences, []);

    async function bodyWith(field: string, value: unknown): Promise<string> {
      if (form) return new URLSearchParams({ [field]: value as string }).toString();
      const proof = path === "/token" ? { provider: "google", id_token: await idToken(), ...signed() } : {};
      return JSON.stringify({ ...GOOD, ...proof, [field]: value });
    }
  });
}

const wallet = wallets.ethereum();

/** What a wallet signs now, if nobody has shown it yet. */
const signed = () => bodyOf(wallet, messageOf(wallet, auth.clock.now()));

/** Good, with the nonce that everybody shows. */
function idToken(): Promise<string> {
  return oidc.idToken("google", { nonce: createHash("sha256").update(GOOD.nonce).digest("hex") });
}

/** One for each protocol, and one whose page posts. What they bring is judged by code of theirs. */
const KINDS: Provider[] = ["github", "google", "apple", "twitter"];

for (const provider of KINDS) {
  test(`GET and POST /callback: nothing that a browser brings back from ${provider} is a fault of ours`, async () => {
    const fields = fieldsOf(routes.find(({ path, method }) => path === "/callback" && method === "GET")?.query);
    const offences: string[] = [];
    for (const field of fields) {
      for (const value of someOf(TEXTS)) {
        const opened = await auth.get(`/authorize?provider=${provider}`);
        const there = provider in standInProviders ? standIn : oidc;
        const { searchParams } = await there.visit(opened.headers.location ?? "");
        const [cookie = ""] = opened.headers["set-cookie"] ?? [];
        searchParams.set(field, value);
        const lines = auth.logged.length;
        const headers = { cookie: cookie.split(";")[0] as string };
        const reply =
          provider === "apple"
            ? await auth.post("/callback", searchParams.toString(), { ...headers, ...FORM })
            : await auth.get(`/callback?${searchParams}`, headers);
        request++;
        const faults = auth.logged.slice(lines).filter(({ level }) => level === "error" || level === "fatal");
        const isAnswered =
          [302, 303].includes(reply.status) && /^https:\/\/app\.example\.com\b/.test(reply.headers.location ?? "");
        if (!isAnswered || faults.length > 0)
          offences.push(`${field} = ${view(value)}: ${reply.status} ${reply.headers.location} ${faults[0]?.message ?? ""}`);
      }
    }
    assert.deepEqual(offences, []);
  });
}

/** Those that are not of OpenID Connect. */
const standInProviders = { github: true, twitter: true };

function codeOf({ body }: Reply): string {
  return (body as { error_code?: string } | null)?.error_code ?? "";
}

function fieldsOf(schema: TSchema | undefined): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}

function view(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 60);
}
