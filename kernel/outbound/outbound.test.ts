import assert from "node:assert/strict";
import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startHttpSink } from "../testing/http_sink.ts";
import { isMetadataAddress, throwIfLeadsToMetadata } from "./metadata_address.ts";
import { form, OutboundError, readJsonObject, send } from "./outbound.ts";

const failsAs = (kind: string) => (error: unknown) => {
  assert.ok(error instanceof OutboundError, String(error));
  assert.equal(error.kind, kind);
  return true;
};

test("a form arrives as sent, and any status is an answer", async () => {
  await using sink = await startHttpSink(() => ({ status: 418, headers: { "x-kind": "teapot" }, body: { short: true } }));
  const { body, headers } = form({ a: "1 & 2", b: "é" });
  const answer = await send(`${sink.url}/in?x=1`, { method: "POST", headers, ...(body !== undefined && { body }) });
  assert.deepEqual([answer.status, answer.headers["x-kind"], readJsonObject(answer)], [418, "teapot", { short: true }]);
  const [request] = sink.requests;
  assert.deepEqual([request?.method, request?.path, request?.body], ["POST", "/in?x=1", "a=1+%26+2&b=%C3%A9"]);
});

test("a redirect is not followed", async () => {
  await using inside = await startHttpSink();
  await using outside = await startHttpSink(() => ({ status: 302, headers: { location: inside.url } }));
  assert.equal((await send(outside.url)).status, 302);
  assert.equal(inside.requests.length, 0);
});

test("an answer that is huge, late, not UTF-8 or never comes is an error of its kind", async () => {
  await using huge = await startHttpSink(() => ({ status: 200, body: "x".repeat(5_000_000) }));
  await assert.rejects(send(huge.url), failsAs("too large"));
  await using silent = await startHttpSink(() => ({ status: 200, hang: true }));
  await assert.rejects(send(silent.url, { timeoutMs: 50 }), failsAs("timeout"));
  await using binary = await startHttpSink(() => ({ status: 200, body: Buffer.from([0xff, 0xfe]) }));
  await assert.rejects(send(binary.url), failsAs("unreadable"));
  await assert.rejects(send("http://127.0.0.1:1/"), failsAs("unreachable"));
  await assert.rejects(send("no URL"), failsAs("unreachable"));
});

test("what is no JSON object is unreadable", () => {
  for (const text of ["", "<html>", "[]", "null", "1", '"x"']) {
    assert.throws(() => readJsonObject({ status: 200, headers: {}, text }), failsAs("unreadable"));
  }
});

test("a GET is sent again when the server had closed the kept connection; a POST is not", async (t) => {
  const sockets = new WeakSet<object>();
  let answers = 0;
  const server = createServer((request, response) => {
    if (sockets.has(request.socket)) return void request.socket.destroy();
    sockets.add(request.socket);
    answers++;
    response.end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  assert.equal((await send(url)).status, 200);
  assert.equal((await send(url)).status, 200);
  await assert.rejects(send(url, { method: "POST", body: "{}" }), failsAs("unreachable"));
  assert.equal(answers, 2);
});

test("nothing is sent to link-local addresses and metadata services, in any notation", async () => {
  const hosts = ["169.254.169.254", "0xA9FEA9FE", "2852039166", "0251.0376.0251.0376", "169.254.1", "100.100.100.200"];
  const inBrackets = ["::ffff:169.254.169.254", "fe80::1", "fd00:ec2::254", "64:ff9b::169.254.169.254", "fd20:ce::254"];
  for (const host of [...hosts, ...inBrackets.map((each) => `[${each}]`)])
    await assert.rejects(send(`http://${host}/latest/meta-data/`, { timeoutMs: 2_000 }), failsAs("refused"), host);
  for (const host of ["127.0.0.1", "::1", "169.253.255.255", "10.0.0.1", "metadata.example.com", "fd00:ec2::255"])
    assert.ok(!isMetadataAddress(host), host);
});

test("a name that resolves to such an address is refused, also where it has others", async () => {
  const { lookup } = dns;
  const addresses = [{ address: "127.0.0.1", family: 4 }];
  const { lookup: promised } = dns.promises;
  dns.lookup = ((_host: string, _options: object, done: (error: null, all: object[]) => void) => done(null, addresses)) as never;
  dns.promises.lookup = (async () => addresses) as never;
  syncBuiltinESMExports();
  try {
    await using sink = await startHttpSink();
    const { port } = new URL(sink.url);
    assert.equal((await send(`http://here.example.com:${port}/`)).status, 200);
    addresses.push({ address: "169.254.169.254", family: 4 });
    await assert.rejects(send(`http://both.example.com:${port}/`), failsAs("refused"));
    await assert.rejects(throwIfLeadsToMetadata("both.example.com"), failsAs("refused"));
    assert.equal(sink.requests.length, 1);
  } finally {
    dns.lookup = lookup;
    dns.promises.lookup = promised;
    syncBuiltinESMExports();
  }
});
