import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { startTcpProxy, through } from "../testing/tcp_proxy.ts";
import { until } from "../testing/until.ts";
import { type Database, DatabaseAway, openDatabase } from "./database.ts";
import { sql } from "./sql.ts";
import { isLockTimeout, sqlstateOf } from "./sqlstate.ts";

let database: TestDatabase;
let db: Database;

before(async () => {
  database = await testDatabase();
  db = open(database.url);
  await db.run(sql`create table things (id int primary key, amount bigint not null default 0)`);
  await db.run(sql`insert into things (id) values (1), (2)`);
});

after(async () => {
  await db.close();
  await database[Symbol.asyncDispose]();
});

function open(url: string, maxConnections = 0): Database {
  return openDatabase({ url, schema: "public", maxConnections, name: "test" });
}

test("an int8 is a number, and one past the safe integers is an error that leaves the connection usable", async () => {
  assert.deepEqual(await db.one(sql`select 9007199254740991::int8 as most, -1::int8 as least`), {
    most: 9007199254740991,
    least: -1,
  });
  await assert.rejects(db.many(sql`select n from unnest(array[1, 9007199254740993, 2]::int8[]) n`), RangeError);
  assert.deepEqual(await db.many(sql`select 1 as one union all select 2`), [{ one: 1 }, { one: 2 }]);
});

test("parameters take the type that the server gives them", async () => {
  const at = new Date("2026-02-28T03:04:05.678Z");
  const row = await db.one(sql`
    select ${at}::timestamptz as at, ${"2026-02-28"}::date as day, ${{ a: [1, null] }}::jsonb as json, ${true}::bool as yes,
           ${null}::int as none, to_jsonb(${[1, null]}::int[]) as numbers, to_jsonb(${["a,b", '"\\{}', "null", ""]}::text[]) as texts, ${12n}::int8 as big`);
  assert.deepEqual(row, {
    at,
    day: "2026-02-28",
    json: { a: [1, null] },
    yes: true,
    none: null,
    numbers: [1, null],
    texts: ["a,b", '"\\{}', "null", ""],
    big: 12,
  });
});

test("a null and a value of one parameter share one prepared statement", async () => {
  const single = open(database.url, 1);
  for (const value of [new Date(), null, true, false].map((each) => (typeof each === "boolean" ? null : each))) {
    await single.one(sql`select ${value}::timestamptz as at`);
  }
  const { count } = await single.one<{ count: number }>(
    sql`select count(*) from pg_prepared_statements where statement like 'select $1::timestamptz as at'`,
  );
  await single.close();
  assert.equal(count, 1);
});

test("fragments nest and keep their parameters apart", async () => {
  const inner = sql`id = ${2} and amount >= ${0}`;
  const statement = sql`select id, ${"x"}::text as mark from things where ${inner} limit ${5}`;
  assert.match(statement.text, /\$1::text .* id = \$2 and amount >= \$3 limit \$4/);
  assert.deepEqual(await db.one(statement), { id: 2, mark: "x" });
});

test("one wants exactly one row, maybeOne at most one, run counts", async () => {
  await assert.rejects(db.one(sql`select 1 from things where id = 99`), /one row was expected, 0 came/);
  await assert.rejects(db.one(sql`select 1 from things`), /2 came/);
  await assert.rejects(db.maybeOne(sql`select 1 from things`), /2 came/);
  assert.equal(await db.maybeOne(sql`select 1 from things where id = 99`), undefined);
  assert.equal(await db.run(sql`update things set amount = amount where id in (1, 2)`), 2);
});

test("sessions have timeouts, the schema and UTC", async () => {
  const row = await db.one(sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           current_setting('idle_in_transaction_session_timeout') as idle, current_setting('search_path') as path,
           current_setting('timezone') as zone`);
  assert.deepEqual(row, { statement: "5s", lock: "2s", idle: "10s", path: "public", zone: "UTC" });
});

test("a transaction that throws changes nothing", async () => {
  const work = db.transaction(async (tx) => {
    await tx.run(sql`update things set amount = 5 where id = 1`);
    throw new Error("no");
  });
  await assert.rejects(work, /no/);
  assert.deepEqual(await db.one(sql`select amount from things where id = 1`), { amount: 0 });
});

test("a deadlock is retried until both transactions are through", async () => {
  const met = { count: 0, all: Promise.withResolvers<void>() };
  let attempts = 0;
  const crossing = (first: number, second: number) =>
    db.transaction(async (tx) => {
      attempts++;
      await tx.run(sql`update things set amount = amount + 1 where id = ${first}`);
      if (++met.count === 2) met.all.resolve();
      await met.all.promise;
      await tx.run(sql`update things set amount = amount + 1 where id = ${second}`);
    });
  await Promise.all([crossing(1, 2), crossing(2, 1)]);
  assert.deepEqual(await db.many(sql`select amount from things order by id`), [{ amount: 2 }, { amount: 2 }]);
  assert.equal(attempts, 3);
});

test("a serialization failure is retried three times, then the database counts as away", async () => {
  let attempts = 0;
  const hopeless = db.transaction(async (tx) => {
    attempts++;
    await tx.run(sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`);
  });
  await assert.rejects(hopeless, DatabaseAway);
  assert.equal(attempts, 4);
});

test("other errors keep their SQLSTATE and are not retried", async () => {
  const before = db.roundTrips;
  await assert.rejects(db.run(sql`insert into things (id) values (1)`), (error) => sqlstateOf(error) === "23505");
  assert.equal(db.roundTrips - before, 1);
});

test("a statement that waits for a lock does not hold up the others", async () => {
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = db.transaction(async (tx) => {
    await tx.run(sql`update things set amount = 7 where id = 1`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  let waiterIsThrough = false;
  const waiter = db.one(sql`update things set amount = 8 where id = 1 returning amount`).then(() => {
    waiterIsThrough = true;
  });
  const locker = db.one(sql`select amount from things where id = 1 for share`);
  const reads = Array.from({ length: 50 }, () => db.one(sql`select amount from things where id = 2`));
  const writes = Array.from({ length: 50 }, () => db.one(sql`update things set amount = amount where id = 2 returning amount`));
  await Promise.all([...reads, ...writes]);
  assert.equal(waiterIsThrough, false);
  const together = db.onSharedConnection(async (shared) => {
    await shared.one(sql`select amount from things where id = 1`);
    return shared.one(sql`update things set amount = 9 where id = 1 returning amount`);
  });
  await assert.rejects(together, isLockTimeout);
  release.resolve();
  await Promise.all([holder, waiter, locker]);
  assert.deepEqual(await db.one(sql`select amount from things where id = 1`), { amount: 8 });
});

test("what writes in the disguise of a read is refused, whichever way it is asked for", async () => {
  await db.run(sql`
    create function add_thing(id int) returns int language sql as $$ insert into things values ($1) returning id $$`);
  for (const ask of [db.one, db.many, db.maybeOne])
    await assert.rejects(ask(sql`select add_thing(70)`), (error) => sqlstateOf((error as Error).cause) === "25006");
  assert.equal(await db.run(sql`select add_thing(71)`), 1);
  assert.deepEqual(await db.onOneConnection((own) => own.one(sql`select add_thing(72) as id`)), { id: 72 });
  assert.deepEqual(await db.many(sql`delete from things where id > 69 returning id`), [{ id: 71 }, { id: 72 }]);
});

test("a transaction waits two seconds for a connection, then the database counts as away", async () => {
  const small = open(database.url, 2);
  const release = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const holder = small.transaction(async () => {
    begun.resolve();
    await release.promise;
  });
  await begun.promise;
  let ran = false;
  const late = small.transaction(async () => {
    ran = true;
  });
  await assert.rejects(late, /no connection came free in time/);
  assert.deepEqual(await small.one(sql`select 1 as one`), { one: 1 });
  release.resolve();
  await holder;
  await small.transaction(async (tx) => assert.deepEqual(await tx.one(sql`select 1 as one`), { one: 1 }));
  await small.close();
  assert.equal(ran, false);
});

test("of statements that travel together, what the first failure says is the transaction's", async () => {
  const work = db.transaction(async (tx) => {
    // Learns of its failure after the statements that were sent later.
    const late = async (steps: number): Promise<unknown> =>
      steps === 0 ? tx.one(sql`select 1 / 0 as none`) : await late(steps - 1);
    await Promise.all([late(10), tx.one(sql`select 1 as one`)]);
  });
  await assert.rejects(work, { code: "22012" });
});

test("one connection is enough for everything", async () => {
  const single = open(database.url, 1);
  const results = await Promise.all([
    single.one(sql`select 1 as n`),
    single.transaction((tx) => tx.one(sql`select 2 as n`)),
    single.onOneConnection((own) => own.one(sql`select 3 as n`)),
    single.onSharedConnection((own) => own.one(sql`select 4 as n`)),
  ]);
  const { count } = await single.one<{ count: number }>(
    sql`select count(*) from pg_stat_activity where datname = current_database() and application_name = 'test' and pid = pg_backend_pid()`,
  );
  await single.close();
  assert.deepEqual([...results, count], [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, 1]);
});

test("a database that is away is noticed at once, and the pool heals by itself", async () => {
  const { hostname: host, port } = new URL(database.url);
  await using proxy = await startTcpProxy({ host, port: Number(port) });
  const frail = open(through(proxy, database.url));
  assert.deepEqual(await frail.one(sql`select 1 as one`), { one: 1 });

  const inFlight = frail.one(sql`select pg_sleep(3)`);
  inFlight.catch(() => {});
  await untilRuns("pg_sleep(3)");
  await proxy.cut();
  await assert.rejects(inFlight, DatabaseAway);
  await assert.rejects(frail.one(sql`select 1 as one`), DatabaseAway);
  await assert.rejects(
    frail.transaction((tx) => tx.one(sql`select 1 as one`)),
    DatabaseAway,
  );
  assert.equal(frail.pending, 0);

  await proxy.mend();
  assert.deepEqual(await healed(frail), { one: 1 });
  await frail.close();
});

test("connections cut again and again under load: every statement is answered, what was acknowledged is there, all heals", async () => {
  await db.run(sql`create table acknowledged (id int primary key)`);
  const { hostname: host, port } = new URL(database.url);
  await using proxy = await startTcpProxy({ host, port: Number(port) });
  const frail = open(through(proxy, database.url), 12);
  const acknowledged: number[] = [];
  const refusals: unknown[] = [];
  let next = 0;
  let isOver = false;

  async function writer(number: number): Promise<void> {
    while (!isOver) {
      const id = next++;
      const insert = sql`insert into acknowledged values (${id})`;
      const ways = [
        () => frail.run(insert),
        () => frail.many(insert),
        () => frail.onOneConnection((own) => own.run(insert)),
        () => frail.onSharedConnection((shared) => shared.run(insert)),
        () => frail.transaction((tx) => tx.run(insert)),
      ];
      try {
        await ways[(number + id) % ways.length]?.();
        acknowledged.push(id);
      } catch (error) {
        refusals.push(error);
        await new Promise(setImmediate);
      }
    }
  }
  async function saboteur(): Promise<void> {
    for (let cuts = 0; cuts < 60; cuts++) {
      const before = acknowledged.length;
      await until("some writes", () => acknowledged.length > before);
      if (Math.random() < 0.5) {
        await proxy.cut();
        await proxy.mend();
      } else {
        await db.many(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'test' and query like '%acknowledged%' and pid <> pg_backend_pid()`);
      }
    }
    isOver = true;
  }
  await Promise.all([saboteur(), ...Array.from({ length: 24 }, (_, number) => writer(number))]);

  assert.deepEqual(
    refusals.filter((error) => !(error instanceof DatabaseAway)),
    [],
  );
  assert.ok(refusals.length > 0 && acknowledged.length > 0);
  assert.equal(frail.pending, 0);
  for (let round = 0; round < 20; round++) await healed(frail);
  const lost = await db.many(
    sql`select id from unnest(${acknowledged}::int[]) id where not exists (select 1 from acknowledged a where a.id = id)`,
  );
  assert.deepEqual(lost, []);
  await frail.close();
});

const healed = (frail: Database) =>
  until("the pool to heal", () => frail.one<{ one: number }>(sql`select 1 as one`).catch(() => undefined));

/** The process id of the server that runs it long enough to count as slow. */
function untilRuns(call: string): Promise<number> {
  return until(`${call} to run`, async () => {
    const running = await db.maybeOne<{ pid: number }>(sql`
      select pid from pg_stat_activity
       where datname = current_database() and state = 'active' and query like ${`%${call}%`} and pid <> pg_backend_pid()
         and clock_timestamp() - query_start > '100 ms'`);
    return running?.pid;
  });
}

test("statements keep to one connection while it answers, and pass by one that is busy for long", async () => {
  const shared = open(database.url);
  const quick = async () => (await shared.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid;
  try {
    const used = new Set<number>();
    for (let count = 0; count < 20; count++) used.add(await quick());
    // A busy machine may cause one more.
    assert.ok(used.size <= 2, `${used.size} connections`);
    // Awaited from the start, because it may end before the answer to the statement that ends it.
    const slow = assert.rejects(shared.one(sql`select pg_sleep(60)`), /57014/);
    const busy = await untilRuns("pg_sleep(60)");
    assert.notEqual(await quick(), busy);
    await db.one(sql`select pg_cancel_backend(${busy}) as was_the_slow_one`);
    await slow;
  } finally {
    await shared.close();
  }
});

test("where every shared connection is stuck, a read has one of its own", async () => {
  const shared = open(database.url);
  try {
    const stuck = new Set<number>();
    const slow: Promise<unknown>[] = [];
    for (let count = 0; count < 4; count++) {
      slow.push(assert.rejects(shared.one(sql`select pg_sleep(60 + ${count}::int)`), /57014/));
      await until("one more to be stuck", async () => {
        const pids = await stuckIn("pg_sleep(60 +");
        for (const pid of pids) stuck.add(pid);
        return pids.length > count;
      });
    }
    const { pid } = await shared.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    assert.ok(!stuck.has(pid));
    for (const each of stuck) await db.one(sql`select pg_cancel_backend(${each}) as is_cancelled`);
    await Promise.all(slow);
  } finally {
    await shared.close();
  }
});

/** Process ids that have run it long enough to count as stuck. */
async function stuckIn(call: string): Promise<number[]> {
  const result = await db.many<{ pid: number }>(sql`
    select pid from pg_stat_activity
     where datname = current_database() and state = 'active' and query like ${`%${call}%`} and pid <> pg_backend_pid()
       and clock_timestamp() - query_start > '300 ms'`);
  return result.map(({ pid }) => pid);
}

test("a server that takes no writes counts as away", async () => {
  const work = db.transaction(async (tx) => {
    await tx.run(sql`set transaction read only`);
    await tx.run(sql`insert into things (id) values (77)`);
  });
  await assert.rejects(work, DatabaseAway);
});
