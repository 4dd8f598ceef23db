import assert from "node:assert/strict";
import { test } from "node:test";
import { serverUrl } from "../../kernel/testing/database.ts";
import { startTcpProxy, through } from "../../kernel/testing/tcp_proxy.ts";
import { until } from "../../kernel/testing/until.ts";
import { startTestAuth } from "../testing.ts";

test("GET /ready says ready when all parts are well", async () => {
  await using auth = await startTestAuth();
  const reply = await auth.get("/ready");
  assert.deepEqual([reply.status, reply.body], [200, { status: "ready", failed: [], degraded: [] }]);
});

test("GET /ready names the database when that is away, and is well again by itself; GET /health does not care", async () => {
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(serverUrl()).port) });
  await using auth = await startTestAuth({}, (url) => through(proxy, url));
  await proxy.cut();
  const away = await auth.get("/ready");
  assert.deepEqual(
    [away.status, away.body, away.headers["retry-after"]],
    [503, { status: "not ready", failed: ["database"], degraded: ["outbox"] }, "1"],
  );
  assert.equal((await auth.get("/health")).status, 200);
  await proxy.mend();
  await until("the service to be ready again", async () => (await auth.get("/ready")).status === 200);
});

test("GET /ready fails within about a second when the database hangs", async () => {
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(serverUrl()).port) });
  await using auth = await startTestAuth({}, (url) => through(proxy, url));
  await auth.get("/ready");
  proxy.stall(true);
  const began = Date.now();
  assert.equal((await auth.get("/ready")).status, 503);
  assert.ok(Date.now() - began < 5_000);
  proxy.stall(false);
});

test("GET /ready answers 503 with clock while this machine's clock and the database's are more than a minute apart", async () => {
  await using auth = await startTestAuth();
  const { now } = Date;
  const failing = async (shiftMs: number) => {
    Date.now = () => now() + shiftMs;
    try {
      // What the database says is known from the question before.
      await auth.get("/ready");
      return ((await auth.get("/ready")).body as { failed: string[] }).failed.filter((name) => name === "clock");
    } finally {
      Date.now = now;
    }
  };
  assert.deepEqual([await failing(-30_000), await failing(30_000)], [[], []]);
  assert.deepEqual([await failing(-120_000), await failing(120_000)], [["clock"], ["clock"]]);
  assert.deepEqual(await failing(0), []);
});
