import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { startLossyProxy } from "../testing/lossy_proxy.ts";
import { until } from "../testing/until.ts";
import { type Connection, openConnection } from "./connection.ts";
import { type Database, DatabaseAway, type Db, openDatabase } from "./database.ts";
import { type Sql, sql } from "./sql.ts";
import { mayHaveTakenEffect, sqlstateOf } from "./sqlstate.ts";

let database: TestDatabase;
let db: Database;

before(async () => {
  database = await testDatabase();
  db = openDatabase({ url: database.url, schema: "public", maxConnections: 0, name: "test" });
  await db.run(sql`create table things (id int primary key, note text not null default '')`);
});

after(async () => {
  await db.close();
  await database[Symbol.asyncDispose]();
});

/** Fails after 49 rows, which the server has sent by then. */
const breaksOff = (from = sql``) =>
  sql`select repeat('x', 4000) as filling, 1 / (50 - i) as part from generate_series(1, 100) i ${from}`;
const DIVISION_BY_ZERO = "22012";

/** Every way to send a statement to a connection. */
const WAYS: Record<string, (statement: Sql) => Promise<unknown>> = {
  "a shared connection for reads": (statement) => db.many(statement),
  "a shared connection for writes": (statement) => db.onSharedConnection((shared) => shared.many(statement)),
  "a connection of its own": (statement) => db.onOneConnection((own) => own.many(statement)),
  "a transaction": (statement) => db.transaction((tx) => tx.many(statement)),
  "a run": (statement) => db.run(statement),
};

for (const [title, send] of Object.entries(WAYS)) {
  test(`a statement that fails after its first rows leaves nothing in the answers behind it: ${title}`, async () => {
    for (let round = 0; round < 5; round++) {
      const failing = assert.rejects(send(breaksOff()), (error) => sqlstateOf(error) === DIVISION_BY_ZERO);
      const behind = Array.from({ length: 20 }, (_, n) => send(sql`select ${n}::int as n`));
      await failing;
      const answers = await Promise.all([...behind, send(sql`select 20 as n`)]);
      assert.deepEqual(answers, title === "a run" ? answers.map(() => 1) : answers.map((_, n) => [{ n }]));
    }
  });
}

test("a connection on which an answer broke off answers what it has been sent, and takes nothing further", async () => {
  let closed: Connection | undefined;
  const connection = open((lost) => {
    closed = lost;
  });
  const failing = assert.rejects(connection.send(breaksOff()), { code: DIVISION_BY_ZERO });
  const behind = connection.send(sql`select 1 as one`);
  await failing;
  assert.equal(connection.open, false);
  assert.equal(closed, connection);
  assert.deepEqual((await behind).rows, [{ one: 1 }]);
  await assert.rejects(connection.send(sql`select 1`), DatabaseAway);
  await untilGone("test connection");
});

test("a statement that fails before its first row costs no connection", async () => {
  const connection = open();
  await assert.rejects(connection.send(sql`select 1 / 0`), { code: DIVISION_BY_ZERO });
  assert.equal(connection.open, true);
  await connection.close();
});

function open(onClose: (connection: Connection) => void = () => {}): Connection {
  return openConnection({ url: database.url, schema: "public", name: "test connection" }, onClose);
}

async function untilGone(name: string): Promise<void> {
  await until(`${name} to be gone`, async () => {
    const result = await db.many(
      sql`select from pg_stat_activity where datname = current_database() and application_name = ${name}`,
    );
    return result.length === 0;
  });
}

test("an answer whose rows and count disagree is a lost connection, never a result", async () => {
  await using proxy = await startLossyProxy(database.url);
  const frail = openDatabase({ url: proxy.url, schema: "public", maxConnections: 0, name: "test" });
  await frail.one(sql`select 1`);
  const asks: ((on: Db) => Promise<unknown>)[] = [
    (on) => on.many(sql`select i from generate_series(1, 3) i`),
    (on) => on.maybeOne(sql`select 1 as one`),
    (on) => on.one(sql`insert into things (id) select coalesce(max(id), 0) + 1 from things returning id`),
    (on) => on.run(sql`update things set note = 'seen' returning id`),
  ];
  const ways: ((ask: (on: Db) => Promise<unknown>) => Promise<unknown>)[] = [
    (ask) => ask(frail),
    (ask) => frail.onSharedConnection(ask),
    (ask) => frail.onOneConnection(ask),
    (ask) => frail.transaction(ask),
  ];
  let losses = 0;
  for (const ask of asks) {
    for (const way of ways) {
      proxy.loseRow();
      await assert.rejects(way(ask), (error) => error instanceof DatabaseAway && mayHaveTakenEffect(error));
      assert.equal(proxy.lost, ++losses);
      await until("the pool to heal", () => frail.one(sql`select 1 as one`).catch(() => undefined));
    }
  }
  await frail.close();
});

test("a statement that could not be prepared says so to each of its callers, and is prepared once it can be", async () => {
  const connection = open();
  const statement = () => connection.send(sql`select id from missing where id = ${1}`);
  const refused = await Promise.allSettled(Array.from({ length: 5 }, statement));
  assert.deepEqual(
    refused.map((each) => (each.status === "rejected" ? sqlstateOf(each.reason) : "answered")),
    Array(5).fill("42P01"),
  );
  await db.run(sql`create table missing (id int)`);
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 5 }, statement));
    assert.deepEqual(
      answers.map(({ rows }) => rows),
      Array(5).fill([]),
    );
  }
  const { rows } = await connection.send(
    sql`select count(*) from pg_prepared_statements where statement like 'select id from missing%'`,
  );
  assert.deepEqual(rows, [{ count: 1 }]);
  await connection.close();
});

test("a prepared statement whose columns have changed since is prepared anew, and its caller notices nothing", async () => {
  const single = openDatabase({ url: database.url, schema: "public", maxConnections: 1, name: "test" });
  await single.run(sql`create table altered (id int)`);
  await single.run(sql`insert into altered values (1)`);
  const ask = sql`select id from altered`;
  assert.deepEqual(await single.one(ask), { id: 1 });
  await single.run(sql`alter table altered alter id type text`);
  assert.deepEqual(await single.one(ask), { id: "1" });
  await single.transaction((tx) => tx.one(ask));
  await single.close();
});

test("a statement is described once on a connection, and answers the same each time", async () => {
  const connection = open();
  const half = (of: number) => connection.send(sql`select 10 / ${of}::int as half, null as nothing, 'á' as text`);
  const none = () => connection.send(sql`delete from things where id = ${-1}::int`);
  for (let round = 0; round < 3; round++) {
    assert.deepEqual((await half(2)).rows, [{ half: 5, nothing: null, text: "á" }]);
    await assert.rejects(half(0), { code: DIVISION_BY_ZERO });
    const [first, , third] = await Promise.all([half(5), none(), half(1)]);
    assert.deepEqual(
      [first, third].map(({ rows }) => rows),
      [[{ half: 2, nothing: null, text: "á" }], [{ half: 10, nothing: null, text: "á" }]],
    );
    assert.deepEqual(await none(), { rows: [], count: 0, command: "DELETE" });
  }
  await connection.close();
});

test("statements that are sent while it connects keep their order", async () => {
  const connection = open();
  const inserts = Array.from({ length: 30 }, (_, id) =>
    connection.send(
      sql`insert into things (id, note) values (${-id}, (select coalesce(max(id), 1)::text from things where id > ${-id} and id <= 0))`,
    ),
  );
  await Promise.all(inserts);
  const { rows } = await connection.send(sql`select note::int from things where id < 0 order by id desc`);
  assert.deepEqual(rows, Array(29).fill({ note: 0 }));
  await connection.send(sql`delete from things where id <= 0`);
  await connection.close();
});

test("a script runs several statements, and says which failed", async () => {
  const connection = open();
  await connection.script("create temporary table parts (id int); insert into parts values (1); insert into parts values (2)");
  assert.deepEqual((await connection.send(sql`select id from parts order by id`)).rows, [{ id: 1 }, { id: 2 }]);
  await assert.rejects(connection.script("insert into parts values (3); insert into nowhere values (1)"), { code: "42P01" });
  assert.equal((await connection.send(sql`select id from parts`)).count, 2);
  await connection.close();
});
