import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { test } from "node:test";
import { testDatabase } from "../testing/database.ts";
import { inspectServer, waitForServer } from "./server.ts";

test("a pooler that drops the settings of our connections is reported, and nothing is done through it", async () => {
  await using database = await testDatabase();
  await using pooler = await startPooler(new URL(database.url), (name) => ["user", "database"].includes(name));
  await assert.rejects(inspectServer(pooler.url), /such as a pooler, drops the settings of our connections \(.*search_path\)/);
  await using honest = await startPooler(new URL(database.url), () => true);
  const { replaced } = await inspectServer(honest.url);
  assert.ok(replaced.includes("statement_timeout = 5000 (0 here)"), String(replaced));
});

test("a setting in the URL that the server does not know is refused at once, not waited for", async () => {
  await using database = await testDatabase();
  const waits: string[] = [];
  const result = waitForServer(`${database.url}?channel_bindings=require`, 30, (problem) => waits.push(problem));
  await assert.rejects(result, /unrecognized configuration parameter "channel_bindings"/);
  assert.deepEqual(waits, []);
});

/** A proxy between client and server that forwards only some of the startup settings. */
async function startPooler(target: URL, passes: (name: string) => boolean): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.once("data", (first) => {
      upstream.write(startup([...settingsOf(first)].filter(([name]) => passes(name))));
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, [Symbol.asyncDispose]: async () => void server.close() };
}

/** Length and protocol version; then names and values, each ended by a zero, and a final zero. */
const HEAD_BYTES = 8;

function* settingsOf(message: Buffer): Generator<[string, string]> {
  const texts = message.subarray(HEAD_BYTES).toString().split("\0");
  for (let index = 0; texts[index]; index += 2) yield [texts[index] as string, texts[index + 1] as string];
}

function startup(settings: [string, string][]): Buffer {
  const body = Buffer.from(`${settings.flat().join("\0")}\0\0`);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeInt32BE(HEAD_BYTES + body.length);
  head.writeInt16BE(3, 4);
  return Buffer.concat([head, body]);
}
