// Tests of the fuzzer: it is repeatable and detects faults; plus a short run in this process.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { startTestFinance, type TestFinance } from "../../../finance/testing.ts";
import { seeded } from "../../harness/random.ts";
import { makePair } from "../pair.ts";
import { openCallers } from "./callers.ts";
import { curlOf, shrink } from "./failures.ts";
import { FINDINGS } from "./found.ts";
import { fuzzPair } from "./fuzz.ts";
import { encodedText } from "./mutations.ts";
import { type FuzzRequest, makeRequest } from "./requests.ts";
import { FUZZ_ROUTES, type FuzzRoute } from "./routes.ts";
import { SELDOM } from "./seldom.ts";
import { openTransport } from "./transport.ts";
import { type FuzzReply, verdictOf } from "./verdict.ts";
import { growthOf } from "./watch.ts";

const world = { hint: () => undefined, caller: () => "nobody", recipes: {} };
const routeOf = (service: string, name: string) =>
  FUZZ_ROUTES.find((route) => route.service === service && route.name === name) as FuzzRoute;

test("the same seed makes the same requests, and they can be sent", () => {
  for (const [at, route] of FUZZ_ROUTES.entries()) {
    const make = (seed: number) => makeRequest(route, seeded(seed), world);
    for (let seed = at; seed < at + 20; seed++) {
      assert.deepEqual(make(seed), make(seed));
      assert.match(make(seed).path, /^\/[\x21-\xff]*$/);
    }
  }
  const methods = new Set(
    Array.from({ length: 300 }, (_, seed) => makeRequest(FUZZ_ROUTES[0] as FuzzRoute, seeded(seed), world).method),
  );
  assert.ok(methods.size > 5, "chance reaches the methods too");
});

test("a text that is cut for a URL can be encoded", () => {
  for (const most of [0, 1, 2, 3])
    assert.equal(decodeURIComponent(encodedText("x😀😀", most)), ["", "x", "x\uFFFD", "x😀"][most]);
});

const finance = routeOf("finance", "GET /accounts");
const creating = routeOf("finance", "POST /accounts");
const auth = routeOf("auth", "GET /user");
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

const input = (route: FuzzRoute, more: Partial<FuzzRequest> = {}): FuzzRequest => ({
  ...{ service: route.service, route: route.name, caller: "nobody", method: route.method, path: route.path },
  ...{ headers: {}, body: undefined, mutations: ["a header"], ...more },
});

const ANSWERS: [what: string, route: FuzzRoute, reply: Partial<FuzzReply>, verdict: "fine" | "busy" | "fault"][] = [
  ["a refusal of finance", finance, { status: 404, text: '{"error":"registro não encontrado"}' }, "fine"],
  ["an answer that is not documented", finance, { status: 409, text: '{"error":"x"}' }, "fault"],
  ["a refused record", creating, { status: 422, text: '{"id":null,"errors":{"name":["x"]}}' }, "fine"],
  ["a refusal of auth", auth, { status: 403, text: '{"code":403,"error_code":"x","msg":"y"}' }, "fine"],
  ["a refusal of a version", auth, { status: 403, text: '{"code":"x","message":"y"}' }, "fine"],
  ["a wait", finance, { status: 503, headers: { ...JSON_TYPE, "retry-after": "1" }, text: '{"error":"x"}' }, "busy"],
  ["a fault", finance, { status: 500, text: '{"error":"erro inesperado"}' }, "fault"],
  ["a time-out", finance, { status: 504, text: '{"error":"x"}' }, "fault"],
  ["impatience", finance, { status: 503, text: '{"error":"x"}' }, "fault"],
  ["HTML", finance, { status: 404, headers: { "content-type": "text/html" }, text: "<p>" }, "fault"],
  ["half of an answer", finance, { status: 404, text: '{"error":' }, "fault"],
  ["another shape", finance, { status: 404, text: '{"msg":"x"}' }, "fault"],
  ["another shape of auth", auth, { status: 404, text: '{"error":"x"}' }, "fault"],
  ["errors without texts", creating, { status: 422, text: '{"errors":{"name":[1]}}' }, "fault"],
  ["the inside", finance, { status: 400, text: '{"error":"syntax error at or near \\"x\\""}' }, "fault"],
  ["a 401 that does not say how", finance, { status: 401, text: '{"error":"x"}' }, "fault"],
  ["a redirect from nowhere", finance, { status: 302, headers: { location: "/" }, text: "" }, "fault"],
  [
    "a header that no client takes",
    finance,
    { status: 200, headers: { ...JSON_TYPE, link: "x".repeat(9_000) }, text: "[]" },
    "fault",
  ],
  ["a late answer", finance, { status: 404, text: '{"error":"x"}', milliseconds: 31_000 }, "fault"],
];

test("answers that are wrong are seen, and being asked to wait is no fault", () => {
  for (const [what, route, reply, expected] of ANSWERS) {
    const whole: FuzzReply = { status: 200, headers: JSON_TYPE, text: "", milliseconds: 1, ...reply };
    const verdict = verdictOf(input(route), route, whole);
    assert.equal(typeof verdict === "string" ? verdict : "fault", expected, what);
  }
  const odd = { status: 200, headers: JSON_TYPE, text: '[{"id":"seven"}]', milliseconds: 1 };
  assert.equal(
    typeof verdictOf(input(finance, { mutations: [] }), finance, odd),
    "object",
    "a success that is not as documented",
  );
});

test("a failing request is made smaller, and shown as a line for a shell without credentials", async () => {
  const request = input(finance, {
    ...{ caller: "member", path: "/accounts?a=1&b=2", headers: { expect: "x", cookie: "it's" } },
    body: Buffer.from('{"name":"x","guilty":1}'),
  });
  const smaller = await shrink(request, async ({ headers, body }) => "expect" in headers && String(body).includes("guilty"));
  assert.deepEqual([smaller.path, smaller.headers, String(smaller.body)], ["/accounts", { expect: "x" }, '{"guilty":1}']);
  assert.equal(
    curlOf(smaller),
    `curl -k --path-as-is -X GET "$FINANCE"'/accounts' -H "Authorization: $MEMBER" -H 'expect: x' --data-raw '{"guilty":1}'`,
  );
});

test("memory that grows on is distinguished from memory that has settled", () => {
  const points = (bytes: (at: number) => number) =>
    Array.from({ length: 40 }, (_, at) => ({ requests: at * 1_000, bytes: bytes(at) }));
  const settled = growthOf(points((at) => 100e6 + Math.min(at, 15) * 5e6 + (at % 3) * 1e6));
  const leaking = growthOf(points((at) => 100e6 + at * 5e6));
  assert.ok(settled && Math.abs(settled.share) < 0.05, JSON.stringify(settled));
  assert.ok(leaking && leaking.share > 0.3 && Math.round(leaking.bytesPerRequest) === 5_000, JSON.stringify(leaking));
  assert.equal(growthOf([]), undefined);
  assert.equal(growthOf(points((at) => at).slice(0, 10)), undefined, "a short run says nothing");
});

function pairOn(finance: TestFinance, seed: number) {
  return makePair({
    urls: { auth: () => [finance.auth.url], finance: () => [finance.url] },
    ca: finance.certificate.cert,
    adminToken: finance.auth.admin.authorization.replace("Bearer ", ""),
    inside: undefined,
    options: { seed, requests: 400, full: false },
    close: async () => {},
  });
}

async function findFaults(finance: TestFinance, seed: number, count: number) {
  await using pair = pairOn(finance, seed);
  const transport = openTransport();
  try {
    const { requests, failures, succeeded } = await fuzzPair(pair, count, transport);
    assert.deepEqual(
      failures.map(({ fault, request }) => `${fault}: ${curlOf(request)}`),
      [],
      `seed ${seed}`,
    );
    assert.equal(requests, count);
    return succeeded;
  } finally {
    transport.close();
  }
}

test("400 requests at both services find no fault", async () => {
  await using finance = await startTestFinance();
  const succeeded = await findFaults(finance, 20_261_115, 400);
  assert.ok(succeeded.size > 20, `${succeeded.size} routes succeeded`);
});

test("what the fuzzer once found stays mended, and its seeds find nothing more", async () => {
  await using finance = await startTestFinance();
  await using pair = pairOn(finance, 1);
  const callers = await openCallers(pair);
  const transport = openTransport();
  for (const { seed, what, request } of FINDINGS) {
    if (!request) continue;
    const { service, route, caller } = request;
    const whole = input(routeOf(service, route), request);
    const [url = ""] = pair[service].urls;
    const reply = await transport.send(url, whole, callers.authorization(caller));
    assert.equal(verdictOf(whole, routeOf(service, route), reply), "fine", `${seed}: ${what}`);
  }
  transport.close();
  for (const seed of new Set(FINDINGS.map((each) => each.seed))) await findFaults(finance, seed, 100);
});

test("what the fuzzer seldom reaches is a route, and has its success in another test", () => {
  const existing = FUZZ_ROUTES.map(({ service, name }) => `${service} ${name}`);
  for (const [name, { test: file }] of Object.entries(SELDOM)) {
    assert.ok(existing.includes(name), `there is no ${name}`);
    assert.ok(existsSync(new URL(`../../../${file}`, import.meta.url)), `${name}: there is no ${file}`);
  }
});
