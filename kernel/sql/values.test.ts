import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { type Database, openDatabase } from "./database.ts";
import { sql } from "./sql.ts";
import { encode } from "./values.ts";

let database: TestDatabase;
let db: Database;

before(async () => {
  database = await testDatabase();
  db = openDatabase({ url: database.url, schema: "public", maxConnections: 2, name: "test" });
});

after(async () => {
  await db.close();
  await database[Symbol.asyncDispose]();
});

test("a parameter before a cast to json is JSON, whatever it is", async () => {
  const values = [["a", 1, null], "text", '{"looks": "like JSON"}', 1.5, true, { a: [{ b: "é" }] }, []];
  for (const value of values) {
    assert.deepEqual(await db.one(sql`select ${value}::jsonb as b, ${value}::json as plain`), { b: value, plain: value });
  }
  assert.deepEqual(await db.one(sql`select jsonb_pretty(${{ a: "é" }}) as uncast`), { uncast: '{\n    "a": "é"\n}' });
  assert.deepEqual(await db.one(sql`select ${null}::jsonb is null as missing`), { missing: true });
});

test("lists are arrays, with lists in them too", async () => {
  const at = new Date("2026-11-18T01:02:03.004Z");
  assert.deepEqual(
    await db.one(sql`
      select to_jsonb(${["a,b", '"\\{}', "null", "", null]}::text[]) as texts, to_jsonb(${[[1, 2], [3, 4]]}::int[]) as grid,
             to_jsonb(${[true, false]}::bool[]) as flags, (${[at]}::timestamptz[])[1] as at,
             (${[Buffer.from([0, 255])]}::bytea[])[1] as bytes, to_jsonb(${[]}::int[]) as none`),
    {
      texts: ["a,b", '"\\{}', "null", "", null],
      grid: [
        [1, 2],
        [3, 4],
      ],
      ...{ flags: [true, false], at, bytes: Buffer.from([0, 255]), none: [] },
    },
  );
});

test("values of results have the types that JavaScript has for them; the rest is text", async () => {
  const row = await db.one(sql`
    select 1::int2 as small, 2::int4 as whole, 3::int8 as long, 0.5::float8 as fraction, 1.10::numeric as exact, true as flag,
           '2026-11-18'::date as day, '2026-11-18T01:02:03.456Z'::timestamptz as moment, '\\x00ff'::bytea as bytes,
           '{"a":[1]}'::json as json, '[null]'::jsonb as list, null::int as none, 'e02fd0e4-00fd-090a-ca30-0d00a0038ba0'::uuid as id`);
  assert.deepEqual(row, {
    ...{ small: 1, whole: 2, long: 3, fraction: 0.5, exact: "1.10", flag: true, day: "2026-11-18" },
    ...{ moment: new Date("2026-11-18T01:02:03.456Z"), bytes: Buffer.from([0, 255]), json: { a: [1] }, list: [null], none: null },
    id: "e02fd0e4-00fd-090a-ca30-0d00a0038ba0",
  });
});

test("what has no form is refused before it is sent", () => {
  assert.throws(() => encode(undefined, false), /is undefined/);
  assert.throws(() => encode([1, undefined], false), /is undefined/);
});
