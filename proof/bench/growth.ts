// Does a request cost more where there is more behind it? The same requests on small and on large data, alternating, one caller at a time.
import { randomUUID } from "node:crypto";
import { openJwtKeys } from "../../auth/keys/jwt.ts";
import { deriveServerKeys } from "../../auth/keys/server_keys.ts";
import { openPasswords } from "../../auth/passwords/hash.ts";
import { writeRefreshToken } from "../../auth/sessions/refresh_token.ts";
import { dayIn } from "../../finance/calendar/day.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { median } from "../harness/statistics.ts";
import { askOnce } from "./client.ts";
import { FEWEST_ROWS, fillSpace } from "./finance_data.ts";
import type { Pair } from "./hot_paths.ts";
import type { Member, Supplies, User } from "./lanes.ts";
import { makeMember, makeUsers, monthsUpTo } from "./people.ts";
import type { Stage } from "./stage.ts";
import type { Workers } from "./workers.ts";

export interface GrowthPoint {
  workload: string;
  /** Of what there is more and more. */
  of: "users" | "transactions";
  count: number;
  p50Ms: number;
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

const PASSWORD = "correct horse battery staple";
const SAMPLE = 200;
const USERS_AT_ONCE = 20_000;
const TIME_ZONE = "America/Sao_Paulo";

/** Each size has a schema and a service of its own, so that all of them can be asked alternately. */
export async function measureUserGrowth(plan: GrowthPlan): Promise<GrowthPoint[]> {
  const { stage, say } = plan;
  const sizes: { count: number; supplies: Supplies }[] = [];
  for (const count of plan.users) {
    const schema = `auth_${count}`;
    const service = await stage.startAuth(schema);
    const start = performance.now();
    const users = await fillUsers(stage, schema, count);
    say(`${count.toLocaleString("en")} users made in ${secondsSince(start)} s`);
    sizes.push({ count, supplies: { targets: [service.target], users, members: [], linkTokens: [], seed: "growth" } });
  }
  return inTurns(plan, "users", ["get user", "refresh", "sign-in"], sizes);
}

/** One service, a space for each size. */
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
    if (count < FEWEST_ROWS)
      await workers.load({ workload: "bulk", supplies: { ...supplies, most: count }, lanes: 4, seconds: 600 });
    else member.months = (await fillSpaceOf(stage, user.email, count)).slice(-12);
    member.accounts = (
      await askOnce<{ id: number }[]>(finance.target, { method: "GET", path: "/accounts", authorization: member.authorization })
    ).map(({ id }) => id);
    sizes.push({ count, supplies });
    say(`${count.toLocaleString("en")} transactions made in ${secondsSince(start)} s`);
  }
  const invoices = sizes.every(({ supplies }) => supplies.members[0]?.invoice) ? ["invoice"] : [];
  return inTurns(plan, "transactions", ["create", "balances", "budgets", ...invoices], sizes);
}

const secondsSince = (start: number) => ((performance.now() - start) / 1_000).toFixed(1);

async function inTurns(
  { workers, rounds, seconds, say }: GrowthPlan,
  of: GrowthPoint["of"],
  workloads: readonly string[],
  sizes: readonly { count: number; supplies: Supplies }[],
): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (const workload of workloads) {
    say(`Measuring ${workload}, growing ${of} ...`);
    const times = sizes.map(() => [] as number[]);
    for (let round = -1; round < rounds; round++) {
      for (const [index, { supplies }] of round % 2 === 0 ? [...sizes.entries()] : [...sizes.entries()].reverse()) {
        const { p50Ms, good, complaint } = await workers.load({ workload, supplies, lanes: 1, seconds });
        if (good === 0) throw new Error(`${workload} was never answered as it should be: ${complaint}`);
        if (round >= 0) times[index]?.push(p50Ms);
      }
    }
    for (const [index, { count }] of sizes.entries()) points.push({ workload, of, count, p50Ms: median(times[index] ?? []) });
  }
  return points;
}

/** Users with a session each, by SQL; some of them with their tokens. */
async function fillUsers({ databaseUrl, config }: Stage, schema: string, count: number): Promise<User[]> {
  const passwords = openPasswords();
  const hash = await passwords.hash(PASSWORD);
  await passwords.close();
  const db = openDatabase({ url: databaseUrl, schema, maxConnections: 2, name: "cofre bench" });
  const now = new Date();
  // As one loads a great many rows: without the limits for requests, and the costly index made once, at the end.
  await db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    const index = await tx.maybeOne<{ definition: string }>(sql`
      select indexdef as definition from pg_indexes where schemaname = ${schema} and indexname = 'users_searched_idx'`);
    if (index) await tx.run(sql`drop index users_searched_idx`);
    for (let first = 0; first < count; first += USERS_AT_ONCE) {
      await tx.run(usersInsert(first, Math.min(count, first + USERS_AT_ONCE) - 1, hash, now));
    }
    if (index) await tx.run(trusted(index.definition));
    await tx.run(sql`analyze users, identities, sessions`);
  });
  const chosen = await db.many<{ id: string; email: string; session_id: string }>(sql`
    select users.id, users.email, sessions.id as session_id
      from users join sessions on sessions.user_id = users.id
     order by users.id
     limit ${SAMPLE}`);
  await db.close();
  const keys = openJwtKeys(config);
  const { refresh } = deriveServerKeys(config);
  const seconds = Math.floor(now.getTime() / 1_000);
  return chosen.map(({ id, email, session_id }) => ({
    email,
    password: PASSWORD,
    access: keys.sign({
      sub: id,
      aud: config.jwtAud,
      role: "authenticated",
      session_id,
      iat: seconds,
      exp: seconds + 86_400,
      jti: randomUUID(),
    }),
    refresh: writeRefreshToken({ sessionId: session_id, counter: 0 }, refresh),
  }));
}

function usersInsert(first: number, last: number, hash: string, now: Date): Sql {
  return sql`
    with account as (
           insert into users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, created_at, updated_at)
           select gen_random_uuid(), 'authenticated', 'authenticated', 'grown-' || number || '@example.com', ${hash}, ${now},
                  '{"provider": "email", "providers": ["email"]}', ${now}, ${now}
             from generate_series(${first}::bigint, ${last}::bigint) as number
           returning id, email),
         identity as (
           insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
           select gen_random_uuid(), 'email', id::text, id, json_build_object('sub', id, 'email', email), ${now}, ${now}
             from account)
    insert into sessions (id, user_id, amr, refreshed_at, ip, created_at)
    select gen_random_uuid(), id, '[]', ${now}, '127.0.0.1', ${now}
      from account`;
}

async function fillSpaceOf({ databaseUrl }: Stage, email: string, rows: number): Promise<string[]> {
  const db = openDatabase({ url: databaseUrl, schema: "finance", maxConnections: 2, name: "cofre bench" });
  try {
    const now = new Date();
    const { space_id: spaceId } = await db.one<{ space_id: number }>(sql`select space_id from users where email = ${email}`);
    const { months } = await fillSpace(db, { spaceId, rows, seed: 1, today: dayIn(TIME_ZONE, now), now });
    await db.transaction(async (tx) => {
      await tx.run(sql`set local statement_timeout = 0`);
      await tx.run(sql`analyze transactions`);
    });
    return months;
  } finally {
    await db.close();
  }
}
