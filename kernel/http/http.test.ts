import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { DatabaseAway } from "../sql/database.ts";
import { type Call, call, type Reply } from "../testing/client.ts";
import { endpoint, fail, type SampleService, startSample } from "../testing/service.ts";
import { Answer } from "./endpoint.ts";

const Echo = Type.Unknown();
const FOREVER = new Promise<never>(() => {});

const endpoints = [
  endpoint({
    method: "POST",
    path: "/echo",
    access: "public",
    summary: "Gives the body back",
    body: Type.Object({ name: Type.String({ maxLength: 5 }), amount: Type.Optional(Type.Integer()) }),
    reply: Echo,
    handle: async ({ body, greeting, now }) => {
      if (body.name === "slow") await FOREVER;
      return { body, greeting, now: now.toISOString() };
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/echo",
    access: "public",
    summary: "Gives an optional body back",
    body: Type.Object({ why: Type.Optional(Type.String()) }),
    reply: Echo,
    handle: ({ body }) => ({ body }),
  }),
  endpoint({
    method: "GET",
    path: "/items/:id",
    access: "member",
    summary: "Reads path and query",
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })), all: Type.Optional(Type.Boolean()) }),
    reply: Echo,
    handle: ({ params, query, caller }) => ({ params, query, caller }),
  }),
  endpoint({
    method: "GET",
    path: "/secret",
    access: "public",
    summary: "Returns more than it declares",
    reply: Type.Object({ shown: Type.String() }),
    status: 201,
    handle: () => ({ shown: "yes", hidden: "no" }) as { shown: string },
  }),
  endpoint({
    method: "GET",
    path: "/pulse/:how",
    access: "public",
    isRoutine: true,
    answersHead: true,
    summary: "Is asked all day long",
    params: Type.Object({ how: Type.String() }),
    reply: Echo,
    handle: ({ params }) => new Answer(params.how === "well" ? 200 : 503, {}, {}),
  }),
  endpoint({
    method: "POST",
    path: "/pulse/all",
    access: "public",
    summary: "Has a path that fits another one's",
    reply: Echo,
    handle: () => ({}),
  }),
  endpoint({
    method: "GET",
    path: "/moved",
    access: "public",
    summary: "Answers with a redirect",
    reply: Echo,
    handle: () => new Answer(303, { location: "https://example.com/" }),
  }),
  endpoint({
    method: "GET",
    path: "/fails/:how",
    access: "public",
    summary: "Fails in the way asked for",
    params: Type.Object({ how: Type.String() }),
    reply: Echo,
    handle: async ({ params }) => {
      if (params.how === "bug") throw new Error("password=hunter2 in select * from users");
      if (params.how === "header") return new Answer(200, { link: "</\u{1F4A5}>" }, {});
      if (params.how === "away") throw new DatabaseAway("gone");
      if (params.how === "slow") await FOREVER;
      throw fail.stranger({ headers: { "x-why": "stranger" }, body: { more: true } });
    },
  }),
];

let sample: SampleService;

before(async () => {
  sample = await startSample(endpoints, { timeoutSeconds: 1, requestIdHeader: "X-Trace" });
});

after(() => sample[Symbol.asyncDispose]());

const ask = (path: string, options?: Call) => call(sample.url + path, options);
const post = (body: unknown, headers: Record<string, string> = {}) => ask("/echo", { method: "POST", body, headers });
const outcome = ({ status, body }: Reply) => [status, (body as { code?: string }).code];

test("a handler gets its service's world, the body and the service's clock", async () => {
  const reply = await post({ name: "ana", amount: 3, unknown: "kept for the handler to ignore" });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, {
    body: { name: "ana", amount: 3, unknown: "kept for the handler to ignore" },
    greeting: "hello",
    now: "2026-01-31T12:00:00.000Z",
  });
  assert.equal(reply.headers["x-sample"], "yes");
  assert.match(String(reply.headers["content-type"]), /^application\/json; charset=utf-8$/);
});

test("DELETE takes a body or none", async () => {
  assert.deepEqual((await ask("/echo", { method: "DELETE" })).body, { body: {} });
  assert.deepEqual((await ask("/echo", { method: "DELETE", body: { why: "old" } })).body, { body: { why: "old" } });
  assert.deepEqual(
    outcome(await ask("/echo", { method: "DELETE", body: "null" })),
    [422, "invalid"],
    "null is no body without fields",
  );
  assert.deepEqual((await ask("/echo", { method: "DELETE", headers: { "content-type": "application/json" } })).body, {
    body: {},
  });
});

test("digits in path and query count as numbers, other text does not", async () => {
  const headers = { authorization: "Bearer let me in" };
  assert.deepEqual((await ask("/items/7?page=2&all=true&x=1", { headers })).body, {
    params: { id: 7 },
    query: { page: 2, all: true, x: "1" },
    caller: "Bearer let me in",
  });
  for (const path of ["/items/seven", "/items/7?page=0", "/items/7?page=x", "/items/7?page=1&page=2"]) {
    assert.deepEqual(outcome(await ask(path, { headers })), [422, "invalid"], path);
  }
  assert.deepEqual(outcome(await ask("/items/%00", { headers })), [400, "bad_request"]);
});

test("access is checked before anything else is looked at", async () => {
  assert.deepEqual(outcome(await ask("/items/seven?page=x")), [401, "stranger"]);
});

test("an answer holds what its schema names, with the endpoint's status", async () => {
  const reply = await ask("/secret");
  assert.deepEqual([reply.status, reply.body], [201, { shown: "yes" }]);
});

test("a handler may answer with a status and headers of its own", async () => {
  const reply = await ask("/moved");
  assert.deepEqual([reply.status, reply.headers.location], [303, "https://example.com/"]);
});

test("an unknown path is 404, a known one with another method 405 with Allow, also for HEAD", async () => {
  assert.deepEqual(outcome(await ask("/nowhere")), [404, "unknown_route"]);
  const reply = await ask("/echo", { method: "PATCH", body: {} });
  assert.deepEqual([...outcome(reply), reply.headers.allow], [405, "wrong_method", "POST, DELETE"]);
  assert.equal((await ask("/secret", { method: "HEAD" })).status, 405);
  for (const method of ["PATCH", "TRACE", "QUERY", "PROPFIND"]) {
    const refused = await ask("/echo", { method });
    assert.deepEqual([...outcome(refused), refused.headers.allow], [405, "wrong_method", "POST, DELETE"], method);
    assert.equal((await ask("/items/1/", { method })).headers.allow, "GET", `${method} where a part of the path is free`);
  }
  assert.equal((await ask("/nowhere", { method: "PROPFIND" })).status, 404);
  const unread = await ask("/echo", { method: "PATCH", body: "{", headers: { "content-type": "image/png" } });
  assert.equal(unread.status, 405, "whatever the body is");
  assert.equal((await ask("/echo", { method: "OPTIONS" })).headers.allow, "POST, DELETE");
  assert.equal((await ask("/secret/")).status, 201);
});

test("a fixed path does not answer by one with a parameter, and the log names the path that refuses a method", async () => {
  assert.equal((await ask("/pulse/all", { method: "POST", body: {} })).status, 200);
  for (const [method, path, allow, route] of [
    ["GET", "/pulse/all", "POST", "/pulse/all"],
    ["HEAD", "/pulse/all", "POST", "/pulse/all"],
    ["DELETE", "/pulse/all", "POST", "/pulse/all"],
    ["POST", "/pulse/well", "GET, HEAD", "/pulse/:how"],
    ["PUT", "/items/7", "GET", "/items/:id"],
  ] as const) {
    const { status, headers } = await ask(path, { method });
    assert.deepEqual([status, headers.allow], [405, allow], `${method} ${path}`);
    const line = sample.log.lines.find(({ fields }) => fields.request_id === headers["x-request-id"]);
    assert.equal(line?.fields.route, route, `${method} ${path}`);
  }
});

test("HEAD is answered like GET, without the body, only where an endpoint says so", async () => {
  const [got, head] = [await ask("/pulse/well"), await ask("/pulse/well", { method: "HEAD" })];
  assert.deepEqual([head.status, head.text], [got.status, ""]);
  assert.equal(head.headers["content-length"], String(Buffer.byteLength(got.text)));
  assert.equal((await ask("/pulse/ill", { method: "HEAD" })).status, (await ask("/pulse/ill")).status);
  assert.equal((await ask("/pulse/well", { method: "POST", body: {} })).headers.allow, "GET, HEAD");
  const refused = await ask("/moved", { method: "HEAD" });
  assert.deepEqual([refused.status, refused.headers.allow, refused.text], [405, "GET", ""]);
});

test("a Fault keeps its headers and its further keys", async () => {
  const reply = await ask("/fails/known");
  assert.deepEqual([reply.status, reply.headers["x-why"]], [401, "stranger"]);
  assert.deepEqual(reply.body, { code: "stranger", message: "who are you?", more: true });
});

test("a bug answers 500, tells the caller nothing and the log all", async () => {
  const reply = await ask("/fails/bug");
  assert.deepEqual([reply.status, reply.text], [500, '{"code":"unexpected","message":"a fault of ours"}']);
  const line = sample.log.lines.find(
    (each) => each.level === "error" && each.fields.request_id === reply.headers["x-request-id"],
  );
  assert.match(String(line?.fields.err), /hunter2/);
});

test("a header that HTTP has no letters for is a bug like any other", async () => {
  const reply = await ask("/fails/header");
  assert.deepEqual([...outcome(reply), reply.headers["x-sample"]], [500, "unexpected", "yes"]);
});

test("a database that is away answers 503 with Retry-After", async () => {
  const reply = await ask("/fails/away");
  assert.deepEqual([...outcome(reply), reply.headers["retry-after"]], [503, "unavailable", "1"]);
});

test("the time that it takes to find out who calls counts as well", async () => {
  const slow = endpoint({
    method: "GET",
    path: "/slow",
    access: "public",
    summary: "Slow",
    reply: Type.Object({}),
    handle: () => sleep(600, {}),
  });
  await using late = await startSample([slow], { timeoutSeconds: 1, enter: () => sleep(600, "somebody") });
  const tooSlow = await call(`${late.url}/slow`);
  assert.deepEqual([...outcome(tooSlow), tooSlow.headers["retry-after"]], [504, "timed_out", "5"]);
});

test("a handler that takes too long is answered for, with a body or without", async () => {
  assert.deepEqual(outcome(await ask("/fails/slow")), [504, "timed_out"]);
  assert.deepEqual(outcome(await post({ name: "slow" })), [504, "timed_out"]);
});

test("the request id comes from the named header if it looks like one, and is sent back", async () => {
  const input = await ask("/secret", { headers: { "X-Trace": "abc-123" } });
  assert.equal(input.headers["x-request-id"], "abc-123");
  for (const bad of ["", "a b", "x".repeat(200), '"}{"level":"fatal"']) {
    const created = await ask("/secret", { headers: { "X-Trace": bad } });
    assert.match(String(created.headers["x-request-id"]), /^[0-9a-f]{8}-/, bad);
  }
});

test("the log names the route, never the URL", async () => {
  await ask("/fails/known?token=canary");
  const line = sample.log.lines.findLast((each) => each.message === "request");
  assert.equal(line?.fields.route, "/fails/:how");
  assert.equal(line?.fields.status, 401);
  assert.equal(line?.fields.ip, "127.0.0.1");
  assert.doesNotMatch(JSON.stringify(sample.log.lines), /canary/);
});

test("what machines ask all day long is logged for those who look closer, and for everybody when it goes wrong", async () => {
  const levelOf = async (path: string) => {
    await ask(path);
    return sample.log.lines.findLast((each) => each.message === "request")?.level;
  };
  assert.deepEqual(
    [await levelOf("/pulse/well"), await levelOf("/pulse/badly"), await levelOf("/secret")],
    ["debug", "info", "info"],
  );
});

const BAD_WIRES: [title: string, bytes: string, status: number][] = [
  ["garbage", "HELLO\r\n\r\n", 400],
  ["an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["two content lengths", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", 400],
  [
    "length and chunks",
    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["headers of 100 KB", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(100_000)}\r\n\r\n`, 431],
  ["a broken escape", "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400],
];

for (const [title, bytes, status] of BAD_WIRES) {
  test(`bytes that are no request are answered in our shape: ${title}`, async () => {
    const text = await raw(sample.port, bytes);
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(text, /\{"code":"[a-z_]+","message":"/);
  });
}

test("below a prefix, strangers do not learn which paths exist", async () => {
  await using other = await startSample(endpoints, { prefixes: ["/api"], unknownRouteAccess: "member" });
  assert.deepEqual(outcome(await call(`${other.url}/api/nowhere`)), [401, "stranger"]);
  assert.deepEqual(outcome(await call(`${other.url}/apiary`)), [404, "unknown_route"]);
  const headers = { authorization: "Bearer let me in" };
  assert.deepEqual(outcome(await call(`${other.url}/api/nowhere`, { headers })), [404, "unknown_route"]);
});

test("every path is answered below each prefix, and has one name in the log", async () => {
  const shared = { method: "GET", access: "public", summary: "Answers", reply: Echo, handle: () => ({}) } as const;
  const hello = endpoint({ ...shared, path: "/hello" });
  const rooted = endpoint({ ...shared, path: "/rooted", alsoAtRoot: true });
  await using other = await startSample([hello, rooted], { prefixes: ["/v1", "/api/v1"] });
  for (const path of ["/v1/hello", "/api/v1/hello", "/v1/rooted", "/api/v1/rooted", "/rooted"])
    assert.equal((await call(other.url + path)).status, 200, path);
  assert.deepEqual(outcome(await call(`${other.url}/hello`)), [404, "unknown_route"]);
  const wrong = await call(`${other.url}/api/v1/hello`, { method: "DELETE" });
  assert.deepEqual([...outcome(wrong), wrong.headers.allow], [405, "wrong_method", "GET"]);
  const routes = other.log.lines.filter(({ message }) => message === "request").map(({ fields }) => fields.route);
  assert.deepEqual(routes, ["/v1/hello", "/v1/hello", "/v1/rooted", "/v1/rooted", "/v1/rooted", "unknown", "/v1/hello"]);
});

test("forwarded addresses and protocols are believed from trusted proxies alone", async () => {
  const where = endpoint({
    method: "GET",
    path: "/where",
    access: "public",
    summary: "Who asks",
    reply: Echo,
    handle: ({ request }) => ({ ip: request.ip, secure: request.secure }),
  });
  const headers = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  await using wary = await startSample([where]);
  assert.deepEqual((await call(`${wary.url}/where`, { headers })).body, { ip: "127.0.0.1", secure: false });
  await using trusting = await startSample([where], { trustedProxies: ["127.0.0.0/8"] });
  assert.deepEqual((await call(`${trusting.url}/where`, { headers })).body, { ip: "203.0.113.9", secure: true });
  const liar = { "x-forwarded-for": "not an address" };
  assert.deepEqual((await call(`${trusting.url}/where`, { headers: liar })).body, { ip: "127.0.0.1", secure: false });
});

function raw(port: number, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => resolve(text));
  socket.on("close", () => resolve(text));
  return promise;
}
