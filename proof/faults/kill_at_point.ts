// Kills finance at a chosen point of a post in parts, and repeats the request with its key until it is answered.
import { randomUUID } from "node:crypto";
import type { TimedReply } from "../harness/http_client.ts";
import { settle, tallySince } from "./acknowledged.ts";
import { compare } from "./compare.ts";
import { type Findings, noFindings } from "./findings.ts";
import type { Member } from "./members.ts";
import { isPost } from "./postgres_messages.ts";
import { addFindings, describe, type Stage } from "./stage.ts";
import type { Break, Statement } from "./statement_proxy.ts";
import type { World } from "./world.ts";

const STAGED = /insert into staged_changes/i;

type Progress = { staged: number; hasPosted: boolean };
type Watch = (statement: Statement, seen: Progress) => Break["at"] | undefined;
const POINTS: Record<string, Watch> = {
  "before a part is staged": ({ text }, { staged }) => (STAGED.test(text) && staged === 2 ? "before" : undefined),
  "after a part is staged": ({ text }, { staged }) => (STAGED.test(text) && staged === 2 ? "done" : undefined),
  "before the post": ({ text }) => (isPost(text) ? "before" : undefined),
  "before COMMIT": ({ commits }, { hasPosted }) => (hasPosted && commits ? "before" : undefined),
  "after COMMIT, before the answer": ({ commits }, { hasPosted }) => (hasPosted && commits ? "done" : undefined),
};

/** Those that a post has which is not in parts. */
export const SMALL_POST: readonly string[] = Object.keys(POINTS).filter((point) => !point.includes("part"));

/** Runs an operation several times at each point, in one world. */
export async function atEveryPoint(
  stage: Stage,
  id: string,
  act: (world: World, point: string, findings: Findings) => Promise<void>,
  points: readonly string[] = Object.keys(POINTS),
): Promise<Findings> {
  const world = await stage.world();
  const findings = noFindings();
  const before = { ...world.acknowledged.tally };
  const rounds = stage.rounds(1, 20);
  for (const point of points)
    for (let round = 1; round <= rounds; round++) {
      await act(world, point, findings);
      stage.say(`${id} ${point}: round ${round} of ${rounds}`);
    }
  findings.tally = tallySince(world.acknowledged.tally, before);
  await addFindings(world, findings);
  return findings;
}

export const idOf = (reply: TimedReply | undefined) => (reply?.body as { id: number } | undefined)?.id;

/** Repeats with one key until it is answered. */
export function send(world: World, member: Member, what: string, path: string, body: object): Promise<TimedReply | undefined> {
  const { acknowledged, client, endpoints } = world;
  const headers = { ...member.financeHeaders, "idempotency-key": randomUUID() };
  const giveUpAt = performance.now() + 60_000;
  return settle({
    ...{ acknowledged, service: "finance", what: `finance ${what}`, giveUpAt: () => giveUpAt },
    send: () => client.send(`${endpoints().finance}${path}`, { method: "POST", headers, body }),
  });
}

export function killedAt<Result>(world: World, point: string, findings: Findings, act: () => Promise<Result>): Promise<Result> {
  const progress: Progress = { staged: 0, hasPosted: false };
  const watch: WatchStatements = (statement) => {
    if (STAGED.test(statement.text)) progress.staged++;
    if (isPost(statement.text)) progress.hasPosted = true;
    return (POINTS[point] as Watch)(statement, progress);
  };
  return killedWhen(world, { point, watch }, findings, act);
}

/** Where a statement of finance is the point, if it is. */
export type WatchStatements = (statement: Statement) => Break["at"] | undefined;

export async function killedWhen<Result>(
  world: World,
  { point, watch }: { point: string; watch: WatchStatements },
  findings: Findings,
  act: () => Promise<Result>,
): Promise<Result> {
  const { finance, proxies } = world;
  let isArmed = true;
  proxies.finance.watch = (statement) => {
    if (!isArmed || statement.client !== "cofre finance") return undefined;
    const at = watch(statement);
    if (at === undefined) return undefined;
    isArmed = false;
    return { at, strike: () => finance.kill("SIGKILL") };
  };
  try {
    return await act();
  } finally {
    proxies.finance.watch = undefined;
    if (isArmed) findings.violations.push(`${point}: the point was never reached`);
    else findings.rounds++;
    await finance.ready();
  }
}

/** Whether the database contains what was acknowledged, and its sums are right. */
export async function look(world: World, what: string, findings: Findings): Promise<void> {
  const { differences, broken } = await compare(world.acknowledged, world.cluster.url());
  findings.violations.push(...[...describe(differences), ...broken].map((each) => `${what}: ${each}`));
}
