// Which invoice a purchase is on, whatever the days of its card were and become: the statements and the pure rule say the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { untilLockWait } from "../../kernel/testing/lock_waits.ts";
import {
  changeDays,
  type DayHistory,
  FIRST_CARD_DAY,
  FIRST_INVOICE,
  FIRST_KEPT_INVOICE,
  invoiceOn,
  LAST_CARD_DAY,
  LAST_KEPT_INVOICE,
  periodOf,
} from "../billing/cycle.ts";
import { addDays } from "../calendar/day.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { quickClient, TRUSTING } from "../testing/quick_client.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { fingerprint, list, statementsOf, wrongFields } from "../transactions/testing.ts";
import { buy, changeCard, invoicesOf, newCard, pay, read } from "./testing.ts";

const finance = shareTestFinance(TRUSTING);
let members = 0;

const db = () => finance.service.world.db;
async function someone(): Promise<TestMember> {
  const member = await finance.member(`days${++members}@example.com`);
  return { ...member, ...quickClient(finance.port, member.authorization) };
}

const day = fc.integer({ min: 1, max: 31 });
const history = fc
  .tuple(
    day,
    day,
    fc.array(fc.record({ fromInvoice: fc.integer({ min: 300, max: 330 }), closingDay: day, dueDay: day }), { maxLength: 6 }),
  )
  .map(([closingDay, dueDay, changes]) =>
    changes.reduce<DayHistory>(changeDays, [{ fromInvoice: FIRST_INVOICE, closingDay, dueDay }]),
  );

test("each day is on the invoice whose period holds it, over random histories of days", () => {
  const days = Array.from({ length: 1_000 }, (_, index) => addDays("2024-11-01", index));
  for (const entries of fc.sample(history, { seed: 6, numRuns: 60 }))
    for (const each of days) {
      const { starting, closing } = periodOf(entries, invoiceOn(entries, each));
      assert.ok(starting <= each && each <= closing, `${each} ${JSON.stringify(entries)}`);
    }
});

test("a purchase on a day that cards keep is on an invoice that is kept, for all 961 pairs of days", () => {
  for (let closingDay = 1; closingDay <= 31; closingDay++)
    for (let dueDay = 1; dueDay <= 31; dueDay++) {
      const days = [{ fromInvoice: FIRST_INVOICE, closingDay, dueDay }];
      assert.ok(invoiceOn(days, FIRST_CARD_DAY) >= FIRST_KEPT_INVOICE && invoiceOn(days, LAST_CARD_DAY) <= LAST_KEPT_INVOICE);
    }
});

const WORKED: [day: string, closing: number, due: number, invoice: number][] = [
  ["2026-03-05", 5, 10, 314],
  ["2026-03-06", 5, 10, 315],
  ["2026-01-25", 25, 5, 313],
  ["2026-01-26", 25, 5, 314],
  ["2026-02-28", 31, 7, 314],
  ["2026-03-01", 31, 7, 315],
  ["2015-09-06", 4, 17, 189],
  ["2026-02-28", 30, 31, 313],
  ["2026-02-20", 20, 20, 314],
];

test("POST /transactions puts purchases of the worked table on their invoices", async () => {
  const ana = await someone();
  for (const [date, closing_day, due_day, invoice] of WORKED) {
    const card = await newCard(ana, { closing_day, due_day });
    assert.equal((await buy(ana, card.id, date)).credit_card_invoice_id, invoice, `${date} ${closing_day}/${due_day}`);
  }
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /credit_cards/:id with update_invoices_since moves purchases by their dates, as in the worked example", async () => {
  const ana = await someone();
  const card = await newCard(ana, { closing_day: 2, due_day: 15 });
  const dates = ["2015-06-02", "2015-06-03", "2015-07-03", "2015-07-05"];
  const rows = [];
  for (const date of dates) rows.push(await buy(ana, card.id, date));
  assert.deepEqual(invoicesOf(rows), [185, 186, 187, 187]);
  const pinned = await buy(ana, card.id, "2015-07-03", { credit_card_invoice_id: 190 });
  const days = { closing_day: 4, due_day: 17, update_invoices_since: "2015-07-01" };
  const before = await fingerprint(db(), ana.spaceId);
  const tried = await changeCard(ana, card.id, { ...days, dry_run: true });
  const cents = rows[2]?.amount_cents;
  const move = { from_invoice_id: 187, to_invoice_id: 186, transactions_count: 1, amount_cents: cents, paid: false };
  assert.deepEqual([tried.closing_day, tried.moves], [4, [move]]);
  assert.equal(await fingerprint(db(), ana.spaceId), before);
  const changed = await changeCard(ana, card.id, days);
  assert.deepEqual([changed.closing_day, changed.due_day, "moves" in changed], [4, 17, false]);
  assert.deepEqual(invoicesOf(await Promise.all(rows.map(({ id }) => read(ana, id)))), [185, 186, 186, 187]);
  assert.equal((await read(ana, pinned.id)).credit_card_invoice_id, 190);
  await assertSumsAreRight(db(), ana.spaceId);
  const { moved } = await db().one<{ moved: object }>(sql`
    select jsonb_agg(jsonb_build_array(entity, entity_id, before->'credit_card_invoice_id', after->'credit_card_invoice_id')) as moved
      from changes
     where space_id = ${ana.spaceId} and action = 'update' and entity <> 'space'`);
  assert.deepEqual(moved, [["transaction", rows[2]?.id, 187, 186]]);
});

test("PUT /credit_cards/:id with new days and no date begins with the open invoice; without new days a date means nothing", async () => {
  const ana = await someone();
  finance.clock.set("2026-03-20T12:00:00Z");
  const card = await newCard(ana);
  const rows = [
    await buy(ana, card.id, "2026-03-05"),
    await buy(ana, card.id, "2026-03-06"),
    await buy(ana, card.id, "2026-04-20"),
  ];
  assert.deepEqual(invoicesOf(rows), [314, 315, 316]);
  const before = await fingerprint(db(), ana.spaceId);
  const nothing = await ana.put(`/credit_cards/${card.id}`, { update_invoices_since: "nope", closing_day: 9 });
  assert.deepEqual(wrongFields(nothing), ["update_invoices_since"]);
  assert.equal(await fingerprint(db(), ana.spaceId), before);
  await changeCard(ana, card.id, { update_invoices_since: "2000-01-01", closing_day: 5 });
  assert.deepEqual(invoicesOf(await Promise.all(rows.map(({ id }) => read(ana, id)))), [314, 315, 316]);
  await changeCard(ana, card.id, { closing_day: 25, due_day: 5 });
  // The open one, 315, keeps its start, closes on 25 March, and is due in April.
  assert.deepEqual(invoicesOf(await Promise.all(rows.map(({ id }) => read(ana, id)))), [314, 315, 316]);
  assert.equal((await buy(ana, card.id, "2026-03-26")).credit_card_invoice_id, 316);
  await changeCard(ana, card.id, { closing_day: 1, due_day: 5, update_invoices_since: "2199-12-31" });
  assert.equal((await buy(ana, card.id, "2026-03-26")).credit_card_invoice_id, 316);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /credit_cards/:id refuses days that move a purchase out of or into an invoice with a payment, unless it is forced", async () => {
  const ana = await someone();
  const card = await newCard(ana, { closing_day: 2, due_day: 15 });
  const row = await buy(ana, card.id, "2015-07-03");
  await buy(ana, card.id, "2015-06-20");
  const days = { closing_day: 4, due_day: 17, update_invoices_since: "2015-07-01" };
  for (const invoice of [186, 187]) {
    const payment = await pay(ana, card.id, invoice, { amount_cents: 100 });
    const before = await fingerprint(db(), ana.spaceId);
    assert.deepEqual(wrongFields(await ana.put(`/credit_cards/${card.id}`, days)), ["update_invoices_since"]);
    assert.equal(await fingerprint(db(), ana.spaceId), before);
    await ana.delete(`/transactions/${payment.id}`);
  }
  await pay(ana, card.id, 185, { amount_cents: 100 });
  await pay(ana, card.id, 187, { amount_cents: 100 });
  await changeCard(ana, card.id, { ...days, force: true });
  assert.equal((await read(ana, row.id)).credit_card_invoice_id, 186);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("over random changes of days through the API every purchase is on exactly one invoice, and all sums follow", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const dates = fc
    .sample(fc.integer({ min: 0, max: 700 }), { seed: 61, numRuns: 25 })
    .map((index) => addDays("2025-01-01", index));
  for (const date of dates) await buy(ana, card.id, date);
  await buy(ana, card.id, "2025-12-31", { recurrence_attributes: { periodicity: "biweekly" } });
  const changes = fc.sample(fc.tuple(day, day, fc.option(fc.integer({ min: 0, max: 700 }))), { seed: 62, numRuns: 12 });
  const count = (await list(ana)).length;
  for (const [closing_day, due_day, since] of changes) {
    const update_invoices_since = since === null ? undefined : addDays("2025-01-01", since);
    await changeCard(ana, card.id, { closing_day, due_day, ...(update_invoices_since && { update_invoices_since }) });
    await assertSumsAreRight(db(), ana.spaceId);
  }
  assert.equal((await list(ana)).length, count);
});

test("a purchase that waits for the lock while the days change is placed by the new ones", async () => {
  const ana = await someone();
  const { id } = await newCard(ana);
  let reply: Promise<unknown> | undefined;
  await db().transaction(async (tx) => {
    await tx.run(sql`select 1 from spaces where space_id = ${ana.spaceId} for no key update`);
    reply = buy(ana, id, "2026-03-06");
    await tx.run(sql`update spaces set version = version + 1 where space_id = ${ana.spaceId}`);
    await tx.run(sql`
      insert into card_days (space_id, credit_card_id, from_invoice, closing_day, due_day)
      values (${ana.spaceId}, ${id}, 313, 6, 10)`);
    await untilLockWait(db());
  });
  assert.equal(((await reply) as { credit_card_invoice_id: number }).credit_card_invoice_id, 314);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /credit_cards/:id locks the space only where purchases move to other invoices", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  await buy(ana, card.id, "2026-01-20");
  const locks = async (body: object) => {
    const statements = await statementsOf(db(), () => changeCard(ana, card.id, body));
    return statements.some((statement) => /for no key update/.test(statement));
  };
  assert.equal(await locks({ name: "Master", closing_day: card.closing_day, due_day: card.due_day }), false);
  assert.equal(await locks({ closing_day: 6 }), false);
  assert.equal(await locks({ closing_day: 25, due_day: 28, update_invoices_since: "2026-01-01" }), true);
  await assertSumsAreRight(db(), ana.spaceId);
});
