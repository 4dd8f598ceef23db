// For faults in which the database is unavailable: what callers see meanwhile, and how soon it recovers.
import { setTimeout as sleep } from "node:timers/promises";
import type { Findings } from "./findings.ts";
import { largest, roundedPercentile } from "./findings.ts";
import type { Load } from "./load.ts";
import { FORWARDED } from "./members.ts";
import type { World } from "./world.ts";

export interface Outage {
  name: string;
  seconds: number;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
  /** The goal for the first success after the end. */
  recoveryMs: number;
}

/** A slower answer counts as late. */
const LONGEST_ANSWER_MS = 10_500;
const MOST_MEGABYTES = 600;

export async function outage(world: World, load: Load, findings: Findings, { name, seconds, begin, end, recoveryMs }: Outage) {
  const { acknowledged, auth, finance } = world;
  const pids = `${auth.pid} ${finance.pid}`;
  await begin();
  const from = performance.now();
  const healthMs: number[] = [];
  const megabytes: number[] = [];
  while (performance.now() - from < seconds * 1000) {
    healthMs.push(await aliveMs(world, findings, name));
    megabytes.push(auth.megabytes, finance.megabytes);
    await sleep(200);
  }
  await end();
  const flowed = await load.flows();
  if (flowed === undefined) findings.violations.push(`${name}: nothing was acknowledged afterwards`);
  if (`${auth.pid} ${finance.pid}` !== pids) findings.violations.push(`${name}: a service ended`);
  const during = acknowledged.answers.filter(({ at }) => at > from);
  const slowest = largest(during.map(({ milliseconds }) => milliseconds));
  const kinds = Object.groupBy(during, ({ status }) => String(status));
  findings.figures[`${name}: answers`] = Object.entries(kinds)
    .map(([status, answers]) => `${status === "0" ? "none" : status} x${answers?.length}`)
    .join(", ");
  findings.figures[`${name}: p99 ms`] = roundedPercentile(
    during.map(({ milliseconds }) => milliseconds),
    0.99,
  );
  findings.goals.push({ name: `${name}: slowest answer`, measured: slowest, most: LONGEST_ANSWER_MS, unit: "ms" });
  findings.goals.push({ name: `${name}: slowest /health`, measured: largest(healthMs), most: 1_000, unit: "ms" });
  findings.goals.push({ name: `${name}: memory of a service`, measured: largest(megabytes), most: MOST_MEGABYTES, unit: "MB" });
  findings.goals.push({
    name: `${name}: first success afterwards`,
    measured: Math.round(flowed ?? 0),
    most: recoveryMs,
    unit: "ms",
  });
  findings.rounds++;
}

async function aliveMs({ client, auth, finance }: World, findings: Findings, name: string): Promise<number> {
  const ask = (url: string) => client.send(`${url}/health`, { headers: FORWARDED }).catch(() => undefined);
  const replies = await Promise.all([ask(auth.url), ask(finance.url)]);
  if (replies.some((reply) => reply?.status !== 200)) findings.violations.push(`${name}: /health did not answer`);
  return largest(replies.map((reply) => reply?.milliseconds ?? 0));
}
