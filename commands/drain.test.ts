// How a running program ends on signals while requests are in progress.
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { type TestDatabase, testDatabase } from "../kernel/testing/database.ts";
import { timeUntil, until } from "../kernel/testing/until.ts";
import { ANY_PORTS, cofre, type Program, portsOf, workFolder } from "./testing.ts";

let folder: Awaited<ReturnType<typeof workFolder>>;
let database: TestDatabase;

before(async () => {
  folder = await workFolder();
  database = await testDatabase();
});

after(async () => {
  await database[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function start(): Program {
  return cofre("start", { DATABASE_URL: database.url, ...ANY_PORTS }, folder.path);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal}, twice within a second, lets requests of both services finish, takes no new ones and ends with code 0`, async () => {
    await using program = start();
    const ports = await portsOf(program);
    const authorization = await newUser(program, ports.auth);
    const requests = [
      await halfRequest(connect(ports.auth, "127.0.0.1"), SIGN_IN),
      await halfRequest(tlsTo(ports.finance), `POST /rest/v2/transactions HTTP/1.1\r\nauthorization: ${authorization}`),
    ];
    program.kill(signal);
    program.kill(signal);
    await program.says(new RegExp(`^${signal}: finishing requests in progress`, "m"));
    await until("both ports to refuse", async () => (await isRefused(ports.auth)) && (await isRefused(ports.finance)));
    for (const request of requests) assert.equal(request.answer(), "", "nothing is answered before the request is complete");
    for (const request of requests) request.finish();
    for (const request of requests) {
      await request.closed;
      assert.match(request.answer(), /^HTTP\/1\.1 4(00|22) .*\r\n(.+\r\n)*content-type: application\/json/i);
    }
    assert.deepEqual(await program.ended, { code: 0, signal: null });
    assert.equal(program.errors, "");
    assert.doesNotMatch(program.output, /force\.$/);
  });
}

test("A second signal after more than a second ends the program with code 1 although a request is under way", async () => {
  await using program = start();
  const ports = await portsOf(program);
  const request = await halfRequest(connect(ports.auth, "127.0.0.1"), SIGN_IN);
  program.kill("SIGTERM");
  await program.says(/^SIGTERM: finishing/m);
  let isOver = false;
  void program.ended.then(() => (isOver = true));
  // Signals within the first second count as one.
  const tookMs = await timeUntil(() => {
    if (!isOver) program.kill("SIGTERM");
    return isOver;
  }, 10_000);
  assert.ok(tookMs !== undefined && tookMs > 900, `it ended after ${tookMs} ms`);
  assert.equal(request.answer(), "");
  assert.deepEqual(await program.ended, { code: 1, signal: null });
  assert.match(program.output, /^Stopped by force\.$/m);
  await request.closed;
});

test("Connections that ask for nothing do not hold up the end", async () => {
  await using program = start();
  const ports = await portsOf(program);
  const silent = [connect(ports.auth, "127.0.0.1"), connect(ports.finance, "127.0.0.1"), tlsTo(ports.finance)];
  const ends = silent.map((socket) => new Promise((resolve) => socket.on("error", () => {}).on("close", resolve)));
  await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
  const began = performance.now();
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null });
  assert.ok(performance.now() - began < 8_000, "it waited until the drain's time was over");
  await Promise.all(ends);
});

const BODY = '{"half": true}';

const SIGN_IN = "POST /token?grant_type=password HTTP/1.1";

/** A user of finance; returns the authorization header. */
async function newUser(program: Program, authPort: number): Promise<string> {
  const [token] = /eyJ\S+/.exec(program.output) ?? [];
  const user = { email: `drain${Date.now()}@example.com`, password: "correct horse", email_confirm: true };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const created = await fetch(`http://127.0.0.1:${authPort}/admin/users`, {
    method: "POST",
    headers,
    body: JSON.stringify(user),
  });
  assert.equal(created.status, 200, await created.text());
  return `Basic ${Buffer.from(`${user.email}:${user.password}`).toString("base64")}`;
}

/** A request with a partial body, so that the service must wait for the rest. */
async function halfRequest(socket: Socket, begin: string) {
  let text = "";
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.on("error", () => {});
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const head = [begin, "host: localhost", "user-agent: Tests", `content-length: ${BODY.length}`];
  // With this header the server confirms that it has read the head; from then on the request is in progress.
  socket.write(`${[...head, "expect: 100-continue"].join("\r\n")}\r\n\r\n`);
  await until("100 Continue", () => text === "HTTP/1.1 100 Continue\r\n\r\n");
  text = "";
  socket.write(BODY.slice(0, 5));
  return { answer: () => text, finish: () => void socket.write(BODY.slice(5)), closed };
}

function tlsTo(port: number): Socket {
  return connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => resolve(true));
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });
}
