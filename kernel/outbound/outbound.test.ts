import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { startHttpSink } from "../testing/http_sink.ts";
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
