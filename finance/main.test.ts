import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../kernel/process/version.ts";
import { call } from "../kernel/testing/client.ts";
import { until } from "../kernel/testing/until.ts";
import { shareTestFinance, startTestFinance } from "./testing.ts";

const finance = shareTestFinance();

test("without credentials every path below the base path is 401 with a text, also one that nobody serves", async () => {
  for (const path of ["/users/me", "/accounts", "/nowhere", "/"]) {
    const reply = await finance.call(path);
    assert.deepEqual([reply.status, reply.body], [401, { error: "Não autorizado" }], path);
    assert.equal(reply.headers["www-authenticate"], 'Basic realm="Cofre", charset="UTF-8"');
    assert.equal(reply.headers["content-type"], "application/json; charset=utf-8");
  }
});

test("with DOCS_URL an error links to the page of its code, beside what it answers anyway", async () => {
  await using linked = await startTestFinance({ DOCS_URL: "https://app.example.com/docs" });
  const [reply, plain] = await Promise.all([linked, finance].map((each) => each.call("/users/me")));
  assert.equal(reply?.headers.link, '<https://app.example.com/docs/errors/unauthorized>; rel="help"');
  assert.equal(plain?.headers.link, undefined);
  assert.deepEqual([reply?.status, reply?.body], [plain?.status, plain?.body]);
  const dora = await linked.member("dora@example.com");
  const headers = { authorization: dora.authorization };
  const refused = await Promise.all([
    dora.get("/nowhere"),
    dora.get("/transactions/999"),
    linked.call("/accounts", { method: "PATCH", headers }),
    dora.post("/transactions", { amount_cents: 1 }),
  ]);
  assert.deepEqual(
    refused.map(({ headers }) => String(headers.link).match(/errors\/(\w+)>/)?.[1]),
    ["unknown_route", "record_unknown", "wrong_method", "unprocessable"],
  );
});

test("messages are Portuguese unless the caller asks for English", async () => {
  const ask = async (language: string) => {
    const reply = await finance.call("/users/me", { headers: { "user-agent": "x", "accept-language": language } });
    return (reply.body as { error: string }).error;
  };
  for (const language of ["en", "en-GB,en;q=0.9", "fr, en;q=0.5"]) assert.equal(await ask(language), "Not authorised", language);
  for (const language of ["pt", "pt-BR", "fr", "pt, en", ""]) assert.equal(await ask(language), "Não autorizado", language);
});

test("health, ready, openapi.json and docs need no credentials and no User-Agent, at the root and below the base path", async () => {
  const root = finance.url.replace("/rest/v2", "");
  for (const base of [root, finance.url]) {
    const ask = (path: string) => call(base + path, { ca: finance.certificate.cert });
    assert.deepEqual((await ask("/health")).body, { name: "Cofre finance", version: VERSION, description: "Personal finance" });
    // A busy machine may keep it from answering, or from hearing auth, for a moment.
    const isWell = async () => JSON.stringify((await ask("/ready")).body) === '{"status":"ready","failed":[],"degraded":[]}';
    await until("the service to be well", isWell);
    assert.equal((await call(`${base}/health`, { ca: finance.certificate.cert, method: "HEAD" })).status, 200);
    assert.equal(((await ask("/openapi.json")).body as { openapi: string }).openapi, "3.1.0");
    const page = await ask("/docs");
    const script = /<script src="([^"]+)"/.exec(page.text)?.[1];
    assert.equal((await call(root + script, { ca: finance.certificate.cert })).status, 200);
  }
});

test("outside of the base path an unknown path is 404", async () => {
  const reply = await call(finance.url.replace("/rest/v2", "/elsewhere"), { ca: finance.certificate.cert });
  assert.deepEqual([reply.status, reply.body], [404, { error: "rota não encontrada" }]);
});

test("plain HTTP is refused with a JSON body, whatever it claims", async () => {
  const plain = `http://127.0.0.1:${finance.port}/rest/v2`;
  for (const path of ["/users/me", "/health", "/nowhere"]) {
    const reply = await call(plain + path, { headers: { "user-agent": "x", "x-forwarded-proto": "https" } });
    assert.deepEqual([reply.status, reply.body], [403, { error: "somente HTTPS é aceito" }], path);
  }
});

test("credentials that come over plain HTTP are reported in the log, without their value, and refused", async () => {
  const plain = `http://127.0.0.1:${finance.port}/rest/v2/users/me`;
  const warnings = () => finance.logged.filter(({ level, message }) => level === "warn" && /plain HTTP/.test(`${message}`));
  await call(plain, { headers: { "user-agent": "x" } });
  assert.equal(warnings().length, 0);
  const canary = Buffer.from("ana@example.com:canary").toString("base64");
  for (const authorization of [`Basic ${canary}`, `Bearer ${canary}`]) {
    const reply = await call(plain, { headers: { "user-agent": "x", authorization } });
    assert.equal(reply.status, 403);
    const { fields } = warnings().at(-1) ?? assert.fail("nothing was logged");
    assert.deepEqual(fields, { request_id: reply.headers["x-request-id"], ip: "127.0.0.1" });
  }
  assert.equal(warnings().length, 2);
  assert.ok(!JSON.stringify(finance.logged).includes(canary));
});

test("plain HTTP is taken from a trusted proxy that says https, and from it alone", async () => {
  await using behind = await startTestFinance({ TRUSTED_PROXIES: "127.0.0.1" });
  const plain = `http://127.0.0.1:${behind.port}/rest/v2/health`;
  assert.equal((await call(plain, { headers: { "x-forwarded-proto": "https" } })).status, 200);
  assert.equal((await call(plain, { headers: { "x-forwarded-proto": "http" } })).status, 403);
  assert.equal((await call(plain)).status, 403);
  await using other = await startTestFinance({ TRUSTED_PROXIES: "192.0.2.0/24" });
  const stranger = `http://127.0.0.1:${other.port}/rest/v2/health`;
  assert.equal((await call(stranger, { headers: { "x-forwarded-proto": "https" } })).status, 403);
});

test("an error is JSON even without a Content-Type, and even where the path is broken", async () => {
  const reply = await finance.call("/%zz");
  assert.deepEqual([reply.status, reply.body], [400, { error: "requisição inválida" }]);
});

test("GET /ready shows when auth is not heard", async () => {
  await using alone = await startTestFinance();
  await alone.auth.service.stop();
  const ask = async () => (await alone.call("/ready")) as { status: number; body: { degraded: string[] } };
  await until("auth to be missed", async () => (await ask()).body.degraded.length > 0);
  const { status, body } = await ask();
  assert.deepEqual([status, body], [200, { status: "ready", failed: [], degraded: ["auth"] }]);
});
