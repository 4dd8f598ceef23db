// Compares requests on a space with a short and a long history, alternating. They call handlers directly, because the constant
// cost of HTTP would hide growth.
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { dayIn } from "../../finance/calendar/day.ts";
import { FINANCE_MIGRATIONS } from "../../finance/main.ts";
import { buildSpaceMonths } from "../../finance/months/build_space_months.ts";
import { welcomeUser } from "../../finance/users/first_use.ts";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { migrate } from "../../kernel/sql/migrate.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { median } from "../harness/statistics.ts";
import { openWorkFolder } from "../harness/work_folder.ts";
import { callRoute } from "./call_route.ts";
import { type Call, PLANS, type Space, TIME_ZONE, WORKLOADS } from "./finance_calls.ts";
import { fillSpace } from "./finance_data.ts";

const HELP = `node proof/bench/finance_growth.ts [options]

Fills two spaces and prints what requests cost on each: the median of alternating calls, the ratio, statements per request.

  --small ROWS      rows of the short space (10000)
  --large ROWS      rows of the long one (1000000); a million take some minutes to make
  --rounds COUNT    calls of each kind on each space (200)
  --seed NUMBER     of the spaces (1)
  --only TEXTS      only requests whose name holds one of them, separated by commas
  --database URL    a PostgreSQL to use; two schemas named growth_<rows> are made in it and dropped at the end.
                    By default one of our own is started and thrown away
  --help            this text`;

const GOAL = 1.5;
const WARM_UP_ROUNDS = 20;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      small: { type: "string", default: "10000" },
      large: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      database: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const wrong = (["small", "large", "rounds", "seed"] as const).find((name) => !/^[1-9]\d{0,8}$/.test(values[name]));
  if (wrong) {
    console.error(`--${wrong} must be a whole number, not ${values[wrong]}`);
    process.exitCode = 1;
    return;
  }
  const sizes: Sizes = [Number(values.small), Number(values.large)];
  const chosenOf = (workloads: typeof WORKLOADS) =>
    Object.entries(workloads).filter(([name]) => values.only.split(",").some((part) => name.includes(part)));
  const run = (url: string) =>
    compare(url, sizes, {
      rounds: Number(values.rounds),
      seed: Number(values.seed),
      chosen: chosenOf(WORKLOADS),
      plans: chosenOf(PLANS),
    });
  if (values.database) return run(values.database);
  using folder = await openWorkFolder("bench");
  await using server = await startEmbeddedPostgres({ home: folder.path, password: "bench" });
  await run(server.url);
}

type Sizes = [small: number, large: number];

interface Plan {
  rounds: number;
  seed: number;
  chosen: Chosen;
  /** Measured last, because they change the spaces. */
  plans: Chosen;
}

type Chosen = [name: string, workload: (space: Space, chance: number) => Call][];

async function compare(url: string, sizes: Sizes, { rounds, seed, chosen, plans }: Plan): Promise<void> {
  const spaces: Space[] = [];
  try {
    for (const rows of sizes) spaces.push(await makeSpace(url, rows, seed));
    const [small, large] = spaces as [Space, Space];
    const lines = [["", ...spaces.map(({ rows }) => `${rows} rows, ms`), "ratio", "statements"]];
    for (const [name, workload] of [...chosen, ...plans]) {
      if (name === plans[0]?.[0]) for (const space of spaces) await addPlans(space);
      const [few, many] = await measure([small, large], workload, rounds);
      const ratio = many.median / few.median;
      const ratioText = `${ratio.toFixed(2)}${ratio > GOAL ? ` over ${GOAL}` : ""}`;
      lines.push([name, few.median.toFixed(2), many.median.toFixed(2), ratioText, `${few.statements} and ${many.statements}`]);
    }
    const widths = lines[0]?.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? "").length))) ?? [];
    for (const line of lines)
      console.log(
        line
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join("  ")
          .trimEnd(),
      );
  } finally {
    for (const { db, rows } of spaces) {
      await db.close();
      await dropSchema(url, schemaOf(rows));
    }
  }
}

interface Measured {
  median: number;
  /** For each call. */
  statements: number;
}

/** Alternating in both orders, so that a slow phase of the machine affects both. */
async function measure(pair: [Space, Space], workload: (space: Space, chance: number) => Call, rounds: number) {
  const times: [number[], number[]] = [[], []];
  const statements: [number, number] = [0, 0];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const chance = Math.random();
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { db } = pair[index];
      const call = workload(pair[index], chance);
      const roundTrips = db.roundTrips;
      const start = performance.now();
      await callRoute(db, pair[index].caller, pair[index].now, call);
      if (round < 0) continue;
      times[index].push(performance.now() - start);
      statements[index] = Math.max(statements[index], db.roundTrips - roundTrips);
    }
  }
  const measured = (index: 0 | 1): Measured => ({ median: median(times[index]), statements: statements[index] });
  return [measured(0), measured(1)] as const;
}

async function makeSpace(url: string, rows: number, seed: number): Promise<Space> {
  const schema = schemaOf(rows);
  await dropSchema(url, schema);
  await migrate({ url, schema, ...FINANCE_MIGRATIONS });
  const db = openDatabase({ url, schema, maxConnections: 8, name: "cofre bench" });
  const now = new Date();
  const user = {
    email: "bench@example.com",
    phone: "",
    isEmailConfirmed: true,
    isAnonymous: false,
    hasSecondFactor: false,
    isDeleted: false,
    bannedUntil: undefined,
    metadata: {},
  };
  const member = await welcomeUser(db, { ...user, id: randomUUID() }, TIME_ZONE, now);
  const start = performance.now();
  // Without a limit of time: other programs may keep the machine busy.
  const patient = openDatabase({ url, schema, maxConnections: 8, name: "cofre bench", settings: { statement_timeout: "0" } });
  const filled = await fillSpace(patient, { spaceId: member.spaceId, rows, seed, today: dayIn(TIME_ZONE, now), now });
  await patient.run(sql`analyze`);
  await patient.close();
  console.log(`${rows} rows created in ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return { ...filled, db, rows, now, caller: { ...member, tokenId: undefined } };
}

const GOALS = 10;
const MOVES = 500;

/** Months that begin on the 5th, budgets that carry, and goals whose moves are purchases in part. */
async function addPlans({ db, caller: { spaceId }, accounts }: Space): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`update spaces set month_start_day = 5 where space_id = ${spaceId}`);
    await tx.run(sql`update budgets set carry = 'both' where space_id = ${spaceId}`);
    await tx.run(sql`
      insert into goals (space_id, id, name, target_cents, started_on, created_at, updated_at)
      select ${spaceId}, n, 'goal', 1000000, '2020-01-01', now(), now() from generate_series(1, ${GOALS}::int) as n`);
    await tx.run(sql`
      insert into goal_moves (space_id, id, goal_id, account_id, amount_cents, date, position, transaction_id, created_at)
      select ${spaceId}, n, 1 + n % ${GOALS}::int, ${accounts[0] as number}::int, case when spent.id is null then 1000 else -1 end,
             '2020-01-01', n, spent.id, now()
        from generate_series(1, ${MOVES}::int) as n
        left join (select id, row_number() over () as number
                     from (select id from transactions where space_id = ${spaceId} and amount_cents < 0 limit ${MOVES}::int) as bought) as spent
          on spent.number = n and n % 3 = 0`);
    await tx.run(sql`analyze budgets, goals, goal_moves`);
  });
  await buildSpaceMonths(db, spaceId);
  await db.run(sql`analyze account_space_months, category_space_months`);
}

function schemaOf(rows: number): string {
  return `growth_${rows}`;
}

async function dropSchema(url: string, schema: string): Promise<void> {
  const db = openDatabase({ url, schema: "public", maxConnections: 1, name: "cofre bench" });
  await db.run(sql`drop schema if exists ${trusted(schema)} cascade`);
  await db.close();
}

await main();
