// AI-19: thousands of valid and invalid requests, generated from all endpoints' schemas, to all replicas.
import assert from "node:assert/strict";
import { type Random, seeded } from "../../harness/random.ts";
import { percentile } from "../../harness/statistics.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Pair } from "../pair.ts";
import { HOOKED } from "../settings.ts";
import { type Callers, openCallers } from "./callers.ts";
import { curlOf, type Failure, shrink, writeFailures } from "./failures.ts";
import { type FuzzRequest, makeRequest } from "./requests.ts";
import { FUZZ_ROUTES, type FuzzRoute } from "./routes.ts";
import { SELDOM } from "./seldom.ts";
import { openTransport, type Transport } from "./transport.ts";
import { type FuzzReply, isOfRoute, verdictOf } from "./verdict.ts";
import { growthOf, startWatch } from "./watch.ts";

const AT_ONCE = 24;
/** Callers are replaced after this many requests, because requests may end their access. */
const EPOCH = 2_500;
const MOST_FAILURES = 25;
/** Memory may settle after the warm-up; a leak keeps growing. */
const MOST_GROWTH = 0.25;
const SLOWEST_HEALTH_MS = 10_000;

export interface FuzzResult {
  requests: number;
  statuses: Record<string, number>;
  busy: number;
  succeeded: Set<string>;
  failures: Failure[];
}

/** Sends the requests and returns minimized failures. */
export async function fuzzPair(
  pair: Pair,
  requests: number,
  transport: Transport,
  onRequest = (_: number) => {},
): Promise<FuzzResult> {
  const result: FuzzResult = { requests: 0, statuses: {}, busy: 0, succeeded: new Set(), failures: [] };
  for (let from = 0; from < requests && result.failures.length < MOST_FAILURES; from += EPOCH) {
    const callers = await openCallers(pair);
    const until = Math.min(from + EPOCH, requests);
    let next = from;
    const work = async () => {
      while (next < until && result.failures.length < MOST_FAILURES) {
        const index = next++;
        await fuzzOnce({ pair, callers, transport, result }, index);
        onRequest(++result.requests);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  return result;
}

interface Run {
  pair: Pair;
  callers: Callers;
  transport: Transport;
  result: FuzzResult;
}

async function fuzzOnce({ pair, callers, transport, result }: Run, index: number): Promise<void> {
  const { seed } = pair.options;
  // Each request has its own random numbers, so that it can be repeated alone.
  const random = seeded(Math.imul(seed + 1, 0x9e3779b1) + index);
  const route = pickRoute(random);
  const request = makeRequest(route, random, callers);
  const send = async (each: FuzzRequest): Promise<{ reply?: FuzzReply; fault?: string; isBusy?: boolean }> => {
    const { urls } = pair[each.service];
    try {
      const reply = await transport.send(urls[index % urls.length] as string, each, callers.authorization(each.caller));
      const verdict = verdictOf(each, route, reply);
      return { reply, isBusy: verdict === "busy", ...(typeof verdict === "object" && { fault: verdict.fault }) };
    } catch (error) {
      return { fault: `no answer: ${(error as Error).message}` };
    }
  };
  const { reply, fault, isBusy } = await send(request);
  const status = String(reply?.status ?? "none");
  result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  if (isBusy) result.busy++;
  if (reply && reply.status < 400 && isOfRoute(request)) result.succeeded.add(`${route.service} ${route.name}`);
  if (reply && !fault) callers.learn(request, reply);
  if (!fault) return;
  const smaller = await shrink(request, async (each) => (await send(each)).fault === fault);
  result.failures.push({ seed, index, fault, request: smaller, reply });
}

const FINANCE_SHARE = 0.6;

/** Picks the service first, because hashing routes are slow and numerous. */
function pickRoute(random: Random): FuzzRoute {
  const service = random.next() < FINANCE_SHARE ? "finance" : "auth";
  return random.pick(FUZZ_ROUTES.filter((route) => route.service === service));
}

async function fuzzWhole(pair: Pair, requests: number): Promise<string> {
  const transport = openTransport();
  let sentCount = 0;
  const watch = startWatch(pair, transport, () => sentCount);
  let result: FuzzResult;
  try {
    result = await fuzzPair(pair, requests, transport, (count) => {
      sentCount = count;
    });
  } finally {
    await watch.stop();
    transport.close();
  }
  const { failures, statuses, busy, succeeded } = result;
  if (failures.length > 0) {
    const file = await writeFailures(failures);
    const lines = failures
      .slice(0, 5)
      .map(({ fault, request, index }) => `#${index} ${request.route}: ${fault}\n  ${curlOf(request)}`);
    assert.fail(`${failures.length} answers were wrong, written down in ${file}:\n${lines.join("\n")}`);
  }
  assert.deepEqual(watch.healthFaults.slice(0, 3), [], "GET /health");
  const slowest = percentile(watch.health, 1);
  assert.ok(slowest < SLOWEST_HEALTH_MS, `GET /health took ${slowest} ms`);
  const memory = [...watch.memory].map(([name, points]) => ({ name, growth: growthOf(points) }));
  for (const { name, growth } of memory)
    assert.ok(!growth || growth.share < MOST_GROWTH, `memory of ${name} grew by ${Math.round((growth?.share ?? 0) * 100)} %`);
  const growths = memory.map(({ growth }) => (growth ? `${growth.share < 0 ? "" : "+"}${Math.round(growth.share * 100)}` : "?"));
  const slopes = memory.map(({ name, growth }) =>
    growth ? `${name} ${growth.megabytes} MB, ${Math.round(growth.bytesPerRequest)} bytes a request` : `${name} unknown`,
  );
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  const silent = FUZZ_ROUTES.map((route) => `${route.service} ${route.name}`).filter(
    (name) => !succeeded.has(name) && !Object.hasOwn(SELDOM, name),
  );
  return [
    `${result.requests} requests, memory ${growths.join(" ")} %, health p99 ${Math.round(percentile(watch.health, 0.99))} ms`,
    `answers ${counts.join(", ")}, of which ${busy} asked to wait`,
    `memory after the warm-up: ${slopes.join("; ")}`,
    `no success at ${silent.length} of ${FUZZ_ROUTES.length} routes: ${silent.join(", ")}`,
  ].join("; ");
}

export const fuzz: AttackCase[] = [
  attack("AI-19", "fuzzed requests find no fault", (pair) => fuzzWhole(pair, pair.options.requests)),
  attack("AI-19a", "fuzzed requests find no fault with hooks enabled", HOOKED, (pair) =>
    fuzzWhole(pair, Math.ceil(pair.options.requests / 10)),
  ),
];
