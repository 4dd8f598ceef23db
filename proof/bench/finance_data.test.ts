// Benchmark spaces are as consistent as those that the service writes, and large enough to reveal bad plans.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lastOfMonth } from "../../finance/calendar/day.ts";
import { assertSumsAreRight } from "../../finance/integrity/testing.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../../finance/testing.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { statementsOf } from "./ceiling_statements.ts";
import { FEWEST_ROWS, type FilledSpace, fillSpace, QUIET_YEAR_ROWS } from "./finance_data.ts";

let finance: TestFinance;
let ana: TestMember;
let space: FilledSpace;
const db = () => finance.service.world.db;
const fill = (member: TestMember, seed: number) =>
  fillSpace(db(), { spaceId: member.spaceId, rows: FEWEST_ROWS, seed, today: "2026-01-31", now: finance.clock.now() });

before(async () => {
  finance = await startTestFinance();
  ana = await finance.member("ana@example.com");
  space = await fill(ana, 1);
});
after(() => finance[Symbol.asyncDispose]());

/** Without ids, which differ between spaces. */
const textOf = async ({ spaceId }: TestMember) => {
  const { text } = await db().one<{ text: string }>(sql`
    select md5(string_agg(concat_ws('|', date, amount_cents, paid, description, tags, occurrence), ',' order by id)) as text
      from transactions
     where space_id = ${spaceId}`);
  return text;
};

test("a filled space has exactly the rows that were asked for, about 800 a month, and its totals are right", async () => {
  await assertSumsAreRight(db(), ana.spaceId);
  const counted = await db().one<Record<string, number>>(sql`
    select count(*) as rows, count(parts) as split, count(*) filter (where date between '2025-06-01' and '2025-06-30') as june,
           count(*) filter (where oposite_account_id is not null) as legs, count(distinct account_id) as accounts,
           count(*) filter (where recurring) as fixed, count(*) filter (where total_installments > 1) as parts,
           count(distinct category_id) as categories, count(*) filter (where credit_card_id is not null) as bought,
           count(distinct credit_card_id) as cards, count(*) filter (where paid_credit_card_id is not null) as payments
      from transactions
     where space_id = ${ana.spaceId}`);
  const {
    rows,
    split = 0,
    june = 0,
    legs,
    accounts,
    fixed = 0,
    parts = 0,
    categories = 0,
    bought = 0,
    cards,
    payments,
  } = counted;
  assert.deepEqual([rows, legs, accounts, cards, payments], [FEWEST_ROWS, 360, 5, 3, 36]);
  assert.ok(june > 700 && june < 900 && fixed > 100 && parts > 100 && categories > 20, JSON.stringify(counted));
  assert.ok(bought > 2_400 && bought < 2_600, JSON.stringify(counted));
  assert.ok(split > 850 && split < 1_100, JSON.stringify(counted));
  assert.equal(space.months.at(-1), "2026-01-01");
});

test("spaces that end quietly have the same year to ask about, however much is before it", async () => {
  const endOf = async (rows: number) => {
    const member = await finance.member(`quiet${rows}@example.com`);
    const today = "2026-01-31";
    await fillSpace(db(), { spaceId: member.spaceId, rows, seed: 1, today, now: finance.clock.now(), endsQuietly: true });
    await assertSumsAreRight(db(), member.spaceId);
    return db().one<Record<string, number>>(sql`
      select count(*) as rows, count(*) filter (where date >= '2025-02-01') as quiet,
             count(*) filter (where date >= '2025-02-01' and total_installments > 1) as parts,
             count(*) filter (where date >= '2025-02-01' and credit_card_id is not null) as bought,
             count(*) filter (where date < '2025-02-01' and not paid) as overdue
        from transactions
       where space_id = ${member.spaceId}`);
  };
  const [short, long] = [await endOf(QUIET_YEAR_ROWS), await endOf(FEWEST_ROWS)];
  assert.deepEqual([short.rows, short.quiet, long.rows, long.overdue], [QUIET_YEAR_ROWS, QUIET_YEAR_ROWS, FEWEST_ROWS, 0]);
  assert.deepEqual([long.quiet, long.parts], [short.quiet, short.parts]);
  assert.deepEqual(long.bought, short.bought);
  await assert.rejects(endOf(QUIET_YEAR_ROWS + 1), RangeError);
});

test("the same seed fills a space with the same rows, another one with others", async () => {
  const [again, other] = [await finance.member("eva@example.com"), await finance.member("rui@example.com")];
  await fill(again, 1);
  await fill(other, 2);
  assert.equal(await textOf(again), await textOf(ana));
  assert.notEqual(await textOf(other), await textOf(ana));
});

test("every workload of finance can be run without the service, on a space that was filled", async () => {
  const card = space.cards[0];
  const member = {
    email: ana.email,
    months: space.months,
    accounts: [...space.accounts],
    invoice: `/credit_cards/${card}/invoices/312`,
  };
  const supplies = { databases: {} as never, sessions: [], linkTokens: [], members: [member] };
  const created: string[] = [];
  for (const [name, maker] of Object.entries(statementsOf)) {
    if (maker.service !== "finance") continue;
    if ("transactions" in maker) await (await maker.transactions(db(), supplies, 0, 1))();
    else assert.match((await maker.statements(db(), supplies, 0, 1, 1))()?.text ?? "", /select/i, name);
    created.push(name);
  }
  assert.ok(created.length >= 5);
});

test("lists, transfers, balances and invoices on a long space read no transactions but those of their period, by an index", async () => {
  const [month = ""] = space.months.slice(4);
  const days = `start_date=${month}&end_date=${lastOfMonth(month)}`;
  const [account, other] = space.accounts;
  const [card] = space.cards;
  const bought = { description: "Padaria", amount_cents: -1_250 };
  await db().run(sql`analyze`);
  const statements: Sql[] = [];
  db().observer = (statement) => void statements.push(statement);
  const transferReply = await ana.post("/transfers", { from_account_id: account, to_account_id: other, amount_cents: 5 });
  const path = `/transfers/${(transferReply.body as { id: number }).id}`;
  const replies = [
    transferReply,
    ...[await ana.get(path), await ana.put(path, { notes: "x" }), await ana.delete(path)],
    ...[await ana.get(`/transactions?${days}`), await ana.get(`/transfers?${days}&account_id=${account}`)],
    ...[await ana.get(`/balances?${days}`), await ana.get(`/balances?${days}&account_id=${account}&periodicity=monthly`)],
    await ana.get("/balances?start_date=2025-03-15&end_date=2025-12-10&periodicity=monthly"),
    ...[await ana.get(`/credit_cards/${card}/invoices?${days}`), await ana.get(`/credit_cards/${card}/invoices/305`)],
    ...[
      await ana.get(`/transactions?${days}&credit_card_id=${card}`),
      await ana.post("/transactions", { ...bought, credit_card_id: card }),
    ],
    await ana.post(`/credit_cards/${card}/invoices/305/payments`, { amount_cents: 5 }),
  ];
  db().observer = undefined;
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 201, 201],
  );
  const read = statements.filter(({ text }) => /\b(from|into|update) transactions\b/.test(text));
  // All except those that only write.
  assert.ok(read.length >= replies.length - 3, `${read.length} statements read transactions`);
  for (const statement of read) {
    const plan = await db().many<Record<string, string>>(sql`explain ${statement}`);
    const text = plan.map((line) => Object.values(line)[0]).join("\n");
    assert.doesNotMatch(text, /Seq Scan on transactions/, `${statement.text}\n${text}`);
  }
});
