// No statement of the service may read a large table whole. Every statement that a walk through the routes sends is explained.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Sql, sql, trusted } from "../kernel/sql/sql.ts";
import { recordingLog } from "../kernel/testing/log.ts";
import { ONLY_SENDS } from "../kernel/testing/only_sends.ts";
import { extendAll } from "./extension/extend.ts";
import { bookRows } from "./integrity/testing.ts";
import { buildSpaceMonths } from "./months/build_space_months.ts";
import { COLUMNS, TABLE_NAMES, TABLES, type TableName } from "./tables/tables.ts";
import { explain, explainForAnyValues, explainRun, lineOf, nodesOf, OF_SPACE, type Plan, statementsOf } from "./testing/plans.ts";
import { quickClient, TRUSTING } from "./testing/quick_client.ts";
import { spaceTables } from "./testing/space_tables.ts";
import { walkEveryRoute } from "./testing/walk.ts";
import { shareTestFinance, type TestFinance, type TestMember } from "./testing.ts";
import { deliverWebhooks } from "./webhooks/testing.ts";

const OTHER_SPACES = ONLY_SENDS ? 8 : 800;
const OWN_ROWS = ONLY_SENDS ? 5_000 : 10_000;

const finance = shareTestFinance(TRUSTING);
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  await fill(finance);
  for (let booked = 0; booked < OWN_ROWS; booked += 5_000)
    await bookRows(finance.service.world.db, ana.spaceId, ownRows(booked, 5_000));
  await unhurried(finance, sql`analyze`);
});

/** Of all tables at once, which may take longer than a request may. */
async function unhurried({ service: { world } }: TestFinance, step: Sql): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(step);
  });
}

/** Ten years of them. */
function ownRows(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    amount_cents: from + index + 1,
    date: new Date(Date.UTC(2017, 0, 1) + Math.floor((from + index) * 0.36) * 86_400_000).toISOString().slice(0, 10),
    tags: [`tag ${index % 50}`],
  }));
}

/** Many small spaces, as a service has them. */
async function fill(filled: TestFinance): Promise<void> {
  const spaces = sql`generate_series(1000001, ${1_000_000 + OTHER_SPACES}::int) as space`;
  const months = sql`generate_series('2026-01-01'::date, '2026-12-01', '1 month') as month`;
  const steps: Sql[] = [
    ...peopleOf(spaces),
    ...moneyOf(spaces, months),
    ...cardsOf(spaces, months),
    ...importsOf(spaces),
    ...goalsOf(spaces),
    ...filesOf(spaces),
  ];
  const isFilled = (table: string) => steps.some(({ text }) => text.includes(`insert into ${table} `));
  steps.push(...TABLE_NAMES.filter((table) => !isFilled(table)).map((table) => fillDeclared(table, spaces)));
  for (const step of steps) await unhurried(filled, step);
}

const peopleOf = (spaces: Sql) => [
  sql`insert into spaces (space_id, time_zone, extended_through, created_at) select space, 'UTC', '2028-01-31', now() from ${spaces}`,
  sql`insert into users (auth_user_id, space_id, name, email, role, locale, created_at, updated_at)
      select gen_random_uuid(), space, 'x', 'x', 'admin', 'en', now(), now() from ${spaces}`,
  sql`insert into api_tokens (user_id, name, scope, token_hash, created_at)
      select id, 'x', 'read', decode(md5(id::text), 'hex'), now() from users`,
  sql`insert into members (space_id, user_id, role, created_at)
      select space_id, id + n, 'editor', now() from users, generate_series(1, 2) as n where id + n in (select id from users)`,
  sql`insert into invitations (space_id, email, role, invited_by, created_at, expires_at, sent_at)
      select space_id, 'x', 'editor', id, now(), now(), now() from users, generate_series(1, 2) as n`,
  sql`insert into further_spaces (space_id, name, made_by, created_at)
      select space_id + 1000000000, 'x', id, now() from users`,
  sql`insert into webhooks (id, space_id, user_id, url, with_records, enabled, secret, secret_at, version, n, created_at, updated_at)
      select nextval('webhooks_id_seq'), space_id, id, 'https://localhost/', false, false, '', now(), 0, 0, now(), now() from users`,
  sql`insert into webhook_deliveries (space_id, webhook_id, message_id, type, asked, state, created_at)
      select space_id, id, m::text, 'x', false, 'delivered', now() from webhooks, generate_series(1, 5) as m`,
  sql`insert into notices (space_id, type, subject, created_at)
      select space_id, 'x', m, now() from users, generate_series(1, 5) as m`,
];

const moneyOf = (spaces: Sql, months: Sql) => [
  sql`insert into accounts (space_id, id, name, type, created_at, updated_at)
      select space, space * 10 + n, 'x', 'other', now(), now() from ${spaces}, generate_series(0, 2) as n`,
  sql`insert into categories (space_id, id, name, color, kind, uuid, created_at, updated_at)
      select space, space * 10 + n, 'x', '000000', 'expenses', repeat('0', 40), now(), now() from ${spaces}, generate_series(0, 9) as n`,
  sql`insert into series (space_id, id, kind, periodicity, total_installments, anchor_date, anchor_occurrence, last_occurrence, account_id,
                          category_id, description, amount_cents, tags, created_at, updated_at)
      select space, nextval('series_id_seq'), 'fixed', 'monthly', 1, '2026-01-01', 1, 24, space * 10, space * 10, 'x', 1, '{}', now(), now()
        from ${spaces}, generate_series(0, 4) as n`,
  sql`insert into transactions (space_id, id, account_id, category_id, parts, description, date, paid, amount_cents, created_at, updated_at)
      select space, nextval('transactions_id_seq'), space * 10 + n % 3, space * 10 + n % 10,
             case when n % 10 = 0 then jsonb_build_array(
               jsonb_build_object('tags', '[]'::jsonb, 'category_id', space * 10, 'description', 'x', 'amount_cents', 2),
               jsonb_build_object('tags', '[]'::jsonb, 'category_id', space * 10 + 1, 'description', null, 'amount_cents', -1)) end,
             'x', '2026-01-01'::date + n * 5, true, 1, now(), now()
        from ${spaces}, generate_series(0, 29) as n`,
  sql`insert into account_months
      select space, space * 10 + n, month, 1, 1, 1, 1, 1, 1, 1, 1 from ${spaces}, generate_series(0, 2) as n, ${months}`,
  sql`insert into account_years
      select space, space * 10 + n, year, 1, 1 from ${spaces}, generate_series(0, 2) as n, generate_series(2020, 2029) as year`,
  sql`insert into category_months select space, space * 10 + n, month, 1, 1 from ${spaces}, generate_series(0, 9) as n, ${months}`,
  sql`insert into account_space_months
      select space, space * 10 + n, month, 1, 1, 1, 1, 1, 1, 1, 1 from ${spaces}, generate_series(0, 2) as n, ${months}`,
  sql`insert into category_space_months select space, space * 10 + n, month, 1, 1 from ${spaces}, generate_series(0, 9) as n, ${months}`,
  sql`insert into tags select space, n::text, 1 from ${spaces}, generate_series(0, 9) as n`,
  sql`insert into changes (space_id, version, n, post_id, at, user_id, request_id, action, entity, entity_id)
      select space, n, 0, gen_random_uuid(), now(), 1, 'x', 'create', 'transaction', n from ${spaces}, generate_series(0, 19) as n`,
  sql`insert into staged_changes
      select space, gen_random_uuid(), n, '{}', now() from ${spaces}, generate_series(0, 4) as n`,
  sql`insert into idempotency_keys select space, n::text, '', 201, '', now() from ${spaces}, generate_series(0, 9) as n`,
];

const cardsOf = (spaces: Sql, months: Sql) => [
  sql`insert into credit_cards (space_id, id, name, created_at, updated_at)
      select space, space * 10 + 5 + n, 'x', now(), now() from ${spaces}, generate_series(0, 1) as n`,
  sql`insert into card_days select space, space * 10 + 5 + n, -1200, 5, 10 from ${spaces}, generate_series(0, 1) as n`,
  sql`insert into card_invoices select space, space * 10 + 5, n, -1, -1, 1 from ${spaces}, generate_series(312, 323) as n`,
  sql`insert into transactions (space_id, id, credit_card_id, credit_card_invoice_id, category_id, description, date, paid, amount_cents,
                                created_at, updated_at)
      select space, nextval('transactions_id_seq'), space * 10 + 5, 312 + n, space * 10 + n % 10, 'x', '2026-01-01'::date + n * 30, true, -1, now(), now()
        from ${spaces}, generate_series(0, 11) as n`,
  sql`insert into budgets (space_id, id, category_id, date, activity_type, amount_cents)
      select space, nextval('budgets_id_seq'), space * 10, month, 0, 1 from ${spaces}, ${months}`,
  sql`insert into invoice_checks (space_id, id, credit_card_id, invoice, transaction_ids, created_at, updated_at)
      select space, (space * 10 + 5)::bigint * 2048 + n + 120, space * 10 + 5, n, '{1}', now(), now()
        from ${spaces}, generate_series(312, 323) as n`,
];

const goalsOf = (spaces: Sql) => [
  sql`insert into goals (space_id, id, name, target_cents, started_on, created_at, updated_at)
      select space, space * 10 + n, 'x', 1, '2026-01-01', now(), now() from ${spaces}, generate_series(0, 4) as n`,
  sql`insert into goal_moves (space_id, id, goal_id, account_id, amount_cents, date, position, transaction_id, created_at)
      select space, n, space * 10, space * 10, -1, '2026-01-01', n, case when n % 2 = 0 then n end, now()
        from ${spaces}, generate_series(1, 20) as n`,
];

const filesOf = (spaces: Sql) => [
  sql`insert into attachment_files (space_id, id, sha256, media_type, size_bytes, chunks, created_at, kept_until)
      select space, md5(concat(space, ' ', n))::uuid, n::text, 'image/png', 1, 2, now(), now() from ${spaces}, generate_series(1, 5) as n`,
  sql`insert into attachment_chunks (space_id, file_id, n, bytes)
      select space_id, id, n, 'x' from attachment_files, generate_series(0, 1) as n`,
];

const importsOf = (spaces: Sql) => [
  sql`insert into imports (space_id, id, account_id, state, sha256, statement, lines, about, created_at, updated_at)
      select space, n, space * 10, case when n < 3 then 'preview' else 'applied' end, n::text, 1, 1, '{}', now(), now()
        from ${spaces}, generate_series(1, 9) as n`,
  sql`insert into import_lines (space_id, import_id, n, line, verdict, reason, sure)
      select space, n, m, '{}', 'new', 'new', true from ${spaces}, generate_series(1, 9) as n, generate_series(1, 5) as m`,
  sql`insert into source_links (space_id, id, import_id, line, account_id, content_key, day, amount_cents, description, transaction_id, made)
      select space, n, 3, n, space * 10, n::text, '2026-01-01'::date + n, 1, 'x', n, true from ${spaces}, generate_series(1, 20) as n`,
];

/** Rows that differ by their number, and refer to the first of what each space has. */
function fillDeclared(table: TableName, spaces: Sql): Sql {
  const values = Object.entries(TABLES[table].columns).map(([, { kind, refersTo }]) =>
    refersTo === undefined ? VALUES[kind.type] : "space * 10",
  );
  return sql`
    insert into ${trusted(table)} (space_id, ${trusted(COLUMNS[table].join(", "))})
    select space, ${trusted(values.join(", "))} from ${spaces}, generate_series(1, 5) as n`;
}

const VALUES: Readonly<Record<string, string>> = {
  text: "n::text",
  integer: "n",
  bigint: "n",
  boolean: "false",
  date: "'2026-01-01'::date + n",
  timestamptz: "now()",
  jsonb: "'{}'",
  "text[]": "'{}'",
};

test("no statement reads a large table whole, as it is sent or as a connection that knows it may run it", async () => {
  const { db } = finance.service.world;
  const large = [...(await spaceTables(db)), "api_tokens"];
  const wholeReads = (plan: Plan) =>
    nodesOf(plan)
      .filter((node) => node["Node Type"].includes("Seq Scan"))
      .map((node) => node["Relation Name"] as string)
      .filter((table) => large.includes(table));
  const planted = sql`select id from transactions where space_id = ${ana.spaceId} and lower(description) = ${"x"} union all
                      select id from categories where name = ${"x"}`;
  assert.deepEqual(wholeReads(await explain(db, planted)).at(-1), "categories", "the check itself must be able to fail");
  assert.deepEqual(wholeReads(await explainForAnyValues(db, planted)).at(-1), "categories");
  for (const table of large) {
    const { count } = await db.one<{ count: number }>(sql`select count(*) from ${trusted(table)}`);
    assert.ok(count >= OTHER_SPACES, `${table} is small here, so nothing can be said of its plans: fill it above`);
  }
  const statements = await statementsOf(db, async () => {
    await walk();
    // Their sums are not built in a walk.
    assert.equal((await ana.put("/spaces/months", { start_day: 5 })).status, 200);
    await buildSpaceMonths(db, ana.spaceId);
    for (const path of OF_SPACE) assert.equal((await ana.get(path)).status, 200, path);
  });
  assert.ok(statements.length >= 60, `only ${statements.length} statements were seen`);
  if (ONLY_SENDS) return;
  const offences: string[] = [];
  for (const statement of statements) {
    const tables = [await explain(db, statement), await explainForAnyValues(db, statement)].map(wholeReads);
    for (const [index, tableName] of tables.entries())
      if (tableName.length > 0)
        offences.push(`${index ? "for any values" : "as sent"}, ${tableName.join(", ")}: ${lineOf(statement).slice(0, 300)}`);
  }
  assert.deepEqual(offences, []);
});

test("many rows of a space that the statistics do not know are each found by their key", async () => {
  const { db } = finance.service.world;
  const carla = await finance.member("carla@example.com");
  const daily = { amount_cents: -450, date: "2026-01-01", recurrence_attributes: { periodicity: "daily" } };
  const coffee = await carla.post("/transactions", { description: "coffee", ...daily });
  const card = await carla.post("/credit_cards", { name: "card", closing_day: 5, due_day: 10 });
  const { id: cardId } = card.body as { id: number };
  await carla.post("/transactions", { description: "lunch", ...daily, credit_card_id: cardId });
  const statements = await statementsOf(db, async () => {
    const changed = await carla.put(`/transactions/${(coffee.body as { id: number }).id}`, {
      description: "tea",
      update_all: true,
    });
    assert.equal(changed.status, 200, changed.text);
    const days = { closing_day: 20, due_day: 28, update_invoices_since: "2026-01-01" };
    assert.equal((await carla.put(`/credit_cards/${cardId}`, days)).status, 200);
  });
  const writes = statements.filter(({ text }) => /update transactions/.test(text));
  assert.equal(writes.length, 1);
  const misplaced = sql`
    update transactions set credit_card_invoice_id = credit_card_invoice_id + 1 where space_id = ${carla.spaceId} and credit_card_id = ${cardId}`;
  for (const write of writes) {
    const nodes = nodesOf(await explainRun(db, misplaced, write));
    const scans = nodes.filter((node) => node["Relation Name"] === "transactions" && node["Node Type"].includes("Scan"));
    const touched = scans.reduce((sum, node) => sum + Number(node["Actual Rows"]) * Number(node["Actual Loops"]), 0);
    assert.ok(touched > 300, `${touched} rows were touched`);
    if (ONLY_SENDS) continue;
    const inVain = nodes.reduce((sum, node) => sum + Number(node["Rows Removed by Join Filter"] ?? 0), 0);
    assert.ok(inVain < touched, `${inVain} rows were compared in vain to touch ${touched}: ${lineOf(write).slice(0, 300)}`);
  }
});

/** Every route, every way in, a user who is new, and a night in which fixed series grow. */
async function walk(): Promise<void> {
  const { db } = finance.service.world;
  const guest = await finance.member("guest@example.com");
  await walkEveryRoute({ ...ana, ...quickClient(finance.port, ana.authorization) }, finance, guest);
  await ana.basic.get("/users/me");
  const bruno = await finance.member("bruno@example.com");
  await bruno.post("/transactions", { description: "rent", recurrence_attributes: { periodicity: "monthly" } });
  finance.clock.advance(40 * 86_400);
  await extendAll(db, recordingLog(), finance.clock.now);
  await deliverWebhooks(finance);
}
