// A check that cannot fail would pass everything: for each invariant the books are made wrong, and exactly that row must be named.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { ADD_SUMS } from "../post/functions.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { compareInvoices } from "./cards.ts";
import { checkBooks } from "./check_space.ts";
import type { Disagreement } from "./disagreement.ts";
import { listLooseReferences } from "./queries_references.ts";
import { bookRows, bookSeries, bookTransfer } from "./testing.ts";

let finance: TestFinance;
let ana: TestMember;
const db = () => finance.service.world.db;

/** What the planted faults are about. */
const ids = {
  first: 0,
  second: 0,
  row: 0,
  leg: 0,
  series: 0,
  fixed: 0,
  category: 0,
  card: 0,
  purchase: 0,
  payment: 0,
  budget: 0,
};

before(async () => {
  finance = await startTestFinance();
  ana = await finance.member("ana@example.com");
  const { spaceId } = ana;
  const create = async (path: string, body: object) => {
    const reply = await ana.post(path, body);
    assert.equal(reply.status, 201, reply.text);
    return (reply.body as { id: number }).id;
  };
  const space = await db().one<{ account: number; category: number }>(sql`
    select default_account_id as account, default_expenses_category_id as category from spaces where space_id = ${spaceId}`);
  Object.assign(ids, { first: space.account, category: space.category });
  ids.second = await create("/accounts", { name: "Segunda", opening_balance_cents: -7 });
  ids.series = await bookSeries(db(), spaceId, { kind: "installments", totalCents: -30 });
  [ids.row = 0] = await bookRows(db(), spaceId, [
    { amount_cents: -10, series_id: ids.series, occurrence: 1, tags: ["a"] },
    { amount_cents: -20, series_id: ids.series, occurrence: 2, paid: false },
    { amount_cents: 0, date: "2026-03-01" },
  ]);
  [ids.leg = 0] = await bookTransfer(db(), spaceId, { from: ids.second, to: ids.first, amount_cents: 5 });
  const fixed = await ana.post("/transactions", {
    description: "rent",
    amount_cents: -100,
    recurrence_attributes: { periodicity: "monthly" },
  });
  ids.fixed = (fixed.body as { recurrence_id: number }).recurrence_id;
  ids.budget = await create("/budgets", { category_id: ids.category, amount_cents: 1_000, year: 2026, month: 1 });
  await bookCard();
});

after(() => finance[Symbol.asyncDispose]());

/** A card of 5/10 with a purchase on 314, a pinned one on 316, a payment of 314, and one of 315 that is planned. */
async function bookCard(): Promise<void> {
  const { spaceId } = ana;
  const card = await ana.post("/credit_cards", { name: "Visa", closing_day: 5, due_day: 10 });
  ids.card = (card.body as { id: number }).id;
  const rows = await db().many<{ id: number }>(sql`
    insert into transactions (space_id, id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, paid_credit_card_id,
                              paid_credit_card_invoice_id, category_id, description, date, paid, amount_cents, created_at, updated_at)
    select ${spaceId}::bigint, nextval('transactions_id_seq'), account_id, credit_card_id, invoice, pinned, paid_card, paid_invoice,
           case when paid_card is null then default_expenses_category_id else payments_category_id end, 'card', date, paid, cents,
           now(), now()
      from spaces,
           (values (null::int, ${ids.card}::int, 314, false, null::int, null::int, '2026-03-05'::date, true, -4000),
                   (null, ${ids.card}, 316, true, null, null, '2026-03-05', true, -500),
                   (${ids.first}::int, null, null, false, ${ids.card}::int, 314, '2026-03-10', true, -3000),
                   (${ids.first}, null, null, false, ${ids.card}, 315, '2026-04-10', false, -9))
           as given (account_id, credit_card_id, invoice, pinned, paid_card, paid_invoice, date, paid, cents)
     where space_id = ${spaceId}
    returning id`);
  await db().run(sql`select ${trusted(ADD_SUMS.name)}(${spaceId}, 1, ${rows.map(({ id }) => id)}::bigint[])`);
  [ids.purchase, , ids.payment] = rows.map(({ id }) => id) as [number, number, number];
}

const brief = ({ invariant, table, key }: Disagreement) => {
  const values = Object.keys(key).sort();
  return `${invariant} ${table} ${values.map((name) => key[name]).join(" ")}`.trimEnd();
};

/** In a transaction without foreign keys and checks, which is undone. */
async function disagreementsAfter(statements: readonly Sql[], spaceId = ana.spaceId): Promise<Disagreement[]> {
  class Undone extends Error {}
  let disagreements: Disagreement[] = [];
  const planted = db().transaction(async (tx) => {
    await withoutConstraints(tx);
    for (const statement of statements) assert.ok((await tx.run(statement)) > 0, statement.text);
    disagreements = await checkBooks(tx, spaceId);
    throw new Undone();
  });
  await assert.rejects(planted, Undone);
  return disagreements;
}

async function withoutConstraints(tx: Db): Promise<void> {
  await tx.run(sql`set local session_replication_role = replica`);
  const checks = await tx.many<{ name: string }>(sql`
    select conname::text as name from pg_constraint where conrelid = 'transactions'::regclass and contype = 'c'`);
  for (const { name } of checks) await tx.run(trusted(`alter table transactions drop constraint "${name}"`));
}

test("books whose sums were kept are right, and so are those of a space that has just begun", async () => {
  assert.deepEqual(await checkBooks(db(), ana.spaceId), []);
  const eva = await finance.member("eva@example.com");
  assert.deepEqual(await checkBooks(db(), eva.spaceId), []);
});

const of = (table: string, rest: Sql) => (change: Sql) =>
  sql`update ${trusted(table)} set ${change} where space_id = ${ana.spaceId} and ${rest}`;
const row = (id: number) => of("transactions", sql`id = ${id}`);
const account = (id: number) => of("accounts", sql`id = ${id}`);
const always = sql`true`;

/** What is done to the books, and all that must be named then. What is read from a sum that is wrong is wrong, too. */
const PLANTED: Record<string, () => [statements: Sql[], named: string[]]> = {
  "FV-01: the total of a series": () => [
    [of("series", sql`id = ${ids.series}`)(sql`total_cents = -31`)],
    [`FV-01 series ${ids.series}`],
  ],
  "FV-02: a sum of a month": () => [
    [of("account_months", sql`account_id = ${ids.second}`)(sql`paid_moved_out = paid_moved_out - 1`)],
    [`FV-02 account_months ${ids.second} 2026-01-01`, `FV-11 balances ${ids.second} 2026-01-01`],
  ],
  "FV-02: a month that is lost": () => [
    [sql`delete from account_months where space_id = ${ana.spaceId} and account_id = ${ids.second}`],
    [`FV-02 account_months ${ids.second} 2026-01-01`, `FV-11 balances ${ids.second} 2026-01-01`],
  ],
  "FV-02: a month that nothing happened in": () => [
    [
      sql`insert into account_months values (${ana.spaceId}, ${ids.second}, '2020-01-01', 1, 0, 0, 0, 0, 0, 0, 0)`,
      sql`insert into account_years values (${ana.spaceId}, ${ids.second}, 2020, 1, 0)`,
    ],
    [
      `FV-02 account_months ${ids.second} 2020-01-01`,
      `FV-02 account_years ${ids.second} 2020`,
      `FV-02 accounts 2026-01-15 ${ids.second}`,
    ],
  ],
  "FV-02: a sum of a year": () => [
    [of("account_years", sql`account_id = ${ids.second}`)(sql`unpaid_cents = unpaid_cents + 1`)],
    [`FV-02 account_years ${ids.second} 2026`],
  ],
  "FV-03: the date of one leg": () => [
    [row(ids.leg)(sql`date = '2026-01-16'`)],
    [`FV-03 transactions ${ids.leg}`, `FV-03 transactions ${ids.leg + 1}`],
  ],
  "FV-03: a leg that points at another row": () => [
    [row(ids.leg)(sql`oposite_transaction_id = ${ids.row}`)],
    [`FV-03 transactions ${ids.leg}`, `FV-03 transactions ${ids.leg + 1}`],
  ],
  "FV-04: the amount of an invoice": () => [
    [of("card_invoices", sql`invoice = 316`)(sql`amount_cents = amount_cents + 1`)],
    [`FV-04 card_invoices ${ids.card} 316`, `FV-04 invoices ${ids.card} 316`],
  ],
  "FV-04: a payment that is planned and counted": () => [
    [of("card_invoices", sql`invoice = 314`)(sql`payments = 2`)],
    [`FV-04 card_invoices ${ids.card} 314`],
  ],
  "FV-06: a payment that is not counted, so that its invoice carries nothing": () => [
    [of("card_invoices", sql`invoice = 314`)(sql`payments = 0`)],
    [`FV-04 card_invoices ${ids.card} 314`, `FV-06 invoices ${ids.card} 315`],
  ],
  "FV-07: a purchase on an invoice that does not hold its date": () => [
    [of("card_days", sql`credit_card_id = ${ids.card}`)(sql`closing_day = 4`)],
    [`FV-07 transactions ${ids.purchase}`],
  ],
  "FV-07: a card without days": () => [
    [sql`delete from card_days where space_id = ${ana.spaceId}`],
    [`FV-07 card_days ${ids.card}`],
  ],
  "FV-07: a purchase on no invoice": () => [
    [row(ids.purchase)(sql`credit_card_invoice_id = null`)],
    [
      `FV-07 transactions ${ids.purchase}`,
      `FV-04 card_invoices ${ids.card} 314`,
      `FV-04 card_invoices ${ids.card}`,
      `FV-04 invoices ${ids.card} 314`,
      `FV-06 invoices ${ids.card} 315`,
    ],
  ],
  "FV-09: an account that the space does not have": () => [
    [of("credit_cards", always)(sql`payment_account_id = 2147483647`)],
    [`FV-09 credit_cards ${ids.card}`],
  ],
  "FV-10: a sum of a category": () => [
    [of("category_months", sql`month = '2026-01-01'`)(sql`unpaid_cents = unpaid_cents - 1`)],
    [`FV-10 category_months ${ids.category} 2026-01-01`, `FV-10 budgets ${ids.budget}`],
  ],
  "FV-11: uses of a tag": () => [[of("tags", always)(sql`uses = 2`)], ["FV-11 tags a"]],
  "FV-11: a tag that nothing has": () => [
    [sql`insert into tags (space_id, name, uses) values (${ana.spaceId}, 'b', 1)`],
    ["FV-11 tags b"],
  ],
  "FC-08: the turnover": () => [[of("spaces", always)(sql`turnover_cents = turnover_cents + 1`)], ["FC-08 spaces"]],
  "FC-08: an opening amount": () => [[account(ids.second)(sql`opening_cents = 8`)], ["FC-08 spaces"]],
  "FI-08: a fixed series that lacks rows": () => [
    [of("series", sql`id = ${ids.fixed}`)(sql`anchor_date = anchor_date - 40`)],
    [`FI-08 series ${ids.fixed}`],
  ],
  "FI-08: a series that would make a row again": () => [
    [of("series", sql`id = ${ids.series}`)(sql`last_occurrence = 1`)],
    [`FI-08 series ${ids.series}`],
  ],
  "FR-07: a default account that is archived": () => [[account(ids.first)(sql`archived = true`)], [`FR-07 spaces ${ids.first}`]],
  "FR-07: no default account": () => [[of("spaces", always)(sql`default_account_id = null`)], ["FR-07 spaces"]],
  "FR-07: a default card that is archived": () => [
    [of("credit_cards", always)(sql`archived = true`)],
    [`FR-07 spaces ${ids.card}`],
  ],
  "FR-07: no default card": () => [[of("spaces", always)(sql`default_credit_card_id = null`)], ["FR-07 spaces"]],
  "FR-07: a default category of another kind": () => [
    [of("categories", sql`id = ${ids.category}`)(sql`kind = 'earnings'`)],
    [`FR-07 spaces ${ids.category}`],
  ],
};

for (const [what, plant] of Object.entries(PLANTED)) {
  test(`it is found, and nothing else is: ${what}`, async () => {
    const [statements, named] = plant();
    const disagreements = await disagreementsAfter(statements);
    assert.deepEqual(disagreements.map(brief).sort(), [...named].sort(), JSON.stringify(disagreements));
  });
}

test("a row that is changed behind the sums is in all of them, with what is recorded and what it comes to", async () => {
  const disagreements = await disagreementsAfter([row(ids.row)(sql`amount_cents = -11`)]);
  const [series] = disagreements.filter(({ invariant }) => invariant === "FV-01");
  assert.deepEqual([series?.recorded, series?.computed], [-30, -31]);
  assert.deepEqual([...new Set(disagreements.map(({ invariant }) => invariant))].sort(), [
    "FC-08",
    "FV-01",
    "FV-02",
    "FV-10",
    "FV-11",
  ]);
});

test("what is wrong in a space is not said of another", async () => {
  const other = await finance.member("rui@example.com");
  assert.deepEqual(await disagreementsAfter([of("tags", always)(sql`uses = 2`)], other.spaceId), []);
});

test("invoices that were computed wrong are named: what is carried, what is left, and one that is read alone", () => {
  const truths = [
    { credit_card_id: 7, invoice: 314, amount_cents: -100, payment_cents: -90, payments: 1 },
    { credit_card_id: 7, invoice: 315, amount_cents: -20, payment_cents: 0, payments: 0 },
  ];
  const views = [
    { number: 314, previousCents: 0, amountCents: -100, paymentCents: -90, balanceCents: -10 },
    { number: 315, previousCents: -10, amountCents: -20, paymentCents: 0, balanceCents: -30 },
    { number: 316, previousCents: 0, amountCents: 0, paymentCents: 0, balanceCents: 0 },
  ];
  const [, second, third] = views as [object, (typeof views)[0], (typeof views)[0]];
  const disagreementsOf = (all: typeof views, alone: typeof views = []) => compareInvoices(1, 7, all, alone, truths).map(brief);
  assert.deepEqual(disagreementsOf(views, [third]), []);
  assert.deepEqual(disagreementsOf([{ ...views[0], balanceCents: -11 } as (typeof views)[0], second, third]), [
    "FV-05 invoices 7 314",
  ]);
  assert.deepEqual(disagreementsOf(views, [{ ...third, previousCents: -30, balanceCents: -30 }]), ["FV-06 invoices 7 316"]);
  const nothingCarried = { ...second, previousCents: 0, balanceCents: -20 };
  assert.deepEqual(disagreementsOf([views[0] as (typeof views)[0], nothingCarried, third]), ["FV-06 invoices 7 315"]);
  assert.deepEqual(disagreementsOf([views[0] as (typeof views)[0], { ...second, amountCents: -21, balanceCents: -31 }, third]), [
    "FV-04 invoices 7 315",
  ]);
});

test("no foreign key could cross from one space to another, and one that could is found", async () => {
  assert.deepEqual(await listLooseReferences(db()), []);
  class Undone extends Error {}
  const planted = db().transaction(async (tx) => {
    await tx.run(sql`alter table users add constraint crossing unique (id, space_id)`);
    await tx.run(sql`alter table budgets add column owner int, add constraint owned foreign key (owner) references users (id)`);
    assert.deepEqual(await listLooseReferences(tx), [{ table: "budgets", name: "owned" }]);
    throw new Undone();
  });
  await assert.rejects(planted, Undone);
});
