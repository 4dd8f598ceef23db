import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { connect as tlsConnect } from "node:tls";
import { Type } from "typebox";
import { call } from "../testing/client.ts";
import { countNoDelay } from "../testing/no_delay.ts";
import { endpoint, fail, startSample } from "../testing/service.ts";
import { until } from "../testing/until.ts";
import { type Certificate, ownCertificate } from "./certificate.ts";

let folder: string;
let certificate: Certificate;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "cofre-serve-"));
  certificate = await ownCertificate(folder);
});

after(() => rm(folder, { recursive: true }));

const quick = endpoint({
  method: "GET",
  path: "/quick",
  access: "public",
  summary: "Answers at once",
  reply: Type.Unknown(),
  handle: ({ request: { secure } }) => ({ secure }),
});

/** An endpoint that answers when the test releases it. */
function held() {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = endpoint({
    method: "GET",
    path: "/slow",
    access: "public",
    summary: "Answers when released",
    reply: Type.Unknown(),
    handle: async () => {
      arrived.resolve();
      await release.promise;
      return { done: true };
    },
  });
  return { slow, arrived: arrived.promise, release: release.resolve };
}

test("stopping lets the request in progress finish, refuses new connections, and then ends", async () => {
  const { slow, arrived, release } = held();
  const sample = await startSample([slow, quick]);
  const inProgress = call(`${sample.url}/slow`);
  await arrived;
  let stopped = false;
  const stop = sample.listening.stop().then(() => {
    stopped = true;
  });
  assert.equal(sample.lifecycle.draining, true);
  await assert.rejects(call(`${sample.url}/quick`), { code: "ECONNREFUSED" });
  assert.equal(stopped, false);
  release();
  const reply = await inProgress;
  assert.deepEqual([reply.status, reply.body], [200, { done: true }]);
  await stop;
});

test("stopping closes idle connections, and an open one gets its last answer with Connection: close", async () => {
  const { slow, arrived, release } = held();
  const sample = await startSample([slow, quick]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ connection: string | undefined }>();
    request(`${sample.url}${path}`, { agent }, (answer) => {
      answer.resume().on("end", () => resolve({ connection: answer.headers.connection }));
    })
      .on("error", reject)
      .end();
    return promise;
  };
  assert.deepEqual(await get("/quick"), { connection: "keep-alive" });
  const first = get("/slow");
  await arrived;
  const second = get("/quick");
  const stop = sample.listening.stop();
  release();
  await first;
  // The second request waits for the same connection: it is answered as the last one, or the connection is refused.
  const last = await second.catch((error: NodeJS.ErrnoException) => error.code);
  assert.ok(
    last === "ECONNREFUSED" || last === "ECONNRESET" || (typeof last === "object" && last.connection === "close"),
    String(last),
  );
  await stop;
  agent.destroy();
});

test("as long as the stop was asked to wait for proxies, new and kept connections get an answer", async () => {
  const sample = await startSample([quick]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = () => {
    const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string | undefined]>();
    const outgoing = request(`${sample.url}/quick`, { agent }, (answer) => {
      answer.resume().on("end", () => resolve([answer.statusCode, answer.headers.connection]));
    });
    outgoing.on("error", reject).end();
    return promise;
  };
  assert.deepEqual(await get(), [200, "keep-alive"]);
  const stop = sample.listening.stop(2_000);
  await until("the end to begin", () => sample.lifecycle.draining);
  assert.equal((await call(`${sample.url}/quick`)).status, 200, "a new connection");
  assert.deepEqual(await get(), [200, "close"]);
  await stop;
  await assert.rejects(call(`${sample.url}/quick`), { code: "ECONNREFUSED" });
  agent.destroy();
});

test("a client that only holds its connection open does not hold up the end", async () => {
  const sample = await startSample([quick], { tls: certificate });
  const silent = connect(sample.port, "127.0.0.1");
  silent.on("error", () => {});
  await new Promise((resolve) => silent.once("connect", resolve));
  const halfRequest = connect(sample.port, "127.0.0.1", () => halfRequest.write("GET /quick HTTP/1.1\r\n"));
  halfRequest.on("error", () => {});
  // Sent after the others, so that its answer proves that they have arrived.
  await new Promise((resolve) => halfRequest.once("connect", resolve));
  await call(`https://localhost:${sample.port}/quick`, { ca: certificate.cert });
  const began = Date.now();
  await sample.listening.stop();
  assert.ok(Date.now() - began < 5_000);
  silent.destroy();
  halfRequest.destroy();
});

test("one port serves TLS, and tells plain HTTP apart by its first byte", async () => {
  await using sample = await startSample([quick], { tls: certificate });
  const safe = await call(`https://localhost:${sample.port}/quick`, { ca: certificate.cert });
  assert.deepEqual(safe.body, { secure: true });
  const plain = await call(`http://127.0.0.1:${sample.port}/quick`, { headers: { "x-forwarded-proto": "https" } });
  assert.deepEqual(plain.body, { secure: false });
});

for (const [kind, tls] of [
  ["plain", false],
  ["TLS", true],
] as const)
  test(`an answer does not wait until what was sent before it is acknowledged: ${kind}`, async (t) => {
    await using sample = await startSample([quick], tls ? { tls: certificate } : {});
    const report = await countNoDelay(t);
    const socket = connect(sample.port, "127.0.0.1");
    await until("the server's side of the connection", () => report() === 1);
    socket.destroy();
  });

for (const [kind, served, secure] of [
  ["plain", {}, false],
  ["plain beside TLS", { tls: true }, false],
  ["TLS", { tls: true }, true],
] as const)
  test(`headers that do not end are answered with 408 in time: ${kind}`, async () => {
    const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
    await using sample = await startSample([quick], { limits, ...("tls" in served && { tls: certificate }) });
    const socket = secure
      ? tlsConnect({ port: sample.port, host: "localhost", ca: certificate.cert })
      : connect(sample.port, "127.0.0.1");
    socket.write("GET /quick HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    const drip = setInterval(() => socket.write("x"), 20);
    let answer = "";
    socket.on("data", (bytes) => (answer += bytes)).on("error", () => undefined);
    await once(socket, "close");
    clearInterval(drip);
    assert.match(answer, /^HTTP\/1.1 408 /);
  });

const receives = (access: "public" | "member", slowBody?: true) =>
  endpoint({
    method: "POST",
    path: "/receive",
    access,
    summary: "Counts the bytes of a body, and refuses one that begins with x",
    streamsBody: Type.Unknown(),
    reply: Type.Unknown(),
    ...(slowBody && { slowBody }),
    handle: async ({ body }) => {
      let bytes = 0;
      for await (const piece of (body as unknown as Readable).iterator({ destroyOnReturn: false })) {
        if (bytes === 0 && (piece as Buffer).toString("latin1", 0, 1) === "x")
          throw fail.badRequest({ values: { problem: "x" } });
        bytes += (piece as Buffer).length;
      }
      return { bytes };
    },
  });

const STEP_MS = 800;
const LIMITS = { bodyMs: STEP_MS, leastBytes: 60 };

/** Sends `count` times so many bytes every 20 ms, and then nothing. Answers what came back, and after how long. */
async function trickle(port: number, { bytes, count, total = bytes * count, authorization = "Bearer let me in" }: Trickle) {
  const socket = connect(port, "127.0.0.1");
  const head = `POST /receive HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\nContent-Length: ${total}`;
  socket.write(`${head}\r\n\r\n`);
  const began = performance.now();
  let sent = 0;
  const drip = setInterval(() => sent++ < count && socket.write("y".repeat(bytes)), 20);
  let answer = "";
  socket.on("data", (piece) => (answer += piece)).on("error", () => undefined);
  await once(socket, "close");
  clearInterval(drip);
  return { answer, ms: performance.now() - began };
}

interface Trickle {
  bytes: number;
  count: number;
  total?: number;
  authorization?: string;
}

test("a slow body is received where the endpoint allows it, for as long as it goes on", async () => {
  await using sample = await startSample([receives("member", true)], { limits: LIMITS });
  const slow = await trickle(sample.port, { bytes: 50, count: 100 });
  assert.match(slow.answer, /^HTTP\/1.1 200 .*\{"bytes":5000\}$/s);
  assert.ok(slow.ms > 2 * STEP_MS);
  const stalled = await trickle(sample.port, { bytes: 50, count: 5, total: 3000 });
  assert.match(stalled.answer, /^HTTP\/1.1 408 /);
  const tooSlow = await trickle(sample.port, { bytes: 1, count: 3000 });
  assert.match(tooSlow.answer, /^HTTP\/1.1 408 /);
});

test("a slow body is ended elsewhere, and of a stranger", async () => {
  await using sample = await startSample([receives("public")], { limits: LIMITS });
  assert.match((await trickle(sample.port, { bytes: 50, count: 3000 })).answer, /^HTTP\/1.1 408 /);
  await using guarded = await startSample([receives("member", true)], { limits: LIMITS });
  const { answer } = await trickle(guarded.port, { bytes: 50, count: 3000, authorization: "none" });
  assert.match(answer, /^HTTP\/1.1 401 /);
});

test("a slow body has an end in any case", async () => {
  await using sample = await startSample([{ ...receives("member", true), timeoutSeconds: 0.4 }], { limits: LIMITS });
  const { answer, ms } = await trickle(sample.port, { bytes: 50, count: 3000 });
  assert.match(answer, /^HTTP\/1.1 504 /);
  assert.ok(ms < 10_000);
});

test("the rest of a refused body is received, so that the next request of the connection is answered", async () => {
  await using sample = await startSample([receives("public"), quick]);
  const socket = connect(sample.port, "127.0.0.1");
  const bytes = 8_000_000;
  socket.write(`POST /receive HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
  socket.write("x".repeat(bytes));
  socket.write("GET /quick HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  let answers = "";
  socket.on("data", (piece) => (answers += piece));
  await once(socket, "close");
  assert.match(answers, /^HTTP\/1.1 400 .*HTTP\/1.1 200 .*\{"secure":false\}$/s);
});

test("an expectation that nobody knows is ignored", async () => {
  await using sample = await startSample([quick]);
  assert.deepEqual((await call(`${sample.url}/quick`, { headers: { expect: "x" } })).body, { secure: false });
});

test("TLS below 1.2 and foreign names are refused", async () => {
  await using sample = await startSample([quick], { tls: certificate });
  await assert.rejects(call(`https://127.0.0.1:${sample.port}/quick`), /self-signed certificate/);
  const old = tlsConnect({
    port: sample.port,
    host: "127.0.0.1",
    maxVersion: "TLSv1.1",
    minVersion: "TLSv1",
    ca: certificate.cert,
  });
  await assert.rejects(new Promise((resolve, reject) => old.once("secureConnect", resolve).once("error", reject)));
});

test("a taken port names the variable that moves it", async () => {
  await using first = await startSample([quick]);
  const second = startSample([quick], { port: first.port });
  await assert.rejects(second, new RegExp(`Port ${first.port} is taken by another program.*set SAMPLE_PORT to a free port`));
});
