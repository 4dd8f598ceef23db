// P02: a service is killed at critical points. The product has no test hooks: the proxy sees the statement and kills its sender.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { timeUntil } from "../../kernel/testing/until.ts";
import { settle, tallySince } from "./acknowledged.ts";
import type { Fault } from "./fault.ts";
import { type Findings, noFindings } from "./findings.ts";
import { isBegin, isPost } from "./postgres_messages.ts";
import { addFindings, MAILS_AT_ONCE, maySendAgain, type Stage } from "./stage.ts";
import type { Break, Statement } from "./statement_proxy.ts";
import type { Supervised } from "./supervisor.ts";
import type { World } from "./world.ts";

type Point = "after BEGIN" | "before COMMIT" | "after COMMIT, before the answer";

const POINTS: Record<Point, (statement: Statement) => Break["at"] | undefined> = {
  "after BEGIN": ({ text }) => (isBegin(text) ? "sent" : undefined),
  "before COMMIT": ({ commits }) => (commits ? "before" : undefined),
  "after COMMIT, before the answer": ({ commits }) => (commits ? "done" : undefined),
};

export const exactPoints: Fault = {
  id: "P02",
  title: "a service is killed at exact points",
  how: "the proxy sees BEGIN or COMMIT (or a write on its own), kills the process there, and the same request is sent again",
  expected:
    "before the COMMIT nothing is there; after it the retry returns the same result; a mail that was queued leaves after all",
  run: async (stage) => {
    const world = await stage.world();
    const findings = noFindings();
    const before = { ...world.acknowledged.tally };
    const rounds = stage.rounds(2, 100);
    for (const point of Object.keys(POINTS) as Point[]) {
      for (let round = 1; round <= rounds; round++) {
        // Finance posts in one call, which begins and commits.
        if (point !== "after BEGIN") await atPoint(world, point, world.finance, findings, () => create(world, point, findings));
        await atPoint(world, point, world.auth, findings, () => signUp(world));
      }
      stage.say(`P02 ${point}: ${rounds} rounds`);
    }
    for (let round = 1; round <= rounds; round++) await beforeTheMail(stage, world, findings);
    findings.tally = tallySince(world.acknowledged.tally, before);
    await addFindings(world, findings);
    return findings;
  },
};

async function atPoint(world: World, point: Point, victim: Supervised, findings: Findings, act: () => Promise<void>) {
  const proxy = victim === world.auth ? world.proxies.auth : world.proxies.finance;
  let isArmed = true;
  let hasStruck = false;
  proxy.watch = (statement) => {
    // Excludes jobs, and finance's update of a token's last use.
    const isOfRequest = statement.client === "cofre auth" || (statement.client === "cofre finance" && isPost(statement.text));
    const at = isArmed && isOfRequest ? POINTS[point](statement) : undefined;
    if (at === undefined) return undefined;
    isArmed = false;
    const strike = () => {
      hasStruck = true;
      victim.kill("SIGKILL");
    };
    return { at, strike };
  };
  await act();
  proxy.watch = undefined;
  if (victim === world.auth) maySendAgain(world, MAILS_AT_ONCE);
  if (!hasStruck) findings.violations.push(`${victim.name}, ${point}: the point was never reached`);
  else findings.rounds++;
  await victim.ready();
}

async function create(world: World, point: Point, findings: Findings): Promise<void> {
  const { acknowledged, client, endpoints } = world;
  const member = world.members[0];
  if (!member) return;
  const description = randomUUID();
  const expected = { email: member.email, cents: -700, notes: description, rows: 3 };
  acknowledged.rows.set(description, { state: "unresolved", ...expected });
  await acknowledged.intend(description, { what: "create at a point" });
  const body = { description, notes: description, amount_cents: -700, date: "2026-03-15" };
  const reply = await settle({
    acknowledged,
    service: "finance",
    what: "finance create",
    giveUpAt: () => performance.now() + 30_000,
    send: () =>
      client.send(`${endpoints().finance}/transactions`, {
        method: "POST",
        headers: { ...member.financeHeaders, "idempotency-key": description },
        body: { ...body, installments_attributes: { periodicity: "monthly", total: 3 } },
      }),
  });
  if (!reply) return;
  acknowledged.rows.set(description, { state: "present", ...expected });
  const isReplayed = reply.headers["idempotency-replayed"] === "true";
  const wasCommitted = point === "after COMMIT, before the answer";
  if (isReplayed !== wasCommitted)
    findings.violations.push(`${point}: the retry was ${isReplayed ? "" : "not "}answered from memory`);
}

async function signUp({ acknowledged, client, endpoints }: World): Promise<void> {
  const id = randomUUID();
  const email = `${id}@faults.example`;
  acknowledged.users.set(email, { state: "unresolved", mailed: true, mark: id });
  await acknowledged.intend(id, { what: "sign-up at a point" });
  const body = { email, password: `password of ${id}`, data: { mark: id } };
  const send = () => client.send(`${endpoints().auth}/signup`, { method: "POST", body });
  const reply = await settle({
    acknowledged,
    service: "auth",
    what: "auth sign-up",
    giveUpAt: () => performance.now() + 30_000,
    send,
  });
  if (reply) acknowledged.users.set(email, { state: "present", mailed: true, mark: id });
}

/** The mail server never answers, the waiting process is killed, and the next one must send the mail. */
async function beforeTheMail(stage: Stage, world: World, findings: Findings): Promise<void> {
  const { smtp, auth } = world;
  smtp.mode = "hang";
  const connections = smtp.connections;
  await signUp(world);
  await timeUntil(() => smtp.connections > connections, 10_000);
  const { pid } = auth;
  auth.kill("SIGKILL");
  maySendAgain(world, MAILS_AT_ONCE);
  while (auth.pid === pid) await sleep(5);
  smtp.mode = "accept";
  await auth.ready();
  findings.rounds++;
  stage.say("P02 after the answer, before the mail: done");
}
