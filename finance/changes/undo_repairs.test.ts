// What undos of earlier releases could leave behind: a card without days, a default that cannot be one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { FINANCE_MIGRATIONS } from "../main.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, type TransactionView } from "../transactions/testing.ts";

const finance = shareTestFinance();

const migration = readFileSync(`${FINANCE_MIGRATIONS.folder}/026_undo_repairs.sql`, "utf8").split(/;\n/);
const repair = async () => {
  for (const statement of migration) if (statement.trim()) await finance.service.world.db.run(trusted(statement));
};
const wrongIn = async ({ spaceId }: TestMember) =>
  (await checkBooks(finance.service.world.db, spaceId)).map(({ invariant, table }) => `${invariant} ${table}`);
const idOf = async (sending: ReturnType<TestMember["post"]>) => ((await sending).body as { id: number }).id;

interface Card {
  closing_day: number;
  due_day: number;
}

/** As such an undo left it, with its entry in the log, or without. */
async function loseDays({ spaceId }: TestMember, cardId: number, isLogged: boolean): Promise<void> {
  const { db } = finance.service.world;
  if (isLogged)
    await db.run(sql`
      insert into changes (space_id, version, n, post_id, at, user_id, action, entity, entity_id, before)
      select space_id, 1000, row_number() over (), gen_random_uuid(), now(), 1, 'delete', 'card_days', credit_card_id,
             to_jsonb(card_days) - 'space_id'
        from card_days where space_id = ${spaceId} and credit_card_id = ${cardId}`);
  await db.run(sql`delete from card_days where space_id = ${spaceId} and credit_card_id = ${cardId}`);
}

test("a card that has lost its days is read all the same, the ledger's check names it, and a change gives it new ones", async () => {
  const ana = await finance.member("ana@example.com");
  const card = await idOf(ana.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 12 }));
  const row = await create(ana, { description: "x", amount_cents: -100, date: "2026-01-04", credit_card_id: card });
  await create(ana, {
    description: "y",
    amount_cents: -1,
    credit_card_id: card,
    recurrence_attributes: { periodicity: "monthly" },
  });
  await loseDays(ana, card, false);
  assert.ok((await wrongIn(ana)).includes("FV-07 card_days"));
  const year = "start_date=2026-01-01&end_date=2026-12-31";
  const reads = ["", `/${card}`, `/${card}/invoices`, `/${card}/invoices/313`, `/${card}/invoices/313/explain`];
  for (const path of [
    ...reads.map((below) => `/credit_cards${below}`),
    "/overview",
    "/forecast",
    "/invoices",
    "/balances",
    "/exports?format=json",
    "/changes?since=1",
    ...["instalment", "invoice", "payment"].map((basis) => `/reports/net_worth?${year}&basis=${basis}`),
    "/transactions?start_date=2034-01-01&end_date=2034-12-31",
    `/transactions/${row.id}`,
  ]) {
    const { status, text } = await ana.get(path);
    assert.equal(status, 200, `${path}: ${text}`);
  }
  assert.equal((await ana.post("/transactions", { description: "z", amount_cents: -1, credit_card_id: card })).status, 201);
  const refused = await ana.put(`/credit_cards/${card}`, { name: "Outro" });
  assert.deepEqual(Object.keys((refused.body as { errors: object }).errors), ["closing_day", "due_day"], refused.text);
  const mended = await ana.put(`/credit_cards/${card}`, { closing_day: 5, due_day: 12 });
  assert.equal(mended.status, 200, mended.text);
  assert.deepEqual(await wrongIn(ana), []);
  const { credit_card_invoice_id: invoice } = (await ana.get(`/transactions/${row.id}`)).body as TransactionView;
  assert.equal(invoice, row.credit_card_invoice_id);
});

test("the migration gives cards back the days that the log holds, and leaves others as they are", async () => {
  const bia = await finance.member("bia@example.com");
  const card = await idOf(bia.post("/credit_cards", { name: "Um", closing_day: 5, due_day: 12 }));
  const other = await idOf(bia.post("/credit_cards", { name: "Dois", closing_day: 7, due_day: 14 }));
  await bia.put(`/credit_cards/${card}`, { closing_day: 20, due_day: 28 });
  await create(bia, { description: "x", amount_cents: -100, date: "2026-01-10", credit_card_id: card });
  await create(bia, { description: "x", amount_cents: -100, date: "2026-06-10", credit_card_id: card });
  await loseDays(bia, card, true);
  assert.deepEqual(await wrongIn(bia), ["FV-07 card_days"]);
  await repair();
  await repair();
  assert.deepEqual(await wrongIn(bia), []);
  const daysOf = async (id: number) => {
    const { closing_day: closing, due_day: due } = (await bia.get(`/credit_cards/${id}`)).body as Card;
    return [closing, due];
  };
  assert.deepEqual(
    [await daysOf(card), await daysOf(other)],
    [
      [20, 28],
      [7, 14],
    ],
  );
});

test("the ledger's check names a default that is archived or missing, and the migration moves it to the oldest open one", async () => {
  const { db } = finance.service.world;
  const breaks: [what: string, column: string, breakIt: (ids: { account: number; card: number }) => ReturnType<typeof sql>][] = [
    ["an archived account", "default_account_id", ({ account }) => sql`default_account_id = ${account}`],
    ["no account", "default_account_id", () => sql`default_account_id = null`],
    ["an archived card", "default_credit_card_id", ({ card }) => sql`default_credit_card_id = ${card}`],
    ["no card", "default_credit_card_id", () => sql`default_credit_card_id = null`],
  ];
  for (const [index, [what, column, breakIt]] of breaks.entries()) {
    const caio = await finance.member(`caio${index}@example.com`);
    await caio.post("/credit_cards", { name: "Aberto", closing_day: 5, due_day: 12 });
    const card = await idOf(caio.post("/credit_cards", { name: "Arquivado", closing_day: 5, due_day: 12, archived: true }));
    const account = await idOf(caio.post("/accounts", { name: "Arquivada", archived: true }));
    const columnOf = () => db.one(sql`select ${trusted(column)} as id from spaces where space_id = ${caio.spaceId}`);
    const before = await columnOf();
    await db.run(sql`update spaces set ${breakIt({ account, card })} where space_id = ${caio.spaceId}`);
    assert.deepEqual(await wrongIn(caio), ["FR-07 spaces"], what);
    await repair();
    assert.deepEqual(await wrongIn(caio), [], what);
    assert.deepEqual(await columnOf(), before, what);
  }
});
