// An answer of the database that broke off, or that lacks a row, must not reach another caller.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../kernel/sql/sql.ts";
import { serverUrl } from "../kernel/testing/database.ts";
import { type LossyProxy, startLossyProxy } from "../kernel/testing/lossy_proxy.ts";
import { until } from "../kernel/testing/until.ts";
import { startTestAuth, type TestAuth } from "./testing.ts";

interface SignedIn {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

async function signUp(auth: TestAuth, email: string): Promise<SignedIn> {
  const reply = await auth.post("/signup", { email, password: "correct horse" });
  assert.equal(reply.status, 200, reply.text);
  return reply.body as SignedIn;
}

const bearer = ({ access_token: token }: SignedIn) => ({ authorization: `Bearer ${token}` });

/** 49 rows have left the server when it fails. */
const breaksOff = sql`select repeat('x', 4000) as filling, 1 / (50 - i) as part from generate_series(1, 100) i`;

test("GET /user and POST /token are answered rightly beside statements that fail after their first rows", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const { db } = auth.service.world;
  let session = await signUp(auth, "ana@example.com");
  for (let round = 0; round < 15; round++) {
    const failing = [
      db.many(breaksOff),
      db.onSharedConnection((shared) => shared.many(breaksOff)),
      db.transaction((tx) => tx.many(breaksOff)),
    ];
    const [user, refreshed] = await Promise.all([
      auth.get("/user", bearer(session)),
      auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token }),
      ...failing.map((each) => assert.rejects(each, { code: "22012" })),
    ]);
    assert.deepEqual([user.status, (user.body as { id: string }).id], [200, session.user.id], user.text);
    assert.equal(refreshed.status, 200, refreshed.text);
    session = refreshed.body as SignedIn;
  }
});

test("an answer that lacks a row is 503 for its caller, for reads and writes, and nobody else's answer", async () => {
  await using proxy: LossyProxy = await startLossyProxy(serverUrl());
  const reach = (url: string) => Object.assign(new URL(url), { port: new URL(proxy.url).port }).href;
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" }, reach);
  const session = await signUp(auth, "ana@example.com");
  const asks = {
    "GET /user": () => auth.get("/user", bearer(session)),
    "POST /token": () => auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token }),
    "PUT /user": () => auth.call("/user", { method: "PUT", body: { data: { colour: "blue" } }, headers: bearer(session) }),
  };
  for (const [name, ask] of Object.entries(asks)) {
    proxy.loseRow();
    const reply = await ask();
    assert.equal(reply.status, 503, `${name}: ${reply.text}`);
    assert.ok(reply.headers["retry-after"], name);
    const healed = await until("the service to heal", async () => {
      const again = await ask();
      return again.status === 503 ? undefined : again;
    });
    assert.equal(healed.status, 200, `${name}: ${healed.text}`);
  }
  assert.equal(proxy.lost, 3);
});
