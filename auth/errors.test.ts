import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ErrorRow } from "../kernel/errors.ts";
import { sql } from "../kernel/sql/sql.ts";
import { serverUrl } from "../kernel/testing/database.ts";
import { startTcpProxy, through } from "../kernel/testing/tcp_proxy.ts";
import { fail } from "./errors.ts";
import { routes } from "./routes.ts";
import { startTestAuth } from "./testing.ts";

const VERSION_HEADER = "x-supabase-api-version";

test("without a version header an error has the status as code, error_code and msg", async () => {
  await using auth = await startTestAuth();
  for (const version of [undefined, "", "2023-12-31", "yesterday", "2024-13-99"]) {
    const reply = await auth.get("/nowhere", version === undefined ? {} : { [VERSION_HEADER]: version });
    assert.equal(reply.status, 404);
    assert.deepEqual(reply.body, { code: 404, error_code: "not_found", msg: "No endpoint has this path" });
    assert.equal(reply.headers[VERSION_HEADER], undefined);
    assert.equal(reply.headers["x-sb-error-code"], "not_found");
  }
});

test("with version 2024-01-01 or later an error has the code as text, and the version comes back", async () => {
  await using auth = await startTestAuth();
  for (const version of ["2024-01-01", "2026-11-15"]) {
    const reply = await auth.get("/nowhere", { [VERSION_HEADER]: version });
    assert.deepEqual(reply.body, { code: "not_found", message: "No endpoint has this path" });
    assert.equal(reply.headers[VERSION_HEADER], "2024-01-01");
    assert.match(String(reply.headers["access-control-expose-headers"]), /X-Supabase-Api-Version/);
  }
});

test("a success carries no version header", async () => {
  await using auth = await startTestAuth();
  assert.equal((await auth.get("/health", { [VERSION_HEADER]: "2024-01-01" })).headers[VERSION_HEADER], undefined);
});

const phone = { phone: "5511999990000", password: "correct horse" };
const PHONES = { EXTERNAL_PHONE_ENABLED: "true" };

test("a body of another kind is 415, and JSON of another type from a page of another site", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const plain = { "content-type": "text/plain" };
  const other = await auth.post("/signup", "email=ana@example.com", plain);
  assert.deepEqual([other.status, code(other)], [415, "validation_failed"]);
  const body = JSON.stringify({ email: "ana@example.com", password: "correct horse" });
  const foreign = await auth.post("/signup", body, { ...plain, origin: "https://evil.test" });
  assert.deepEqual([foreign.status, code(foreign)], [415, "validation_failed"]);
  assert.equal((await auth.post("/signup", body, plain)).status, 200);
});

test("a body over 64 KB is 413, over 1 MiB where metadata is written; 5000 keys and items are the most everywhere", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", OAUTH_SERVER_ENABLED: "true" });
  const { body: session } = await auth.post("/signup", { email: "bob@example.com", password: "correct horse" });
  const user = { authorization: `Bearer ${(session as { access_token: string }).access_token}` };
  const large = { email: "ana@example.com", x: "x".repeat(70_000) };
  const writers = [
    "/admin/bulk-jobs",
    "/admin/generate_link",
    "/admin/mail/preview",
    "/admin/settings",
    "/admin/sso/providers",
    "/admin/sso/providers/:id",
    "/admin/user-imports/:id/parts/:number",
    "/admin/users",
    "/admin/users/:id",
    "/invite",
    "/magiclink",
    "/otp",
    "/signup",
    "/sso/saml/acs",
    "/user",
  ];
  assert.deepEqual([...new Set(routes.filter(({ bodyLimitBytes }) => bodyLimitBytes).map(({ path }) => path))].sort(), writers);
  for (const { method, path, access, body, form, bodyLimitBytes } of routes) {
    if (!body || form) continue;
    const headers = access === "user" ? user : auth.admin;
    const send = (input: unknown) => auth.call(path.replace(/:\w+/g, randomUUID()), { method, body: input, headers });
    const reply = await send(large);
    if (bodyLimitBytes === undefined) assert.deepEqual([reply.status, code(reply)], [413, "request_entity_too_large"], path);
    else assert.notEqual(reply.status, 413, path);
  }
  const over = await auth.post("/signup", { email: "x".repeat(1_100_000) });
  assert.match(over.text, /Request body exceeds 1024 KB or 5000 keys and items/);
  const data = Object.fromEntries(Array.from({ length: 5_000 }, (_, key) => [`k${key}`, 1]));
  const many = await auth.post("/signup", { email: "ana@example.com", password: "correct horse", data });
  assert.deepEqual([many.status, code(many)], [413, "request_entity_too_large"]);
});

test("keys that are names of prototypes are refused wherever they stand, and a NUL on its field", async () => {
  await using auth = await startTestAuth();
  for (const key of ["__proto__", "constructor", "prototype"]) {
    for (const body of [`{"email":"ana@example.com","${key}":1}`, `{"email":"ana@example.com","data":{"a":[{"${key}":{}}]}}`]) {
      const reply = await auth.post("/otp", body, { "content-type": "application/json" });
      assert.deepEqual([reply.status, code(reply)], [400, "validation_failed"], body);
      const { msg } = reply.body as { msg: string };
      assert.equal(msg, `Request body cannot be accepted: the key ${key} is not allowed`, "it is valid JSON");
    }
  }
  const reply = await auth.post("/otp", { email: "ana@example.com", data: { names: ["a", "b\0c"] } });
  assert.deepEqual([reply.status, code(reply)], [400, "validation_failed"]);
  assert.match(reply.text, /data\/names\/1 holds a NUL character/);
});

test("a fault of ours is 500 with the request's id and no word about its cause", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  await auth.service.world.db.run(sql`drop table identities`);
  const reply = await auth.post("/signup", { email: "ana@example.com", password: "correct horse" });
  assert.deepEqual(reply.body, {
    code: 500,
    error_code: "unexpected_failure",
    msg: "Unexpected failure, please check server logs for more information",
    error_id: reply.headers["x-request-id"],
  });
});

test("a request that the database leaves waiting is 504 after API_MAX_REQUEST_DURATION", async () => {
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(serverUrl()).port) });
  await using auth = await startTestAuth({ API_MAX_REQUEST_DURATION: "1s" }, (url) => through(proxy, url));
  await auth.get("/ready");
  proxy.stall(true);
  const reply = await auth.post("/token?grant_type=password", { email: "ana@example.com", password: "correct horse" });
  assert.deepEqual([reply.status, code(reply)], [504, "request_timeout"]);
  proxy.stall(false);
});

test("a token without a user, without a session, or for another audience than the user's, is refused", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const session = (await auth.post("/signup", { email: "ana@example.com", password: "correct horse" })).body as {
    access_token: string;
    user: { id: string };
  };
  const { keys } = auth.service.world;
  const iat = Math.floor(auth.clock.now().getTime() / 1000);
  const times = { iat, exp: iat + 60 };
  const ask = (claims: object) => auth.get("/user", { authorization: `Bearer ${keys.sign(claims)}` });
  const nobody = await ask({ role: "authenticated", aud: "authenticated", ...times });
  assert.deepEqual([nobody.status, code(nobody)], [403, "bad_jwt"]);
  const user = { sub: session.user.id, role: "authenticated", ...times };
  const endless = await ask({ ...user, aud: "authenticated" });
  assert.deepEqual([endless.status, code(endless)], [403, "session_not_found"]);
  const { session_id } = keys.verify(session.access_token, auth.clock.now());
  const elsewhere = await ask({ ...user, session_id, aud: "elsewhere" });
  assert.deepEqual([elsewhere.status, code(elsewhere)], [400, "validation_failed"], elsewhere.text);
});

test("a phone that was not confirmed cannot sign in, PKCE is for mail, and text messages have a budget", async () => {
  await using auth = await startTestAuth({ ...PHONES, RATE_LIMIT_SMS_SENT: "1" });
  const pkce = await auth.post("/signup", { ...phone, code_challenge: "a".repeat(43), code_challenge_method: "s256" });
  assert.deepEqual([pkce.status, code(pkce)], [400, "validation_failed"]);
  assert.equal((await auth.post("/signup", phone)).status, 200);
  const early = await auth.post("/token?grant_type=password", phone);
  assert.deepEqual([early.status, code(early)], [400, "phone_not_confirmed"]);
  const spent = await auth.post("/signup", { ...phone, phone: "5511999990001" });
  assert.deepEqual([spent.status, code(spent)], [429, "over_sms_send_rate_limit"]);
  assert.ok(Number(spent.headers["retry-after"]) > 60);
});

test("every row of a slice's errors.ts stands in the joined table, and no two slices have a row of the same name", async () => {
  const names = new Set<string>();
  for (const slice of readdirSync(import.meta.dirname)) {
    const path = join(import.meta.dirname, slice, "errors.ts");
    if (!existsSync(path)) continue;
    for (const rows of Object.values((await import(path)) as Record<string, Record<string, ErrorRow>>)) {
      for (const [name, [status, errorCode]] of Object.entries(rows)) {
        assert.ok(!names.has(name), `${slice}: ${name} stands in another slice too`);
        names.add(name);
        const fault = fail[name as keyof typeof fail]?.();
        assert.deepEqual([fault?.status, fault?.code], [status, errorCode], `${slice}: ${name}`);
      }
    }
  }
  assert.ok(names.size > 250, "slices have error rows");
});

function code(reply: { body: unknown }): string | undefined {
  return (reply.body as { error_code?: string }).error_code;
}
