// Every taker that takes a redirect_to, with every kind of value that must not get through (the rows AR of the catalogue).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { codeOf, comeBack, ana as person, startWithProviders } from "../external/testing.ts";
import type { TestAuth } from "../testing.ts";

const SITE = "https://app.example.com";
const ana = { email: "ana@example.com", password: "correct horse" };

const UNLIMITED = {
  SMTP_MAX_FREQUENCY: "0",
  RATE_LIMIT_EMAIL_SENT: "100000",
  RATE_LIMIT_OTP: "0",
  RATE_LIMIT_VERIFY: "0",
  RATE_LIMIT_TOKEN_REFRESH: "0",
  SECURITY_MANUAL_LINKING_ENABLED: "true",
};

let auth: TestAuth;
let me: Record<string, string>;

before(async () => {
  auth = await startWithProviders({
    ...UNLIMITED,
    SITE_URL: SITE,
    URI_ALLOW_LIST: "https://*.preview.example.com/**,myapp://callback",
  });
  await auth.post("/signup", ana);
  await auth.service.world.db.run(sql`update users set email_confirmed_at = created_at`);
  await auth.service.world.db.run(sql`delete from outbox`);
  const session = (await auth.post("/token?grant_type=password", ana)).body as { access_token: string };
  me = { authorization: `Bearer ${session.access_token}` };
});

after(() => auth[Symbol.asyncDispose]());

/** How it is asked: with a query, with further fields of the body, with further headers. */
interface AuthRequest {
  query?: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

interface Taker {
  name: string;
  ask(request: AuthRequest): Promise<Reply>;
  /** Where somebody will be sent, or has been. */
  target(reply: Reply): Promise<string>;
}

const query = (text: string | undefined, own = "") => [own, text].filter(Boolean).join("&");

const mailing = (path: string, body: object, by: () => Record<string, string> = () => ({}), method = "POST"): Taker => ({
  name: `${method} ${path}`,
  ask: (request) =>
    auth.call(`${path}?${query(request.query)}`, {
      method,
      body: { ...body, ...request.body },
      headers: { ...by(), ...request.headers },
    }),
  target: async (reply) => {
    assert.equal(reply.status, 200, reply.text);
    const links = (await auth.messages()).flatMap(({ variables }) => variables.confirmationUrl ?? []);
    await auth.service.world.db.run(sql`delete from outbox`);
    assert.ok(links.length > 0, `${path} sent no link`);
    const targets = new Set(links.map((link) => new URL(link).searchParams.get("redirect_to")));
    assert.equal(targets.size, 1);
    return [...targets][0] as string;
  },
});

/** Without what we say in it. */
const withoutAnswer = (location: string) => location.replace(/[?#].*/s, "").replace(/\/$/, "");

const opening = (path: string, by: () => Record<string, string> = () => ({})): Taker => ({
  name: `GET ${path}`,
  ask: (request) => auth.get(`${path}?${query(request.query, "provider=google")}`, { ...by(), ...request.headers }),
  // Whatever the flow remembers, what counts is where its browser ends.
  target: async ({ status, headers }) => {
    assert.equal(status, 302);
    const state = new URL(headers.location as string).searchParams.get("state") ?? "";
    const [cookie = ""] = headers["set-cookie"] ?? [];
    const back = await comeBack(auth, { cookie: cookie.split(";")[0] as string }, { state, code: codeOf(person) });
    assert.equal(back.status, 302);
    return withoutAnswer(back.page);
  },
});

const generated = (name: string, taker: (value: AuthRequest) => AuthRequest): Taker => ({
  name,
  ask: (request) => {
    const { query: text, body, headers } = taker(request);
    const expected = { type: "magiclink", email: ana.email, ...body };
    return auth.post(`/admin/generate_link?${query(text)}`, expected, { ...auth.admin, ...headers });
  },
  target: async ({ body }) => {
    const link = body as { action_link: string; redirect_to: string };
    assert.equal(new URL(link.action_link).searchParams.get("redirect_to"), link.redirect_to);
    return link.redirect_to;
  },
});

/** With a link that is still good, and so with a session to lose. */
const clicking: Taker = {
  name: "GET /verify with a good link",
  ask: async (request) => {
    const link = await auth.post("/admin/generate_link", { type: "magiclink", email: ana.email }, auth.admin);
    const token = (link.body as { hashed_token: string }).hashed_token;
    return auth.get(`/verify?${query(request.query, `type=magiclink&token=${token}`)}`, request.headers);
  },
  target: async ({ status, headers }) => {
    assert.equal(status, 303);
    assert.match(headers.location ?? "", /#access_token=/);
    return withoutAnswer(headers.location as string);
  },
};

const TAKERS: Taker[] = [
  mailing("/signup", { ...ana, email: "new@example.com" }),
  mailing("/recover", { email: ana.email }),
  mailing("/otp", { email: ana.email }),
  mailing("/magiclink", { email: ana.email }),
  mailing("/resend", { type: "signup", email: "new@example.com" }),
  mailing("/invite", { email: "bob@example.com" }, () => auth.admin),
  mailing("/user", { email: "moved@example.com" }, () => me, "PUT"),
  opening("/authorize"),
  opening("/user/identities/authorize", () => me),
  generated("POST /admin/generate_link", (request) => request),
  clicking,
  {
    name: "GET /verify with a bad link",
    ask: (request) => auth.get(`/verify?${query(request.query, "type=signup&token=00")}`, request.headers),
    target: async ({ headers }) => {
      assert.doesNotMatch(headers.location ?? "", /access_token/);
      return withoutAnswer(headers.location as string);
    },
  },
];

const asQuery = (value: string) => `redirect_to=${encodeURIComponent(value)}`;

/** By row: what must end at the site, however it is spelled. */
const REFUSED: Record<string, string[]> = {
  "AR-02, a host that is a user name": ["https://app.example.com@evil.test/", "https://app.example.com:443@evil.test/"],
  "AR-03, backslashes and missing slashes": [
    ...["https://app.example.com\\@evil.test/", "https:\\\\evil.test", "https:evil.test", "https:/evil.test", "//evil.test"],
    ...["/\\evil.test", "evil.test"],
  ],
  "AR-05, look-alikes": ["https://app。example。com/", "https://ａpp.example.com/", "https://xn--pp-7cd.example.com/"],
  "AR-06, another scheme or port": ["http://app.example.com/", "https://app.example.com:8443/"],
  "AR-07, schemes that a browser runs": [
    ...["javascript://app.example.com/%0aalert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:msgbox(1)"],
    ...["blob:https://app.example.com/x", "file:///etc/passwd"],
  ],
  "AR-08, characters that browsers drop": [
    ...["https://app.exa\tmple.com/", "https://app.example.com/\r\nset-cookie: a=b"],
    ...[" https://app.example.com/x", "java\nscript:alert(1)"],
  ],
  "AR-09, a good URL inside of a bad one": [
    ...["https://evil.test#@app.example.com", "https://evil.test?https://a.preview.example.com/"],
    "https://evil.test/.preview.example.com/x",
  ],
  "AR-11, slashes in disguise": [
    ...["https://a.preview.example.com/ok/%2e%2e%2fadmin", "https://a.preview.example.com/ok/%252e%252e%252fadmin"],
  ],
  "AR-12, this machine": [
    ...["https://127.0.0.1:1234/", "https://2130706433/", "https://0x7f.1/", "https://[::1]/", "https://[::ffff:7f00:1]/"],
  ],
};

for (const taker of TAKERS) {
  test(`${taker.name}: redirect_to goes where it is allowed, and else to SITE_URL`, async () => {
    const allowed: [string, string][] = [
      [`${SITE}/in`, `${SITE}/in`],
      ["https://a.preview.example.com/x/y", "https://a.preview.example.com/x/y"],
      ["myapp://callback", "myapp://callback"],
      // AR-11: what the list judges is what the browser would make of it.
      ["https://a.preview.example.com/ok/../../admin", "https://a.preview.example.com/admin"],
    ];
    for (const [value, target] of allowed)
      assert.equal(await taker.target(await taker.ask({ query: asQuery(value) })), target, value);
    assert.equal(await taker.target(await taker.ask({})), SITE, "nothing asked for");
    for (const [row, values] of Object.entries(REFUSED)) {
      for (const value of values)
        assert.equal(await taker.target(await taker.ask({ query: asQuery(value) })), SITE, `${row}: ${JSON.stringify(value)}`);
    }
  });

  test(`${taker.name}: two redirect_to are a 400, and one that is too long goes to SITE_URL (AR-14)`, async () => {
    const [good, evil] = [asQuery(`${SITE}/in`), asQuery("https://evil.test/")];
    for (const twice of [`${good}&${evil}`, `${evil}&${good}`, `${good}&${good}`]) {
      const reply = await taker.ask({ query: twice });
      assert.deepEqual([reply.status, reply.headers.location], [400, undefined], `${twice}: ${reply.text}`);
    }
    for (const disguised of ["redirect_to[]", "redirect_to[0]", "Redirect_To"])
      assert.equal(await taker.target(await taker.ask({ query: `${disguised}=${encodeURIComponent(`${SITE}/in`)}` })), SITE);
    for (const length of [5_000, 20_000])
      assert.equal(await taker.target(await taker.ask({ query: asQuery(`${SITE}/${"a".repeat(length)}`) })), SITE);
  });

  test(`${taker.name}: headers have no say in where somebody is sent`, async () => {
    const headers = { redirect_to: "https://evil.test/", referer: "https://evil.test/", origin: "https://evil.test" };
    assert.equal(await taker.target(await taker.ask({ headers })), SITE);
    assert.equal(await taker.target(await taker.ask({ headers, query: asQuery(`${SITE}/in`) })), `${SITE}/in`);
    const forwarded = { "x-forwarded-host": "evil.test", "x-forwarded-proto": "http", forwarded: "host=evil.test" };
    assert.equal(await taker.target(await taker.ask({ headers: forwarded })), SITE);
  });
}

for (const taker of TAKERS.filter(({ name }) => name.startsWith("P") && !name.includes("generate_link"))) {
  test(`${taker.name}: a redirect_to of the body has no say`, async () => {
    const body = { redirect_to: "https://evil.test/", options: { redirectTo: "https://evil.test/" } };
    assert.equal(await taker.target(await taker.ask({ body })), SITE);
  });
}

test("POST /admin/generate_link takes redirect_to from the body too, by the same rules", async () => {
  const inBody = generated("body", (request) => request);
  assert.equal(await inBody.target(await inBody.ask({ body: { redirect_to: `${SITE}/in` } })), `${SITE}/in`);
  for (const [row, values] of Object.entries(REFUSED)) {
    for (const value of [...values, `${SITE}/${"a".repeat(20_000)}`])
      assert.equal(await inBody.target(await inBody.ask({ body: { redirect_to: value } })), SITE, `${row}: ${value}`);
  }
  const both = { body: { redirect_to: "https://evil.test/" }, query: asQuery(`${SITE}/in`) };
  assert.equal(await inBody.target(await inBody.ask(both)), `${SITE}/in`);
  for (const bad of [["https://evil.test/"], { a: SITE }, 7])
    assert.equal((await inBody.ask({ body: { redirect_to: bad } })).status, 400);
});

test("GET /verify and GET /callback drop the fragment and the tokens that a good redirect_to brought (AR-15)", async () => {
  const value = `${SITE}/in?a=1&access_token=stolen&refresh_token=stolen&error=x#access_token=stolen&b=2`;
  const clicked = (await clicking.ask({ query: asQuery(value) })).headers.location ?? "";
  const opened = await auth.get(`/authorize?provider=google&${asQuery(value)}`);
  const state = new URL(opened.headers.location as string).searchParams.get("state") ?? "";
  const cookie = String(opened.headers["set-cookie"]?.[0]).split(";")[0] as string;
  const back = await auth.get(`/callback?${new URLSearchParams({ state, code: codeOf(person) })}`, { cookie });
  for (const location of [clicked, back.headers.location ?? ""]) {
    assert.match(location, /^https:\/\/app\.example\.com\/in\?a=1#access_token=/);
    assert.doesNotMatch(location, /stolen|b=2|error/);
  }
});

test("SITE_URL and URI_ALLOW_LIST decide: with others the same values end elsewhere", async () => {
  await using other = await startWithProviders({
    ...UNLIMITED,
    SITE_URL: "https://evil.test/home",
    URI_ALLOW_LIST: "otherapp://**",
  });
  const at = async (value: string) => (await other.get(`/verify?type=signup&token=00&${asQuery(value)}`)).headers.location ?? "";
  assert.match(await at("https://evil.test/in"), /^https:\/\/evil\.test\/in#error/);
  assert.match(await at("otherapp://x/y"), /^otherapp:\/\/x\/y#error/);
  for (const value of [`${SITE}/in`, "myapp://callback", ""]) assert.match(await at(value), /^https:\/\/evil\.test\/home#error/);
});
