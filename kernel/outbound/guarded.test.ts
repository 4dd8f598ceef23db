import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpSink } from "../testing/http_sink.ts";
import { type Raw, startRawReceiver } from "../testing/raw_receiver.ts";
import { type GuardedRequest, isSendable, postGuarded, sendGuarded } from "./guarded.ts";
import { OutboundError } from "./outbound.ts";
import { isPublicAddress } from "./public_address.ts";

const request: GuardedRequest = { headers: { "x-kind": "test" }, body: "é", timeoutMs: 2_000 };
const failsAs = (kind: string) => (error: unknown) => {
  assert.ok(error instanceof OutboundError, String(error));
  assert.equal(error.kind, kind);
  return true;
};
const portOf = (url: string) => new URL(url).port;

test("addresses of this machine, of networks that are not public and of nobody are told from public ones, in every notation", () => {
  const inside = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
  ];
  const nobodys = [
    "255.255.255.255",
    "224.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "240.0.0.1",
    "192.0.0.8",
  ];
  const inside6 = ["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:7f00:1"];
  const hidden = ["64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "::127.0.0.1", "100::1", "3fff::1", "x", ""];
  for (const address of [...inside, ...nobodys, ...inside6, ...hidden]) assert.equal(isPublicAddress(address), false, address);
  for (const address of ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])
    assert.equal(isPublicAddress(address), true, address);
});

test("a URL is sent to by https, without a password, and never to an address that is not public, however it is written", () => {
  const guard = { allowedHosts: ["hooks.lan", "10.0.0.7:8080"] };
  for (const url of [
    "https://example.com/x?y",
    "https://8.8.8.8/",
    "http://hooks.lan/",
    "https://hooks.lan:9/",
    "http://10.0.0.7:8080/",
  ])
    assert.equal(isSendable(url, guard), true, url);
  const odd = ["https://2130706433/", "https://0x7f.1/", "https://017700000001/", "https://[::ffff:10.0.0.1]/", "https://127.1/"];
  const plain = [
    "http://example.com/",
    "http://10.0.0.7/",
    "ftp://hooks.lan/",
    "https://a:b@hooks.lan/",
    "https://hooks.lan/#a",
    "",
    "x",
  ];
  for (const url of [...odd, ...plain]) assert.equal(isSendable(url, guard), false, url);
});

test("the connection goes to the address that was looked at: a name is resolved once, and one private address among its own refuses it", async () => {
  await using sink = await startHttpSink(() => ({ status: 202, headers: { "retry-after": "7" } }));
  const url = `http://hook.test:${portOf(sink.url)}/in`;
  const requests: string[] = [];
  const resolveTo =
    (...addresses: string[]) =>
    async (host: string) => {
      requests.push(host);
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };
  const answer = await postGuarded(url, request, { allowedHosts: ["hook.test"], resolve: resolveTo("127.0.0.1") });
  assert.deepEqual([answer, requests], [{ status: 202, retryAfter: "7" }, ["hook.test"]]);
  assert.deepEqual([sink.requests[0]?.headers.host, sink.requests[0]?.body], [new URL(url).host, "é"]);
  const secure = `https://rebinding.test:${portOf(sink.url)}/`;
  for (const addresses of [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["8.8.8.8", "::ffff:127.0.0.1"]]) {
    const guard = { allowedHosts: [], resolve: resolveTo(...addresses) };
    await assert.rejects(postGuarded(secure, request, guard), failsAs("refused"));
  }
  await assert.rejects(postGuarded(secure, request, { allowedHosts: [], resolve: resolveTo() }), failsAs("unreachable"));
  await assert.rejects(postGuarded(`https://localhost:${portOf(sink.url)}/`, request, { allowedHosts: [] }), failsAs("refused"));
  assert.equal(sink.requests.length, 1);
});

test("a server that never answers, whose name never resolves, that redirects or sends without end costs a bounded time", async () => {
  const local = { allowedHosts: ["127.0.0.1"] };
  await using silent = await startHttpSink(() => ({ status: 200, hang: true }));
  await assert.rejects(postGuarded(silent.url, { ...request, timeoutMs: 50 }, local), failsAs("timeout"));
  const never = { allowedHosts: [], resolve: () => new Promise<never>(() => {}) };
  await assert.rejects(postGuarded("https://slow.test/", { ...request, timeoutMs: 50 }, never), failsAs("timeout"));
  await using inside = await startHttpSink();
  await using redirecting = await startHttpSink(() => ({ status: 307, headers: { location: inside.url } }));
  assert.equal((await postGuarded(redirecting.url, request, local)).status, 307);
  assert.equal(inside.requests.length, 0);
  await using huge = await startHttpSink(() => ({ status: 200, body: Buffer.alloc(50_000_000) }));
  assert.equal((await postGuarded(huge.url, request, local)).status, 200);
  await assert.rejects(postGuarded("http://127.0.0.1:1/", request, local), failsAs("unreachable"));
  const ending = AbortSignal.abort();
  await assert.rejects(postGuarded(silent.url, { ...request, signal: ending }, local), failsAs("unreachable"));
});

const OK = "HTTP/1.1 200 OK\r\n";
/** The expected result: a status, or the reason why there is none. */
const LIARS: Record<string, [answer: Raw, heard: number | string]> = {
  "a length beyond the end": [{ says: `${OK}content-length: 100\r\n\r\nabc`, ends: true }, 200],
  "a length short of the end": [{ says: `${OK}content-length: 1\r\n\r\nabc`, ends: true }, 200],
  "two lengths": [{ says: `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nab` }, "unreachable"],
  "a length and chunks": [{ says: `${OK}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n` }, "unreachable"],
  "a length that is no number": [{ says: `${OK}content-length: -5\r\n\r\n` }, "unreachable"],
  "chunks that are none": [{ says: `${OK}transfer-encoding: chunked\r\n\r\nzz\r\n`, ends: true }, 200],
  "chunks without end": [
    { says: `${OK}transfer-encoding: chunked\r\n\r\n`, more: () => `8000\r\n${"a".repeat(0x8000)}\r\n` },
    200,
  ],
  "a header without end": [{ says: OK, more: (index) => `x${index}: ${"a".repeat(1_000)}\r\n` }, "unreachable"],
  "announcements without end": [{ says: "", more: () => "HTTP/1.1 100 Continue\r\n\r\n" }, "unreachable"],
  "another protocol": [
    { says: "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nab" },
    "unreachable",
  ],
  "no HTTP at all": [{ says: "SSH-2.0-x\r\n" }, "unreachable"],
  "an unheard-of status": [{ says: "HTTP/1.1 099 Hm\r\ncontent-length: 0\r\n\r\n" }, 99],
};

test("a server that lies about its answer, or never comes to its end, is heard for its status or not at all, soon and whoever it is", async () => {
  const local = { allowedHosts: ["127.0.0.1"] };
  for (const [lie, [answer, heard]] of Object.entries(LIARS)) {
    await using liar = await startRawReceiver(() => answer);
    const outcome = await postGuarded(liar.url, { ...request, timeoutMs: 20_000 }, local).then(
      ({ status }) => status,
      (error: OutboundError) => error.kind,
    );
    assert.deepEqual([outcome, liar.requests], [heard, 1], lie);
    assert.ok(liar.sent < 20_000_000, `${lie}: ${liar.sent} bytes were taken`);
  }
  await using dripping = await startRawReceiver(() => ({ says: OK, more: () => "x", pauseMs: 5 }));
  await assert.rejects(postGuarded(dripping.url, { ...request, timeoutMs: 100 }, local), failsAs("timeout"));
});

test("an answer that is wanted is read: of any status, no further than to its bound, and only as UTF-8", async () => {
  const local = { allowedHosts: ["127.0.0.1"] };
  const question = { headers: { accept: "application/xml" }, timeoutMs: 2_000, mostBytes: 8 };
  await using sink = await startHttpSink(({ path }) => ({
    status: path === "/gone" ? 404 : 200,
    headers: { "x-kind": "test" },
    body: { "/long": "123456789", "/broken": Buffer.from([0xff]) }[path] ?? "é",
    hang: path === "/silent",
  }));
  const { status, headers, text } = await sendGuarded(`${sink.url}/gone`, question, local);
  assert.deepEqual([status, headers["x-kind"], text], [404, "test", "é"]);
  assert.deepEqual([sink.requests[0]?.method, sink.requests[0]?.headers.accept], ["GET", "application/xml"]);
  await sendGuarded(sink.url, { ...question, method: "POST", body: "ü" }, local);
  assert.deepEqual([sink.requests[1]?.method, sink.requests[1]?.body], ["POST", "ü"]);
  await assert.rejects(sendGuarded(`${sink.url}/long`, question, local), failsAs("too large"));
  await assert.rejects(sendGuarded(`${sink.url}/broken`, question, local), failsAs("unreadable"));
  await assert.rejects(sendGuarded(`${sink.url}/silent`, { ...question, timeoutMs: 50 }, local), failsAs("timeout"));
  await assert.rejects(sendGuarded(sink.url, question, { allowedHosts: [] }), failsAs("refused"));
});
