// Migrations run on a cluster too: new tables must be distributed, and DDL is limited to what Citus supports.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { FINANCE_MIGRATIONS } from "./main.ts";
import { COORDINATOR_TABLES } from "./tables/tables.ts";

/** Tables are distributed from this one on; those before it ran on one machine. */
const FIRST_ON_A_CLUSTER = "008";

/** What of a migration would fail on a cluster, or leave something on the coordinator. */
function offencesOf(text: string): string[] {
  const statements = text
    .replace(/--.*$/gm, "")
    .replace(/\$\$.*?\$\$/gs, "")
    .split(";")
    .map((each) => each.trim().replace(/\s+/g, " "));
  return statements.flatMap((statement, index) => {
    const later = statements.slice(index + 1);
    const table = /^create table (\w+)/i.exec(statement)?.[1];
    if (table !== undefined && /\bspace_id\b/.test(statement) && !COORDINATOR_TABLES.includes(table)) {
      return [
        ...(later.some((each) => each === `select distribute_table('${table}')`) ? [] : [`${table} is not distributed`]),
        ...(/\breferences\b/i.test(statement) ? [`${table} refers to another table before it is distributed`] : []),
      ];
    }
    const post = /^create (?:or replace )?function (post_\d+)/i.exec(statement)?.[1];
    if (post !== undefined && !later.some((each) => each.startsWith(`select distribute_function('${post}(`)))
      return [`${post} is not distributed`];
    const parts = statement.replace(/\([^()]*\)/g, "").split(",");
    if (/^alter table/i.test(statement) && parts.length > 1) return [`several changes in one: ${statement}`];
    return [];
  });
}

for (const file of readdirSync(FINANCE_MIGRATIONS.folder).filter((name) => name >= FIRST_ON_A_CLUSTER))
  test(`${file} runs on a cluster`, () => {
    assert.deepEqual(offencesOf(readFileSync(`${FINANCE_MIGRATIONS.folder}/${file}`, "utf8")), []);
  });

test("what would not run on a cluster is seen", () => {
  const planted: [migration: string, offences: string[]][] = [
    ["create table goals (space_id bigint not null, id bigint);", ["goals is not distributed"]],
    [
      "create table goals (space_id bigint references spaces);\nselect distribute_table('goals');",
      ["goals refers to another table before it is distributed"],
    ],
    ["create table goals (space_id bigint);\nselect distribute_table('goals');", []],
    ["create table goals (id bigint);", []],
    [
      "alter table a add column b int, add column c int;",
      ["several changes in one: alter table a add column b int, add column c int"],
    ],
    ["alter table a add constraint b unique (c, d);", []],
    ["create function post_9(p_space bigint) returns void language sql as $$ select 1; $$;", ["post_9 is not distributed"]],
  ];
  for (const [migration, offences] of planted) assert.deepEqual(offencesOf(migration), offences, migration);
});
