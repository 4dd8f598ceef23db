// The service between the browser and finance: sessions, what other sites may do, what every answer says, and what never leaves.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { TOTP } from "otpauth";
import { until } from "../kernel/testing/until.ts";
import { openBuild } from "./assets/build.ts";
import { shareTestWeb, signedIn } from "./testing.ts";

const web = shareTestWeb({ web: { BRAND_NAME: "Banco <Lua>", BRAND_COLOUR: "#ffd24d" } });

test("finance is asked as the user of the cookie, for reading and writing, with its answers passed on", async () => {
  const ana = await signedIn(web, "ana@example.com");
  const created = await ana.fetch("/api/finance/transactions", {
    method: "POST",
    body: { description: "Café & pão", amount_cents: -450 },
    headers: { "idempotency-key": "one" },
  });
  assert.equal(created.status, 201, created.text);
  const { id } = created.body as { id: number };
  const listed = await ana.fetch("/api/finance/transactions?start_date=2026-01-01&end_date=2026-01-31");
  assert.deepEqual(
    (listed.body as { id: number }[]).map((each) => each.id),
    [id],
  );
  assert.equal((await ana.fetch(`/api/finance/transactions/${id}`, { method: "PUT", body: { description: "Chá" } })).status, 200);
  const refused = await ana.fetch("/api/finance/transactions", { method: "POST", body: { amount_cents: "x" } });
  assert.equal(refused.status, 422);
  assert.ok((refused.body as { errors: object }).errors);
  assert.equal((await ana.fetch(`/api/finance/transactions/${id}`, { method: "DELETE" })).status, 200);
  const bruno = await signedIn(web, "bruno@example.com");
  assert.equal((await bruno.fetch(`/api/finance/transactions/${id}`)).status, 404);
});

test("monitors may ask HEAD /health, and nothing else by HEAD", async () => {
  assert.equal((await web.browser().fetch("/health", { method: "HEAD" })).status, 200);
  assert.equal((await web.browser().fetch("/sign_in", { method: "HEAD" })).status, 405);
});

test("nothing above finance's base path is reached", async () => {
  const ana = await signedIn(web, "acima@example.com");
  for (const path of ["/../../docs", "/%2e%2e/%2e%2e/docs", "/..%2f..%2fdocs", "/\\..\\..\\docs"]) {
    const reply = await ana.fetch("/", { path: `/api/finance${path}` });
    assert.ok(reply.status === 404 || reply.status === 400, `${path}: ${reply.status}`);
  }
});

test("without a session, or with a cookie that is not ours, it is 401", async () => {
  assert.equal((await web.browser().fetch("/api/finance/accounts")).status, 401);
  const forger = web.browser();
  forger.cookies.set("cofre", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  assert.equal((await forger.fetch("/api/finance/accounts")).status, 401);
  assert.equal((await forger.fetch("/session")).status, 401);
});

test("writes and data are for our own pages alone: not for other sites, other ports, or requests that do not say", async () => {
  const ana = await signedIn(web, "csrf@example.com");
  const post = (headers: Record<string, string>) =>
    ana.fetch("/api/finance/transactions", { method: "POST", body: { description: "x", amount_cents: -1 }, headers });
  for (const site of ["cross-site", "same-site", "none"])
    assert.equal((await post({ "sec-fetch-site": site })).status, 403, site);
  const other = web.browser();
  for (const [name, value] of ana.cookies) other.cookies.set(name, value);
  const old = (origin: string) => other.post("/sign_out", {}, { "sec-fetch-site": "", origin }).then(({ status }) => status);
  assert.equal(await old("http://localhost:3000"), 403);
  assert.equal(await old("null"), 403);
  for (const site of ["cross-site", "same-site"])
    for (const path of ["/api/finance/accounts", "/session"])
      assert.equal((await ana.fetch(path, { headers: { "sec-fetch-site": site } })).status, 403, `${path} ${site}`);
  assert.equal((await ana.fetch("/api/finance/accounts")).status, 200);
});

test("of auth the app reaches what is on the list; sessions that it answers with stay in the cookie", async () => {
  const ana = await signedIn(web, "lista@example.com");
  const user = await ana.fetch("/api/auth/user");
  assert.deepEqual([user.status, (user.body as { email: string }).email], [200, "lista@example.com"]);
  for (const [method, path] of [
    ["GET", "/admin/users"],
    ["POST", "/token?grant_type=password"],
    ["POST", "/signup"],
    ["POST", "/logout"],
    ["GET", "/factors%2f..%2fuser"],
    ["GET", "/user/"],
    ["POST", "/user"],
    ["GET", "//user"],
  ] as const) {
    const reply = await ana.fetch(`/api/auth${path}`, { method, ...(method === "POST" && { body: {} }) });
    assert.ok([404, 405].includes(reply.status), `${method} ${path}: ${reply.status}`);
  }
  const begun = await ana.fetch("/api/auth/factors", { method: "POST", body: { factor_type: "totp", friendly_name: "app" } });
  assert.equal(begun.status, 200, begun.text);
  const { id, totp } = begun.body as { id: string; totp: { secret: string; qr_code: string } };
  assert.match(totp.qr_code, /svg/);
  const answer = await ana.fetch(`/api/auth/factors/${id}/challenge`, { method: "POST", body: {} });
  const code = new TOTP({ secret: totp.secret }).generate({ timestamp: web.finance.clock.now().getTime() });
  const before = ana.cookies.get("cofre");
  const body = { challenge_id: (answer.body as { id: string }).id, code };
  const verified = await ana.fetch(`/api/auth/factors/${id}/verify`, { method: "POST", body });
  assert.deepEqual([verified.status, verified.body], [200, {}], verified.text);
  assert.notEqual(ana.cookies.get("cofre"), before);
  assert.equal((await ana.fetch("/api/finance/accounts")).status, 200);
  const token = await ana.fetch("/api/finance/api_tokens", { method: "POST", body: { name: "bot", scope: "read" } });
  assert.equal(token.status, 201, token.text);
  const copy = web.browser();
  copy.cookies.set("cofre", before ?? "");
  await until(
    "a copy from before the factor to open nothing",
    async () => (await copy.fetch("/api/finance/accounts")).status === 401,
  );
  const meddled = await ana.fetch("/api/auth/user", {
    method: "PUT",
    body: { app_metadata: { role: "x" }, data: { name: "Ana" } },
  });
  assert.equal(meddled.status, 200, meddled.text);
  const { app_metadata: app, user_metadata: own } = meddled.body as Record<string, Record<string, unknown>>;
  assert.deepEqual([app?.role, own?.name], [undefined, "Ana"]);
});

test("what lets people in wants a fresh sign-in: after ten minutes it is refused until somebody signs in again", async () => {
  const email = "fresca@example.com";
  const ana = await signedIn(web, email);
  const token = () => ana.fetch("/api/finance/api_tokens", { method: "POST", body: { name: "x", scope: "read" } });
  assert.equal((await token()).status, 201);
  web.finance.clock.advance(11 * 60);
  const dangerous = [
    await token(),
    await ana.fetch("/api/finance/exports?format=csv"),
    await ana.fetch("/api/auth/user", { method: "PUT", body: { password: "uma outra senha" } }),
    await ana.fetch("/api/auth/user", { method: "PUT", body: { email: "outra@example.com" } }),
    await ana.fetch("/api/auth/user", { method: "DELETE" }),
    await ana.fetch("/api/auth/factors", { method: "POST", body: { factor_type: "totp" } }),
    await ana.fetch("/api/auth/passkeys/registration/options", { method: "POST", body: {} }),
  ];
  assert.deepEqual(
    [...new Set(dangerous.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))],
    ["403 proof_needed"],
  );
  assert.equal((await ana.fetch("/api/auth/user", { method: "PUT", body: { data: { name: "Ana" } } })).status, 200);
  const former = ana.cookies.get("cofre") ?? "";
  assert.equal((await ana.post("/sign_in", { email, password: ana.password })).status, 303);
  assert.equal((await token()).status, 201);
  const left = web.browser();
  left.cookies.set("cofre", former);
  web.finance.clock.advance(300);
  assert.equal((await left.fetch("/session")).status, 401, "the session from before is over");
  const deleted = await ana.fetch("/api/auth/user", { method: "DELETE", body: {} });
  assert.deepEqual([deleted.status, deleted.headers["clear-site-data"]], [204, '"cache"'], deleted.text);
  assert.equal(ana.cookies.has("cofre"), false);
  assert.equal((await web.browser().post("/sign_in", { email, password: ana.password })).status, 422);
});

test("a session is renewed long before its token ends, by many at once and through two replicas, and nobody is signed out", async () => {
  const ana = await signedIn(web, "renova@example.com");
  await using replica = await web.replica();
  const there = replica.browser();
  for (const [name, value] of ana.cookies) there.cookies.set(name, value);
  const before = ana.cookies.get("cofre");
  web.finance.clock.advance(3_590);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (index % 2 ? ana : there).fetch("/api/finance/accounts")),
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  assert.notEqual(ana.cookies.get("cofre"), before);
  web.finance.clock.advance(3_590);
  assert.equal((await ana.fetch("/api/finance/accounts")).status, 200);
  assert.equal((await there.fetch("/api/finance/accounts")).status, 200);
});

test("no answer, URL or log line holds a token, and the cookie is out of reach of scripts and other sites", async () => {
  const email = "segredo@example.com";
  const { password } = await signedIn(web, email);
  const browser = web.browser();
  const reply = await browser.post("/sign_in", { email, password });
  const [cookie = ""] = reply.headers["set-cookie"] ?? [];
  assert.match(cookie, /^cofre=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
  const answers = [reply, await browser.fetch("/session"), await browser.fetch("/api/finance/accounts"), await browser.open("/")];
  for (const { text, headers } of answers)
    assert.doesNotMatch(text + JSON.stringify(headers), /eyJ[\w-]+\.|access_token|refresh_token/);
  assert.doesNotMatch(JSON.stringify(web.logged), /eyJ[\w-]+\.|the password of/);
});

test("every answer carries the policy: nothing inline, no frame, no foreign source", async () => {
  for (const path of ["/", "/sign_in", "/nowhere", "/assets/nothing.js", "/session"]) {
    const { headers } = await web.browser().open(path);
    const policy = headers["content-security-policy"] as string;
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      assert.ok(policy.split("; ").includes(part), `${path}: ${part}`);
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["referrer-policy"], "same-origin");
  }
});

test("scripts and styles have hashed names and are kept for good; the page that names them is not", async () => {
  const ana = await signedIn(web, "arquivos@example.com");
  const page = await ana.open("/");
  assert.equal(page.status, 200);
  assert.match(page.headers["cache-control"] as string, /no-cache/);
  assert.doesNotMatch(page.text, /<script>|<style|style="/);
  const names = [...page.text.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name]) => name);
  assert.ok(names.length >= 2, page.text);
  for (const name of names) {
    const asset = await ana.open(`/assets/${name}`, { "accept-encoding": "br" });
    assert.equal(asset.status, 200, name);
    assert.equal(asset.headers["content-encoding"], "br");
    assert.match(asset.headers["cache-control"] as string, /immutable/);
  }
  const same = await ana.open("/", { "if-none-match": page.headers.etag as string });
  assert.equal(same.status, 304);
});

test("the app's page leads to sign-in where the cookie would have come and did not; by a link of another site it is shown", async () => {
  const reply = await web.browser().open("/transactions?month=2026-02");
  assert.equal(reply.headers.location, "/sign_in?next=%2Ftransactions%3Fmonth%3D2026-02");
  assert.equal((await web.browser().open("/", { "sec-fetch-site": "cross-site" })).status, 200);
});

test("name and colour are the operator's: the name is text, and the colour can be read", async () => {
  const { text } = await web.browser().open("/sign_in");
  assert.match(text, /Banco &lt;Lua&gt;/);
  const [, url = ""] = /(\/brand\/style\?\w+)/.exec(text) ?? [];
  const style = (await web.browser().open(url)).text;
  assert.match(style, /--accent:light-dark\(oklch\(0\.47 0\.15 90\),oklch\(0\.78 0\.115 90\)\)/);
  assert.match(style, /--tint:light-dark\(oklch\(0\.958 0\.018 90\),/, "tints follow the brand too");
});

test("theme and language that were chosen in another browser hold from the first page on, and what was chosen here stays", async () => {
  const ana = await signedIn(web, "tema@example.com");
  const preferences = { theme: "dark", language: "en", density: "compact" };
  assert.equal((await ana.fetch("/api/finance/preferences", { method: "PUT", body: { preferences } })).status, 200);
  const there = web.browser();
  await there.post("/sign_in", { email: "tema@example.com", password: ana.password });
  assert.match((await there.open("/")).text, /<html lang="en" data-theme="dark"/);
  const here = web.browser();
  here.cookies.set("cofre-theme", "light");
  await here.post("/sign_in", { email: "tema@example.com", password: ana.password });
  assert.match((await here.open("/")).text, /<html lang="en" data-theme="light"/);
});

test("a session with much in it is kept in several cookies, and all go with it", async () => {
  const email = "grande@example.com";
  const { auth } = web.finance;
  const data = { note: "x".repeat(6_000) };
  const created = await auth.post(
    "/admin/users",
    { email, password: "correct horse", email_confirm: true, user_metadata: data },
    auth.admin,
  );
  assert.equal(created.status, 200, created.text);
  const browser = web.browser();
  assert.equal((await browser.post("/sign_in", { email, password: "correct horse" })).status, 303);
  assert.ok(browser.cookies.size > 1);
  assert.equal((await browser.fetch("/api/finance/accounts")).status, 200);
  await browser.post("/sign_out", {});
  assert.equal(browser.cookies.size, 0);
});

test("the service is ready, and says which neighbour is not", async () => {
  const reply = await web.browser().fetch("/ready");
  assert.deepEqual(reply.body, { status: "ready", failed: [], degraded: [] });
});

test("what is long and only read is compressed for whoever takes it so", async () => {
  const browser = await signedIn(web, "comprimida@example.com");
  const sendRequest = (path: string, encoding: string) => browser.fetch(path, { headers: { "accept-encoding": encoding } });
  const list = "/api/finance/categories";
  const [zipped, plain] = [await sendRequest(list, "gzip, br"), await sendRequest(list, "identity")];
  assert.equal(zipped.headers["content-encoding"], "gzip");
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(gunzipSync(zipped.bytes ?? "").toString("utf8"), plain.text);
  const short = await sendRequest("/api/finance/tags", "gzip");
  assert.equal(short.headers["content-encoding"], undefined);
});

test("the app is built once by two starts at once, again where it is half there, and elsewhere where nothing can be written", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cofre-build-"));
  const forbidden = process.getuid?.() === 0 ? "/sys/cofre" : join(folder, "forbidden");
  try {
    if (!forbidden.startsWith("/sys")) await mkdir(forbidden, { mode: 0o500 });
    const [first, second] = await Promise.all([openBuild([forbidden, folder]), openBuild([forbidden, folder])]);
    assert.equal(first, second);
    const built = async () => (await stat(join(first, "complete"))).mtimeMs;
    const at = await built();
    assert.equal(await openBuild([folder]), first);
    assert.equal(await built(), at, "found, and not built again");
    await rm(join(first, "complete"));
    await openBuild([folder]);
    assert.ok((await built()) > at);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith("staging")),
      [],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("it can be installed, with the ways to a new entry and to the invoices", async () => {
  const { headers, text } = await web.browser().fetch("/manifest.webmanifest", { headers: { "accept-language": "pt-BR" } });
  assert.match(String(headers["content-type"]), /^application\/manifest\+json/);
  const { shortcuts, icons, display } = JSON.parse(text) as Record<string, { url: string }[]>;
  assert.equal(display, "standalone");
  assert.deepEqual(
    shortcuts?.map(({ url }) => url),
    ["/transactions/new", "/credit_cards"],
  );
  assert.ok(icons && icons.length > 0);
});
