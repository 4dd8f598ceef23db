// Tests of parts of the benchmark that could silently measure the wrong thing.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { median, medianRatio, percentile } from "../harness/statistics.ts";
import { openLine } from "./http_line.ts";
import { answerLength, readAnswer, targetOf, writeRequest } from "./http_text.ts";
import type { Supplies } from "./lanes.ts";
import { runLoad } from "./load.ts";
import { missedGoals } from "./missed_goals.ts";
import { readOptions } from "./options.ts";
import { monthsUpTo } from "./people.ts";
import { quietRounds } from "./quiet_rounds.ts";
import { renderChart } from "./report_chart.ts";
import { renderText } from "./report_text.ts";
import type { Results } from "./results.ts";

test("percentiles are numbers that were measured, and ratios are taken within each round", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.deepEqual([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)], [50, 99, 100]);
  assert.equal(median([3, 1, 2]), 2);
  assert.ok(Number.isNaN(median([])));
  // The machine was half as fast in the second round, for both.
  assert.equal(medianRatio([60, 30, 60], [100, 50, 100]), 0.6);
});

/** A clock on which others take this share of each round. */
function clockOf(takenInRounds: readonly number[]) {
  let looks = 0;
  return () => {
    const taken = takenInRounds.slice(0, Math.ceil(looks++ / 2)).reduce((total, each) => total + each, 0);
    return { used: Math.ceil((looks - 1) / 2) * 100 - taken, taken };
  };
}

test("a round in which others took much of the machine is measured again", async () => {
  const rounds = await quietRounds(3, async (round) => round, { clock: clockOf([2, 30, 0, 5]) });
  assert.deepEqual(rounds, { kept: [0, 2, 3], all: [0, 1, 2, 3], taken: 0.05 });
});

test("where there is never a quiet one, the quietest rounds count, and it ends", async () => {
  const taken = [40, 30, 20, 50, 10, 60];
  const never = await quietRounds(2, async (round) => round, { clock: clockOf(taken) });
  assert.deepEqual(never, { kept: [2, 4], all: [0, 1, 2, 3, 4, 5], taken: 0.2 });
  const once = await quietRounds(1, async (round) => round, { most: 1, clock: clockOf(taken) });
  assert.deepEqual(once, { kept: [0], all: [0], taken: 0.4 });
});

test("an answer that comes in many pieces is heard whole, and so is the next one on the same connection", async () => {
  const text = "0123456789".repeat(30_000);
  const server = createServer((request, response) => void response.end(request.url === "/long" ? text : "short"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const target = targetOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const line = openLine(target);
  const ask = (path: string) =>
    new Promise<string>((resolve) => line.ask(writeRequest(target, { method: "GET", path }), (_, body) => resolve(String(body))));
  const heard = [await ask("/long"), await ask("/short"), await ask("/long")];
  assert.ok(heard[0] === text && heard[1] === "short" && heard[2] === text);
  line.close();
  server.close();
});

test("an answer is read when all of it is there, with a length or in chunks", () => {
  const whole = Buffer.from("HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello");
  assert.equal(readAnswer(whole.subarray(0, 20)), undefined);
  assert.deepEqual([answerLength(whole.subarray(0, 20)), answerLength(whole.subarray(0, -1))], [0, whole.length]);
  assert.equal(readAnswer(whole.subarray(0, -1)), undefined);
  assert.deepEqual(readAnswer(whole), { status: 201, body: Buffer.from("hello") });
  const chunked = Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
  assert.equal(readAnswer(chunked.subarray(0, -3)), undefined);
  assert.deepEqual(readAnswer(chunked), { status: 200, body: Buffer.from("hello") });
  assert.deepEqual(readAnswer(Buffer.from("HTTP/1.1 204 No Content\r\n\r\n")), { status: 204, body: Buffer.alloc(0) });
});

test("a request says how many bytes its body has", () => {
  const text = writeRequest(targetOf("http://127.0.0.1:80/v1"), { method: "POST", path: "/x", body: { name: "Açaí" } });
  const [head = "", body = ""] = text.split("\r\n\r\n");
  assert.match(head, /^POST \/v1\/x HTTP\/1\.1\r\nhost: 127\.0\.0\.1:80\r\n/);
  assert.ok(head.endsWith(`content-length: ${Buffer.byteLength(body, "latin1")}`));
  assert.deepEqual(JSON.parse(body), { name: "Açaí" });
});

/** A server that counts requests, and rejects those beyond `most` at once. */
async function startServer(most: number) {
  let inside = 0;
  const seen = { requests: 0 };
  const server = createServer((request, response) => {
    request.resume();
    seen.requests++;
    if (request.url === "/health") return void response.end("{}");
    if (++inside > most) {
      inside--;
      return void response.writeHead(429).end("busy");
    }
    setTimeout(() => {
      inside--;
      response.end(JSON.stringify({ refresh_token: `after ${seen.requests}` }));
    }, 20);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const target = targetOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const users = Array.from({ length: 4 }, () => ({ email: "", password: "", access: "a", refresh: "first" }));
  const supplies: Supplies = { targets: [target], users, members: [], linkTokens: ["one", "two", "three"], seed: "s" };
  return { supplies, seen, [Symbol.asyncDispose]: async () => void (await new Promise((resolve) => server.close(resolve))) };
}

test("a closed load counts each answer once, and keeps the refresh tokens that came", async () => {
  await using server = await startServer(100);
  const result = await runLoad({ workload: "refresh", supplies: server.supplies, lanes: 4, seconds: 0.3 });
  assert.equal(result.good, server.seen.requests);
  assert.deepEqual(result.statuses, { 200: result.good });
  assert.equal(result.refusedP99Ms, undefined);
  assert.ok(result.p50Ms >= 15 && result.p99Ms >= result.p50Ms);
  assert.ok(result.refreshTokens.every((token) => token.startsWith("after ")));
});

test("a load ends where its supplies do", async () => {
  await using server = await startServer(100);
  const result = await runLoad({ workload: "verify", supplies: server.supplies, lanes: 2, seconds: 60 });
  assert.equal(result.good, 3);
});

test("an open load goes on while nothing comes back, and tells refusals from good answers", async () => {
  await using server = await startServer(2);
  const job = { workload: "get user", supplies: server.supplies, lanes: 50, seconds: 0.5, rate: 400, probe: "health" };
  const result = await runLoad(job);
  assert.ok((result.statuses[429] ?? 0) > 0, "more came than were answered well");
  assert.equal(result.good, result.statuses[200]);
  assert.equal(result.complaint, "429 busy");
  assert.ok((result.refusedP99Ms as number) > 0, "how long refusals take is reported");
  assert.equal(result.probe?.failed, 0);
});

test("a server that is away makes failed answers, and no numbers", async () => {
  const server = await startServer(1);
  await server[Symbol.asyncDispose]();
  const result = await runLoad({ workload: "health", supplies: server.supplies, lanes: 1, seconds: 0.05 });
  assert.equal(result.good, 0);
  assert.deepEqual(Object.keys(result.statuses), ["0"]);
  assert.match(result.complaint ?? "", /ECONNREFUSED/);
});

test("the command line refuses what it does not know, and only a whole run writes to docs/bench", () => {
  assert.throws(() => readOptions(["--only", "sign-in,nothing"]), /there is no "nothing"/);
  assert.throws(() => readOptions(["--against", "ftp://x", "--key", "k"]), /must be a URL/);
  assert.throws(() => readOptions(["--against", "http://x"]), /must be given together/);
  assert.throws(() => readOptions(["--adopted", "--cluster", "postgres://x"]), /cannot be combined/);
  assert.throws(() => readOptions(["--fast"]), /--fast/);
  assert.equal(readOptions([]).out, "docs/bench");
  assert.equal(readOptions(["--quick"]).out, undefined);
  assert.deepEqual(readOptions(["--only", "sign-in, mixed"]).only, ["sign-in", "mixed"]);
});

test("months go up to the current one, over the end of a year", () => {
  assert.deepEqual(monthsUpTo(new Date("2026-02-10T00:00:00Z"), 3), ["2025-12-01", "2026-01-01", "2026-02-01"]);
});

const RESULTS: Results = {
  startedAt: "2026-01-31T12:00:00Z",
  version: "0.1.0",
  quick: false,
  machine: { cores: 2, model: "A <processor>", memoryGib: 8, node: "24.7.0", postgres: "PostgreSQL 18" },
  hotPaths: [
    {
      ...{ workload: "get user", eachSecond: 5_000, p50Ms: 2.5, p99Ms: 12, memoryMib: 120, statementsPerRequest: 1, bad: 0 },
      ...{ cpuMicroseconds: 150, taken: 0.02, goal: 0.6, ceiling: { eachSecond: 8_000, ratio: 0.625, cpuMicroseconds: 90 } },
    },
  ],
  memory: [
    { service: "auth", idleMib: 105, fullLoadMib: 190 },
    { service: "finance", idleMib: 112, fullLoadMib: undefined },
  ],
  growth: [
    { workload: "balances", of: "transactions", count: 1_000, p50Ms: 1, times: 1, taken: 0 },
    { workload: "balances", of: "transactions", count: 1_000_000, p50Ms: 1.1, times: 1.1, taken: 0 },
  ],
  lists: [{ list: "state=sso", users: [1_000, 1_000_000], p50Ms: [1, 2], p95Ms: [4, 5], times: 1.25, goal: 1.3, taken: 0 }],
  overload: [],
  pages: [{ page: "quick entry, first visit", usableMs: 800.4, emptyMs: 400, ratio: 2, goal: 2.5, taken: 0.04 }],
  paints: [{ what: "save shown", ms: 31.4, goalMs: 50, taken: 0 }],
  starts: [{ what: "the second time", seconds: 1.44, goalSeconds: 2, taken: 0 }],
  receipts: [],
  compared: [],
  notMeasured: ["invoice"],
};

test("the table and the chart show the figures, their goal and what was not measured", () => {
  const text = renderText(RESULTS);
  assert.match(text, /^get user +5,000 +2\.50 +12\.0 +120 +1\.00 +150 +8,000 +63 % +60 % +2 % +0$/m);
  assert.match(text, /^auth +105 +110 +190 +200$/m);
  assert.match(text, /^finance +112 +110 +200$/m);
  assert.match(text, /^transactions +balances +1\.00 +1\.10 +1\.10 +1\.30 +0 %$/m);
  assert.match(text, /^state=sso +1\.00 +4\.00 +2\.00 +5\.00 +1\.25 +1\.30 +0 %$/m);
  assert.match(text, /^quick entry, first visit +800 +400 +2\.00 +2\.50 +4 %$/m);
  assert.match(text, /^save shown +31 +50 +0 %$/m);
  assert.match(text, /^the second time +1\.44 +2 +0 %$/m);
  assert.match(text, /^Missed:\n {2}finance idle 112\.00 MiB, 110 wanted$/m);
  assert.match(text, /^Not measured: invoice$/m);
  const chart = renderChart(RESULTS);
  assert.match(chart, /5,000\/s · 63 %/);
  assert.match(chart, /prefers-color-scheme: dark/);
  assert.ok(!chart.includes("NaN") && chart.trimEnd().endsWith("</svg>"));
});

test("a goal that is missed is named, and so are bad answers", () => {
  assert.deepEqual(missedGoals(RESULTS), ["finance idle 112.00 MiB, 110 wanted"]);
  const slow = RESULTS.hotPaths.map((each) => ({ ...each, goal: 0.63, bad: 3 }));
  const grown = RESULTS.growth.map((each) => ({ ...each, times: each.times * 1_000 }));
  assert.deepEqual(missedGoals({ ...RESULTS, hotPaths: slow, growth: grown, memory: [], pages: [], paints: [] }), [
    "get user 3 bad answers",
    "get user 62.5 % of the bare loop, 63.0 % wanted",
    "balances with more transactions 1100.00 times, 1.3 wanted",
  ]);
  const slowLists = RESULTS.lists.map((each) => ({ ...each, times: 1.31 }));
  assert.deepEqual(missedGoals({ ...RESULTS, memory: [], lists: slowLists }), [
    "list of users: state=sso 1.31 times, 1.3 wanted",
  ]);
  const late = RESULTS.pages.map((each) => ({ ...each, ratio: 2.51 }));
  const later = RESULTS.paints.map((each) => ({ ...each, ms: 50.5 }));
  const slowStarts = RESULTS.starts.map((each) => ({ ...each, seconds: 2.25 }));
  assert.deepEqual(missedGoals({ ...RESULTS, memory: [], pages: late, paints: later, starts: slowStarts }), [
    "quick entry, first visit 2.51 times an empty page, 2.5 wanted",
    "save shown 50.50 ms, 50 wanted",
    "start the second time 2.25 s, 2 wanted",
  ]);
});
