// P33: finance is killed while it builds the sums of a space's own months, and while goals reserve, move and spend.
import { randomUUID } from "node:crypto";
import { bookRows } from "../../finance/integrity/testing.ts";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import type { Fault } from "./fault.ts";
import type { Findings } from "./findings.ts";
import { atEveryPoint, idOf, killedAt, look, SMALL_POST, send } from "./kill_at_point.ts";
import { type Member, makeMember } from "./members.ts";
import type { Stage } from "./stage.ts";
import type { Break } from "./statement_proxy.ts";
import type { World } from "./world.ts";

/** The job reads 20,000 a step, so that it has two. */
const ROWS = 25_000;
const ROWS_AT_ONCE = 5_000;
const LONGEST_BUILD_MS = 120_000;

export const plansKilled: Fault = {
  id: "P33",
  title: "finance is killed while it builds the sums of a space's own months, and while goals reserve, move and spend",
  how: `the proxy sees a step of the job over ${ROWS} rows, or the post of an act on a goal, and kills the process there; the act is sent again`,
  expected: "another read has the job go on, and its sums are those of the rows; each act is done once, and no money moves",
  run: async (stage) => {
    const findings = await atEveryPoint(stage, "P33", actOnGoals, SMALL_POST);
    await changeMonths(stage, await stage.world(), findings);
    return findings;
  },
};

async function actOnGoals(world: World, point: string, findings: Findings): Promise<void> {
  const { acknowledged, client, endpoints } = world;
  const member = await makeMember(client, endpoints(), acknowledged, `${randomUUID()}@example.com`);
  const account = idOf(await send(world, member, "an account", "/accounts", { name: "a", opening_balance_cents: 10_000 }));
  const other = idOf(await send(world, member, "an account", "/accounts", { name: "b" }));
  const goal = idOf(await send(world, member, "a goal", "/goals", { name: "trip", target_cents: 50_000 }));
  const text = randomUUID();
  acknowledged.rows.set(text, { state: "present", email: member.email, cents: -900, notes: "", rows: 1 });
  const bought = { description: text, amount_cents: -900, account_id: account, date: "2026-03-15" };
  const row = idOf(await send(world, member, "a purchase", "/transactions", bought));
  const acts: [name: string, body: object, reserved: number][] = [
    ["reserve", { amount_cents: 4_000, account_id: account }, 4_000],
    ["move", { amount_cents: 1_000, from_account_id: account, to_account_id: other }, 4_000],
    ["spend", { transaction_id: row }, 3_100],
    ["release", { amount_cents: 500, account_id: other }, 2_600],
  ];
  for (const [name, body, expected] of acts) {
    const reply = await killedAt(world, point, findings, () => send(world, member, name, `/goals/${goal}/${name}`, body));
    const { reserved_cents: reserved } = (reply?.body ?? {}) as { reserved_cents?: number };
    if (reserved !== expected) findings.violations.push(`${name}, ${point}: ${reply?.status} ${reserved} instead of ${expected}`);
    const stored = await client.send(`${endpoints().finance}/goals/${goal}`, { method: "GET", headers: member.financeHeaders });
    const { reserved_cents: kept } = stored.body as { reserved_cents?: number };
    if (kept !== expected) findings.violations.push(`${name}, ${point}: ${kept} is kept instead of ${expected}`);
  }
  await look(world, `goals, ${point}`, findings);
}

/** Each change of the rule begins the job anew. */
async function changeMonths(stage: Stage, world: World, findings: Findings): Promise<void> {
  const { acknowledged, client, endpoints, cluster, proxies } = world;
  const member = await makeMember(client, endpoints(), acknowledged, `${randomUUID()}@example.com`);
  const db = openDatabase({ url: cluster.url(), schema: "finance", name: "cofre faults", maxConnections: 1 });
  try {
    await bookYears(world, db, member);
    for (const [step, at, startDay] of [
      [1, "done", 9],
      [2, "before", 20],
      [2, "done", 31],
    ] as const) {
      const what = `months, step ${step}, ${at}`;
      await killJob(world, member, { step, at, startDay }, () => findings.violations.push(`${what}: was never reached`));
      findings.rounds++;
      if ((await timeUntil(() => isBuilt(world, db, member), LONGEST_BUILD_MS)) === undefined)
        findings.violations.push(`${what}: the sums were not built afterwards`);
      stage.say(`P33 ${what}`);
    }
    await look(world, "months", findings);
  } finally {
    proxies.finance.watch = undefined;
    await db.close();
  }
}

interface Kill {
  step: number;
  at: Break["at"];
  startDay: number;
}

async function killJob(world: World, member: Member, { step, at, startDay }: Kill, isMissed: () => void): Promise<void> {
  const { client, endpoints, finance, proxies } = world;
  let steps = 0;
  let hasStruck = false;
  proxies.finance.watch = ({ text }) => {
    if (hasStruck || !/insert into category_space_months/i.test(text) || ++steps < step) return undefined;
    hasStruck = true;
    return { at, strike: () => finance.kill("SIGKILL") };
  };
  const change = { method: "PUT", headers: member.financeHeaders, body: { start_day: startDay } };
  await client.send(`${endpoints().finance}/spaces/months`, change).catch(() => undefined);
  if ((await timeUntil(() => hasStruck, LONGEST_BUILD_MS)) === undefined) isMissed();
  proxies.finance.watch = undefined;
  await finance.ready();
}

/** A read that finds the sums left behind adds the job again. */
async function isBuilt({ client, endpoints }: World, db: Database, member: Member): Promise<boolean> {
  const path = "/reports/categories?period=space&start_date=2026-01-01&end_date=2026-12-31";
  const headers = member.financeHeaders;
  await client.send(`${endpoints().finance}${path}`, { method: "GET", headers }).catch(() => undefined);
  const { kept } = await db.one<{ kept: boolean }>(sql`
    select coalesce(space_months_version = version and space_months_through > '2100-01-01', false) as kept
      from spaces join users using (space_id) where users.email = ${member.email}`);
  return kept;
}

/** Of ten years, without requests. */
async function bookYears({ acknowledged }: World, db: Database, { email }: Member): Promise<void> {
  const description = randomUUID();
  acknowledged.rows.set(description, { state: "present", email, cents: -ROWS, notes: "", rows: ROWS });
  const { space_id: spaceId } = await db.one<{ space_id: number }>(sql`select space_id from users where email = ${email}`);
  for (let booked = 0; booked < ROWS; booked += ROWS_AT_ONCE)
    await db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 0`);
      await bookRows(tx, spaceId, rowsOf(description, booked));
    });
}

const rowsOf = (description: string, booked: number) =>
  Array.from({ length: ROWS_AT_ONCE }, (_, index) => ({
    description,
    amount_cents: -1,
    date: new Date(Date.UTC(2016, 0, 1 + ((booked + index) % 3_600))).toISOString().slice(0, 10),
  }));
