import { dayIn } from "../../finance/calendar/day.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { median, medianRatio } from "../harness/statistics.ts";
import { askOnce } from "./client.ts";
import { fillUsers } from "./fill_users.ts";
import { fillSpace } from "./finance_data.ts";
import type { Pair } from "./hot_paths.ts";
import type { Member, Supplies, User } from "./lanes.ts";
import { makeMember, makeUsers, monthsUpTo } from "./people.ts";
import { quietRounds } from "./quiet_rounds.ts";
import type { Stage } from "./stage.ts";
import type { Workers } from "./workers.ts";

export interface GrowthPoint {
  workload: string;
  /** The kind of rows that grows. */
  of: "users" | "transactions";
  count: number;
  p50Ms: number;
  /** Relative to the smallest size, within each round. */
  times: number;
  /** The largest share of CPU time that other processes took in a round. */
  taken: number;
}

export interface GrowthPlan {
  stage: Stage;
  workers: Workers;
  users: readonly number[];
  rows: readonly number[];
  rounds: number;
  seconds: number;
  say(line: string): void;
}

const TIME_ZONE = "America/Sao_Paulo";

/** Each size has its own schema and service, so that they can be measured alternately. */
export async function measureUserGrowth(plan: GrowthPlan): Promise<GrowthPoint[]> {
  const { stage, say } = plan;
  const sizes: { count: number; supplies: Supplies }[] = [];
  for (const count of plan.users) {
    const schema = `auth_${count}`;
    const service = await stage.startAuth(schema);
    const start = performance.now();
    const users = await fillUsers(stage, schema, count);
    say(`${count.toLocaleString("en")} users created in ${secondsSince(start)} s`);
    sizes.push({ count, supplies: { targets: [service.target], users, members: [], linkTokens: [], seed: "growth" } });
  }
  return alternately(plan, "users", ["get user", "refresh", "sign-in"], sizes);
}

/** One service with a space for each size. */
export async function measureSpaceGrowth(plan: GrowthPlan, { auth, finance }: Pair): Promise<GrowthPoint[]> {
  const { stage, workers, say } = plan;
  const server = { target: auth.target, adminToken: stage.adminToken };
  const users = await makeUsers(server, plan.rows.length, `growth-${Date.now().toString(36)}`);
  const sizes: { count: number; supplies: Supplies }[] = [];
  for (const [index, count] of plan.rows.entries()) {
    const start = performance.now();
    const user = users[index] as User;
    const months = monthsUpTo(new Date(), 12);
    const member: Member & { email: string } = await makeMember(finance.target, user, months);
    const supplies = { targets: [auth.target, finance.target], users: [], members: [member], linkTokens: [], seed: "growth" };
    await fillSpaceOf(stage, user.email, count);
    member.accounts = (
      await askOnce<{ id: number }[]>(finance.target, { method: "GET", path: "/accounts", authorization: member.authorization })
    ).map(({ id }) => id);
    sizes.push({ count, supplies });
    await workers.load({ workload: "bulk", supplies: { ...oldMonth(supplies), most: OLD_ROWS }, lanes: 4, seconds: 60 });
    say(`${count.toLocaleString("en")} transactions created in ${secondsSince(start)} s`);
  }
  await settle(stage);
  const invoices = sizes.every(({ supplies }) => supplies.members[0]?.invoice) ? ["invoice"] : [];
  const months = sizes.map(({ count, supplies }) => ({ count, supplies: oldMonth(supplies) }));
  return [
    ...(await alternately(plan, "transactions", ["month of the app"], months)),
    // Writes come last, because a faster space would get more rows to read.
    ...(await alternately(plan, "transactions", ["balances", "budgets", ...invoices, ...REPORTS, "create"], sizes)),
  ];
}

/** Before all other rows, so that it is equal in each space. */
const OLD_MONTH = "1915-06-01";
const OLD_ROWS = 300;

const oldMonth = (supplies: Supplies): Supplies => ({
  ...supplies,
  members: supplies.members.map((member) => ({ ...member, months: [OLD_MONTH] })),
});

const REPORTS = ["cash flow of a year", "categories of a year", "net worth of a year", "forecast"];

const secondsSince = (start: number) => ((performance.now() - start) / 1_000).toFixed(1);

async function alternately(
  { workers, rounds, seconds, say }: GrowthPlan,
  of: GrowthPoint["of"],
  workloads: readonly string[],
  sizes: readonly { count: number; supplies: Supplies }[],
): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (const workload of workloads) {
    say(`Measuring ${workload}, growing ${of} ...`);
    const measureRound = async (round: number) => {
      const times = new Map<number, number>();
      for (const { count, supplies } of round % 2 === 0 ? sizes : sizes.toReversed()) {
        const { p50Ms, good, complaint } = await workers.load({ workload, supplies, lanes: 1, seconds: 1 });
        if (good === 0) throw new Error(`${workload} never got a good answer: ${complaint}`);
        times.set(count, p50Ms);
      }
      return times;
    };
    // Warm-up.
    await measureRound(-1);
    // Short rounds, so that a slow phase affects all sizes.
    const { kept: quiet, taken } = await quietRounds(rounds * seconds, measureRound);
    const timesWith = (count: number) => quiet.map((times) => times.get(count) ?? Number.NaN);
    const least = timesWith(sizes[0]?.count ?? 0);
    for (const { count } of sizes) {
      const all = timesWith(count);
      points.push({ workload, of, count, p50Ms: median(all), times: medianRatio(all, least), taken });
    }
  }
  return points;
}

/** The requested year is equal in each size; only the history before it differs. */
async function fillSpaceOf({ databaseUrl }: Stage, email: string, rows: number): Promise<void> {
  const db = openDatabase({ url: databaseUrl, schema: "finance", maxConnections: 2, name: "cofre bench" });
  try {
    const now = new Date();
    const { space_id: spaceId } = await db.one<{ space_id: number }>(sql`select space_id from users where email = ${email}`);
    await fillSpace(db, { spaceId, rows, seed: 1, today: dayIn(TIME_ZONE, now), now, endsQuietly: true });
  } finally {
    await db.close();
  }
}

/** Otherwise autovacuum would run during the measurement. */
async function settle({ databaseUrl }: Stage): Promise<void> {
  const db = openDatabase({ url: databaseUrl, schema: "finance", maxConnections: 1, name: "cofre bench" });
  try {
    await db.onOneConnection(async (own) => {
      await own.run(sql`set statement_timeout = 0`);
      await own.run(sql`vacuum (analyze)`);
    });
  } finally {
    await db.close();
  }
}
