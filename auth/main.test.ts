import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../kernel/embedded_postgres/free_port.ts";
import type { Db } from "../kernel/sql/database.ts";
import { sql } from "../kernel/sql/sql.ts";
import { call } from "../kernel/testing/client.ts";
import { until } from "../kernel/testing/until.ts";
import { startTestAuth } from "./testing.ts";

test("a browser may call from any site, with the headers that the client sends, and never with credentials", async () => {
  await using auth = await startTestAuth({ CORS_ALLOWED_HEADERS: "X-My-App" });
  const preflight = await auth.call("/token", {
    method: "OPTIONS",
    headers: {
      origin: "https://evil.test",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers["access-control-allow-origin"], "*");
  assert.equal(preflight.headers["access-control-allow-credentials"], undefined);
  const allowed = String(preflight.headers["access-control-allow-headers"]).toLowerCase().split(", ");
  for (const name of ["authorization", "content-type", "apikey", "x-client-info", "x-supabase-api-version", "x-my-app"]) {
    assert.ok(allowed.includes(name), name);
  }
  for (const method of ["GET", "POST", "PUT", "DELETE"]) {
    assert.ok(String(preflight.headers["access-control-allow-methods"]).includes(method), method);
  }
  const answer = await auth.get("/settings", { origin: "https://evil.test" });
  assert.equal(answer.headers["access-control-allow-origin"], "*");
  for (const name of ["X-Total-Count", "Link", "X-Supabase-Api-Version"]) {
    assert.ok(String(answer.headers["access-control-expose-headers"]).includes(name), name);
  }
});

test("answers are not stored, guessed or framed, and browsers stay on HTTPS where the service is reached by it", async () => {
  await using auth = await startTestAuth();
  const { headers } = await auth.get("/settings");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.match(String(headers["content-security-policy"]), /default-src 'none'; frame-ancestors 'none'/);
  assert.match(String(headers["strict-transport-security"]), /max-age=31536000/);
  assert.equal(headers.server, undefined);
  await using plain = await startTestAuth({ API_EXTERNAL_URL: "http://localhost:8081" });
  assert.equal((await plain.get("/settings")).headers["strict-transport-security"], undefined);
});

test("the request id is taken over from the header that REQUEST_ID_HEADER names", async () => {
  await using auth = await startTestAuth({ REQUEST_ID_HEADER: "X-Trace" });
  assert.equal((await auth.get("/health", { "x-trace": "t-1" })).headers["x-request-id"], "t-1");
  assert.ok(auth.logged.some((line) => line.message === "request" && line.fields.request_id === "t-1"));
});

test("with DOCS_URL an error links to the page of its code, and nothing else of it changes", async () => {
  await using auth = await startTestAuth({ DOCS_URL: "https://app.example.com/docs/" });
  await using plain = await startTestAuth();
  const [linked, without] = await Promise.all([auth, plain].map((each) => each.get("/nowhere")));
  assert.equal(linked?.headers.link, '<https://app.example.com/docs/errors/not_found>; rel="help"');
  assert.equal(without?.headers.link, undefined);
  assert.deepEqual([linked?.status, linked?.body], [without?.status, without?.body]);
  assert.deepEqual(
    Object.keys(linked?.headers ?? {}).filter((name) => name !== "link"),
    Object.keys(without?.headers ?? {}),
  );
  assert.equal((await auth.get("/health")).headers.link, undefined);
  const refused = await Promise.all([
    auth.call("/token?grant_type=password", { method: "POST", body: "{", headers: { "content-type": "application/json" } }),
    auth.get("/user"),
    auth.call("/settings", { method: "PUT" }),
    auth.post("/verify", { type: "signup", token: "x" }),
  ]);
  assert.deepEqual(
    refused.map(({ headers }) => String(headers.link).match(/errors\/(\w+)>/)?.[1]),
    ["bad_json", "no_authorization", "method_not_allowed", "otp_expired"],
  );
});

test("the service listens at API_HOST and API_PORT, and nowhere else", async () => {
  const port = await freePort();
  await using auth = await startTestAuth({ API_HOST: "127.0.0.1", API_PORT: String(port) });
  assert.equal(auth.service.port, port);
  assert.equal((await call(`http://127.0.0.1:${port}/health`)).status, 200);
  for (const elsewhere of ["[::1]", "127.0.0.2"]) await assert.rejects(call(`http://${elsewhere}:${port}/health`), elsewhere);
  await using any = await startTestAuth({ API_HOST: "0.0.0.0" });
  assert.equal((await call(`http://127.0.0.1:${any.service.port}/health`)).status, 200);
});

test("requests share as many connections as DB_MAX_POOL_SIZE allows, and no more", async () => {
  for (const [most, atOnce, isEnough] of [
    ["1", 1, (count: number) => count === 1],
    ["3", 3, (count: number) => count === 3],
    ["0", 4, (count: number) => count > 3],
  ] as const) {
    await using auth = await startTestAuth({ DB_MAX_POOL_SIZE: most });
    const { db } = auth.service.world;
    const ask = () => auth.post("/verify", { type: "signup", token_hash: "x" });
    const replies = await Promise.all(Array.from({ length: 30 }, ask));
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [403]);
    // Reads share a connection, and writes have the others.
    await db.one(sql`select 1 as one`);
    const counts = Array.from({ length: 6 }, () =>
      db.transaction(async (tx) => {
        // Whoever came first sees only its own, so it waits for the others to open theirs.
        await until("the others", async () => (await openConnections(tx)) >= atOnce);
        return openConnections(tx);
      }),
    );
    const count = Math.max(...(await Promise.all(counts)));
    assert.ok(isEnough(count), `DB_MAX_POOL_SIZE ${most}: ${count} connections`);
  }
});

test("as many as DB_CONN_PERCENTAGE of the server's connections, whatever DB_MAX_POOL_SIZE says", async () => {
  await using auth = await startTestAuth({ DB_MAX_POOL_SIZE: "1", DB_CONN_PERCENTAGE: "10" });
  const { db } = auth.service.world;
  const { max } = await db.one<{ max: number }>(sql`select current_setting('max_connections')::int as max`);
  await Promise.all(Array.from({ length: 40 }, () => db.transaction((tx) => tx.one(sql`select 1 as one, pg_sleep(0.01)`))));
  const count = await openConnections(db);
  assert.ok(count > 1 && count <= Math.floor(max * 0.1), `${count} of ${max}`);
});

test("as many stay open unused, and for as long, as DB_MAX_IDLE_POOL_SIZE and DB_CONN_MAX_IDLE_TIME say", async () => {
  await using auth = await startTestAuth({ DB_MAX_IDLE_POOL_SIZE: "2", DB_CONN_MAX_IDLE_TIME: "2s" });
  const { db } = auth.service.world;
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const work = async (tx: Db) => {
    await tx.one(sql`select 1 as one`);
    if (++begun === 5) all.resolve();
    await all.promise;
    return openConnections(tx);
  };
  const [most] = await Promise.all(Array.from({ length: 5 }, () => db.transaction(work)));
  await until("three to close", async () => (await openConnections(db)) === (most as number) - 3);
  await until("the others to close", async () => (await openConnections(db)) === (most as number) - 5);
});

async function openConnections(db: Db): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'cofre auth'`);
  return count;
}

test("GET /openapi.json describes every endpoint of the route list", async () => {
  await using auth = await startTestAuth();
  const { body } = await auth.get("/openapi.json");
  const document = body as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> };
  assert.equal(document.openapi, "3.1.0");
  const { routes } = await import("./routes.ts");
  for (const { method, path } of routes) {
    assert.ok(document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.operationId, `${method} ${path}`);
  }
});

test("GET /docs is a page whose script comes from the service itself", async () => {
  await using auth = await startTestAuth();
  const page = await auth.get("/docs");
  assert.match(String(page.headers["content-type"]), /^text\/html/);
  assert.match(page.text, /<script src="\/docs\/scalar\.js">/);
  assert.doesNotMatch(page.text, /https?:\/\//);
  assert.match(String(page.headers["content-security-policy"]), /default-src 'none'; script-src 'self'/);
  const script = await auth.get("/docs/scalar.js");
  assert.equal(script.status, 200);
  assert.ok(script.text.length > 1_000_000);
  const zipped = await call(`${auth.url}/docs/scalar.js`, { headers: { "accept-encoding": "gzip, br" } });
  assert.equal(zipped.headers["content-encoding"], "gzip");
});
