import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { plainClient } from "../testing/plain_client.ts";
import { openDatabase } from "./database.ts";
import { dumpSchema } from "./schema_dump.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
});

afterEach(async () => {
  await database[Symbol.asyncDispose]();
});

/** Everything that the dump supports, and difficult cases: quoted names, circular keys, dropped columns. */
const SAMPLE = `
  create sequence numbers;
  create sequence small_numbers as integer;
  create table spaces (id bigint generated always as identity primary key, owner_id bigint, dropped text);
  alter table spaces drop dropped;
  create table people (
    space_id bigint not null references spaces on delete cascade,
    id bigint not null default nextval('numbers'),
    email text collate "C" not null,
    email_key text generated always as (lower(email)) stored,
    "Nick Name" text not null default 'Bob''s',
    amounts numeric(10,2)[],
    created_at timestamptz(3) not null default now(),
    primary key (space_id, id),
    unique nulls not distinct (space_id, email),
    constraint "Known Nick" check ("Nick Name" <> '' and email like '%@%')
  ) with (fillfactor = 80);
  alter table spaces add constraint spaces_owner foreign key (id, owner_id) references people (space_id, id)
    on delete set null (owner_id) deferrable initially deferred;
  comment on table people is 'Who''s who: "quoted"';
  comment on column people."Nick Name" is 'As friends say';
  create unique index people_by_email on people (lower(email)) include (id) where id > 7;
  create index people_by_day on people using hash (email);
  create function touch(p_id bigint, p_more text default 'Some') returns bigint language plpgsql set search_path from current as $touch$
    begin
      return p_id; -- Keeps its Capitals
    end $touch$;
  comment on function touch is 'One more';
  create trigger "People Touched" before update on people for each row execute function suppress_redundant_updates_trigger();
`;

const HEADER =
  "-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.\n\n";

const EXPECTED: Record<string, string> = {
  "sequences.sql": `create sequence numbers;

create sequence small_numbers as integer;
`,
  "tables/people.sql": `create table people (
  space_id bigint not null,
  id bigint not null default nextval('numbers'::regclass),
  email text collate "C" not null,
  email_key text generated always as (lower(email)) stored,
  "Nick Name" text not null default 'Bob''s'::text,
  amounts numeric(10,2)[],
  created_at timestamptz(3) not null default now(),
  constraint people_pkey primary key (space_id, id),
  constraint people_space_id_email_key unique nulls not distinct (space_id, email),
  constraint "Known Nick" check ("Nick Name" <> ''::text and email ~~ '%@%'::text),
  constraint people_space_id_fkey foreign key (space_id) references spaces(id) on delete cascade
) with (fillfactor = 80);
comment on table people is 'Who''s who: "quoted"';
comment on column people."Nick Name" is 'As friends say';
create index people_by_day on people using hash (email);
create unique index people_by_email on people (lower(email)) include (id) where id > 7;

create trigger "People Touched" before update on people for each row execute function suppress_redundant_updates_trigger();
`,
  "tables/spaces.sql": `create table spaces (
  id bigint not null generated always as identity,
  owner_id bigint,
  constraint spaces_pkey primary key (id),
  constraint spaces_owner foreign key (id, owner_id) references people(space_id, id) on delete set null (owner_id) deferrable initially deferred
);
`,
  "functions/touch.sql": `create function touch(p_id bigint, p_more text default 'Some'::text)
 returns bigint
 language plpgsql
 set search_path from current
as $function$
    begin
      return p_id; -- Keeps its Capitals
    end $function$;
comment on function touch(bigint,text) is 'One more';
`,
};

for (const schema of ["house", "select"]) {
  test(`a schema named ${schema} becomes text without its name`, async () => {
    await make(SAMPLE, schema);
    assert.deepEqual(await dump(schema), EXPECTED);
  });
}

for (const [what, script] of [
  ["function total", "create aggregate total(integer) (sfunc = int4pl, stype = integer)"],
  ["function clear", "create procedure clear() language plpgsql as 'begin end'"],
  ["table child", "create table parent (id int); create table child () inherits (parent)"],
  ["table parted", "create table parted (id int) partition by list (id)"],
  ["type span", "create type span as range (subtype = integer)"],
  ["type mood", "create type mood as enum ('ok')"],
  ["type pair", "create type pair as (a int)"],
  ["statistics object s", "create table t (a int, b int); create statistics s on a, b from t"],
  ["view v", "create view v as select 1 as one"],
  ["policy p", "create table t (a int); create policy p on t using (true)"],
  ["options of table t", "create table t (a int); alter table t enable row level security"],
  ["options of table t", "create unlogged table t (a int)"],
  ["options of sequence s", "create sequence s increment by 2"],
  ["options of sequence t_a_seq", "create table t (a int generated always as identity (start with 7))"],
  ["a comment on index i", "create table t (a int); create index i on t (a); comment on index i is 'x'"],
  ["a comment on constraint c", "create table t (a int constraint c check (a > 0)); comment on constraint c on t is 'x'"],
] as const) {
  test(`a dump that would lack ${what} is refused (${script.slice(0, 60)})`, async () => {
    await make(script, "house");
    await assert.rejects(dump("house"), new RegExp(`a schema dump cannot show .*${what}`));
  });
}

test("a schema that does not exist is named", async () => {
  await assert.rejects(dump("nowhere"), /there is no schema "nowhere"/);
});

async function make(script: string, schema: string): Promise<void> {
  await using client = await plainClient(database.url, { search_path: schema });
  await client.query(`create schema "${schema}"`);
  await client.query(script);
}

/** By path, without the common header. */
async function dump(schema: string): Promise<Record<string, string>> {
  const db = openDatabase({ url: database.url, schema: "public", name: "dump", maxConnections: 1 });
  try {
    const files = await dumpSchema(db, schema);
    for (const { path, text } of files) assert.ok(text.startsWith(HEADER), path);
    return Object.fromEntries(files.map(({ path, text }) => [path, text.slice(HEADER.length)]));
  } finally {
    await db.close();
  }
}
