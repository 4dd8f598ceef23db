// WA: attacks on web by foreign pages, other ports, and holders of a copied cookie.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { routes } from "../../../web/routes.ts";
import type { TestBrowser } from "../../../web/testing.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Pair } from "../pair.ts";
import { type Front, openFront } from "./front.ts";
import { enrolledUser } from "./people.ts";

const TOKEN = /eyJ[\w-]{10,}\.|access_token|refresh_token/;
const READS = "/api/reads?path=/accounts&path=/categories";
const SCRIPT = `"'><script>alert(1)</script>`;

const WRITES = routes.filter(({ method }) => method !== "GET");
const PAGES = routes.filter(({ method, access }) => method === "GET" && access === "page");

/** With sample ids. */
const filled = (path: string) => path.replace(/:\w+/g, "1").replace("*", "user");

/** A case with a signed-in user at its own web service. */
function withFront(id: string, title: string, run: (world: World) => Promise<string | undefined>): AttackCase {
  return attack(id, title, async (pair) => {
    const user = await pair.people.user();
    await using front = await openFront(pair);
    return await run({ pair, front, user, browser: await front.signedIn(user) });
  });
}

interface World {
  pair: Pair;
  front: Front;
  user: { id: string; email: string; password: string };
  browser: TestBrowser;
}

const codeOf = ({ body }: Reply) => (body as { code?: string } | null)?.code;

function twin(front: Front, cookies: ReadonlyMap<string, string>): TestBrowser {
  const browser = front.browser();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

export const web: AttackCase[] = [
  withFront("WA-01", "only our own pages can write and read data", async ({ front, browser }) => {
    const strangers: Record<string, string>[] = [
      ...["cross-site", "same-site", "none"].map((site) => ({ "sec-fetch-site": site })),
      ...["http://localhost:3000", "https://evil.test", "null", `${front.url}.evil.test`].map((origin) => ({
        "sec-fetch-site": "",
        origin,
      })),
    ];
    let tries = 0;
    for (const { method, path } of WRITES)
      for (const headers of strangers) {
        const reply = await twin(front, browser.cookies).fetch(filled(path), { method, body: {}, headers });
        assert.deepEqual([reply.status, codeOf(reply)], [403, "foreign_page"], `${method} ${path} ${JSON.stringify(headers)}`);
        tries++;
      }
    for (const path of ["/session", "/api/auth/user", "/api/finance/accounts", READS, "/link?provider=github"])
      for (const site of ["cross-site", "same-site"])
        assert.equal((await browser.fetch(path, { headers: { "sec-fetch-site": site } })).status, 403, `${path} ${site}`);
    assert.equal((await browser.fetch("/session")).status, 200, "still signed in");
    return `${tries} writes`;
  }),

  withFront("WA-02", "no page can be framed or loads a foreign script", async ({ browser }) => {
    for (const { path } of routes.filter(({ method }) => method === "GET")) {
      const { headers } = await browser.open(filled(path));
      const policy = String(headers["content-security-policy"]).split("; ");
      for (const part of [
        "frame-ancestors 'none'",
        "default-src 'none'",
        "script-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
      ])
        assert.ok(policy.includes(part), `${path}: ${part}`);
      assert.equal(headers["x-content-type-options"], "nosniff", path);
    }
    return undefined;
  }),

  withFront("WA-03", "next accepts only our own paths", async ({ front, user }) => {
    const values = [
      ...["//evil.test", "/\\evil.test", "\\\\evil.test", "https://evil.test", "https:evil.test", "javascript:alert(1)"],
      ...["/\t/evil.test", "/\n/evil.test", " //evil.test", "/..//evil.test", "/%09/evil.test/..//evil.test", "///evil.test"],
      ...["/./\\evil.test", "//evil.test/%2f..", "http:///evil.test", "data:text/html,x", `/${"a".repeat(3_000)}`],
    ];
    for (const next of values) {
      const reply = await front.browser().post("/sign_in", { email: user.email, password: user.password, next });
      const target = new URL(String(reply.headers.location), front.url);
      assert.equal(target.origin, front.url, `${JSON.stringify(next)} leads to ${reply.headers.location}`);
      for (const path of ["/sign_in", "/sign_up", "/recover", "/code", "/second_factor", "/new_password"]) {
        const page = await front.browser().open(`${path}?email=a@example.com&next=${encodeURIComponent(next)}`);
        const view = [...page.text.matchAll(/(?:href|action|value)="([^"]*evil\.test[^"]*)"/g)].map(([, url]) => url as string);
        for (const url of view) assert.equal(new URL(url, front.url).origin, front.url, `${path}: ${url}`);
      }
    }
    return `${values.length} targets`;
  }),

  withFront("WA-04", "a forged or modified cookie is ignored", async ({ front, browser, pair }) => {
    const good = browser.cookies.get("cofre") ?? assert.fail("no cookie");
    const flipped = Array.from({ length: 40 }, () => {
      const bytes = Buffer.from(good, "base64url");
      const at = pair.random.whole(0, bytes.length - 1);
      bytes[at] = (bytes[at] as number) ^ (1 << pair.random.whole(0, 7));
      return bytes.toString("base64url");
    });
    const flow = front.browser();
    await flow.open("/authorize?provider=github");
    const values = [
      ...["", "x", "AAAA".repeat(100), good.slice(0, -1), good.slice(1), `${good}AAAA`, "%00", "=".repeat(50), ...flipped],
      ...flow.cookies.values(),
    ];
    for (const value of values) {
      const reply = await twin(front, new Map([["cofre", value]])).fetch("/api/finance/accounts");
      assert.equal(reply.status, 401, `${value.slice(0, 40)}: ${reply.status}`);
    }
    const twice = front.browser();
    const both = await twice.fetch("/session", { headers: { cookie: `cofre=planted; cofre=${good}` } });
    assert.ok([200, 401].includes(both.status), "one that was planted beside it signs out at most");
    return `${values.length} cookies`;
  }),

  withFront("WA-05", "no answer, header, cookie, URL or log line contains a token", async ({ front, browser, user }) => {
    const signIn = await front.browser().post("/sign_in", { email: user.email, password: user.password });
    const replies = [signIn];
    for (const { path } of PAGES) replies.push(await browser.open(filled(path)));
    for (const path of [
      "/session",
      "/api/auth/user",
      "/api/auth/settings",
      "/api/finance/accounts",
      "/api/finance/users/me",
      READS,
    ])
      replies.push(await browser.fetch(path));
    for (const { text, headers } of replies) assert.doesNotMatch(text + JSON.stringify(headers), TOKEN);
    assert.doesNotMatch(front.logs(), TOKEN);
    assert.ok(!front.logs().includes(user.password), "a password in the log");
    assert.match(String(signIn.headers["set-cookie"]), /HttpOnly; SameSite=Strict/);
    return `${replies.length} answers`;
  }),

  withFront("WA-06", "a copied cookie is rejected after sign-out", async ({ front, browser }) => {
    const thief = twin(front, browser.cookies);
    assert.equal((await thief.fetch("/session")).status, 200);
    await browser.post("/sign_out", {});
    front.advance(301);
    for (const path of ["/api/finance/accounts", READS, "/api/auth/user", "/session"])
      assert.equal((await thief.fetch(path)).status, 401, path);
    assert.equal(thief.cookies.size, 0);
    return undefined;
  }),

  attack("WA-07", "with a second factor, the password alone gives no access", async (pair) => {
    const user = await enrolledUser(pair);
    await using front = await openFront(pair);
    const browser = await front.signedIn(user);
    const half = browser.cookies.get("cofre-half") ?? assert.fail("no half session");
    assert.equal(browser.cookies.has("cofre"), false);
    for (const cookies of [
      [["cofre-half", half]],
      [["cofre", half]],
      [
        ["cofre", half],
        ["cofre-half", half],
      ],
    ] as [string, string][][]) {
      for (const path of ["/session", "/api/finance/accounts", READS, "/api/auth/user", "/api/auth/passkeys"])
        assert.equal((await twin(front, new Map(cookies)).fetch(path)).status, 401, path);
      for (const path of ["/", "/settings", "/new_password"])
        assert.match(String((await twin(front, new Map(cookies)).open(path)).headers.location), /^\/sign_in/, path);
    }
    const guess = await browser.post("/second_factor", { factor: user.factor, code: "000000" });
    assert.ok([422, 429].includes(guess.status), `${guess.status}`);
    return undefined;
  }),

  withFront("WA-08", "web forwards only listed calls of auth, and later only after a new sign-in", async ({ front, browser }) => {
    for (const [method, path] of [
      ["GET", "/admin/users"],
      ["POST", "/admin/generate_link"],
      ["POST", "/token"],
      ["POST", "/signup"],
      ["POST", "/logout"],
      ["GET", "/user/identities/authorize"],
      ["GET", "/service/user_changes"],
      ["GET", "/user%2f..%2fadmin%2fusers"],
    ] as const)
      assert.equal(
        (await browser.fetch(`/api/auth${path}`, { method, ...(method === "POST" && { body: {} }) })).status,
        404,
        path,
      );
    front.advance(16 * 60);
    for (const [method, path, body] of [
      ["PUT", "/api/auth/user", { password: "another password" }],
      ["PUT", "/api/auth/user", { email: "x@evil.test" }],
      ["DELETE", "/api/auth/user", {}],
      ["POST", "/api/auth/factors", { factor_type: "totp" }],
      ["POST", "/api/auth/passkeys/registration/options", {}],
      ["POST", "/api/finance/api_tokens", { name: "x", scope: "write" }],
      ["GET", "/api/finance/exports?format=json", undefined],
    ] as const) {
      const reply = await browser.fetch(path, { method, ...(body && { body }) });
      assert.deepEqual([reply.status, codeOf(reply)], [403, "proof_needed"], `${method} ${path}`);
    }
    return undefined;
  }),

  withFront("WA-09", "markup in every parameter of every page is escaped", async ({ browser, front }) => {
    for (const { path } of PAGES)
      for (const name of [
        "next",
        "email",
        "purpose",
        "problem",
        "token",
        "type",
        "redirect_to",
        "provider",
        "way",
        "lang",
        "code",
        "authorization_id",
      ]) {
        const { text, status } = await browser.open(`${filled(path)}?${name}=${encodeURIComponent(SCRIPT)}`);
        assert.ok(status < 500, `${path} ${name}: ${status}`);
        assert.ok(!text.includes("<script>alert"), `${path} ${name}`);
      }
    for (const path of [
      "/sign_in",
      "/sign_in/sso",
      "/sign_up",
      "/code",
      "/code/request",
      "/confirm",
      "/second_factor",
      "/invitation",
      "/oauth/consent",
    ]) {
      const fields = {
        email: SCRIPT,
        password: SCRIPT,
        name: SCRIPT,
        code: SCRIPT,
        token: SCRIPT,
        type: SCRIPT,
        next: SCRIPT,
        purpose: SCRIPT,
      };
      const { text } = await front.browser().post(path, fields);
      assert.ok(!text.includes("<script>alert"), path);
    }
    return `${PAGES.length} pages`;
  }),
];
