// FD: dates, months, and periods of cards.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { notRun } from "../not_run.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { addDays, addMonths, invoicesOf, lastDayOf } from "./calendar.ts";
import { change, changesNothing, expectWrong, make, makeRow, type Row, read, rowsOf, wrongFields } from "./records.ts";

/** Each date in each request gets a 422 for that field, and changes nothing. */
async function refuseDates(pair: Pair, dates: readonly unknown[]): Promise<string> {
  const member = await pair.people.member();
  const [from, to] = [await make(member, "/accounts", { name: "from" }), await make(member, "/accounts", { name: "to" })];
  const category = await make(member, "/categories", { name: "x" });
  const row = await makeRow(member, { amount_cents: -5 });
  const leg = await make(member, "/transfers", { from_account_id: from.id, to_account_id: to.id, amount_cents: 5 });
  const send: [name: string, (date: unknown) => Promise<Reply>][] = [
    ["POST /transactions", (date) => member.post("/transactions", { description: "x", date })],
    ["PUT /transactions", (date) => member.put(`/transactions/${row.id}`, { date })],
    [
      "POST /transfers",
      (date) => member.post("/transfers", { from_account_id: from.id, to_account_id: to.id, amount_cents: 1, date }),
    ],
    ["PUT /transfers", (date) => member.put(`/transfers/${leg.id}`, { date })],
    ["POST /budgets", (date) => member.post("/budgets", { category_id: category.id, amount_cents: 1, date })],
  ];
  await changesNothing(pair, [member], async () => {
    for (const [name, post] of send)
      for (const date of dates) expectWrong(await post(date), "date", `${name} ${JSON.stringify(date)}`);
  });
  return `${dates.length} dates in ${send.length} requests`;
}

export const dates: AttackCase[] = [
  attack("FD-01", "a day that its month does not have is refused", (pair) =>
    refuseDates(pair, ["2026-02-30", "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00", "1900-02-29"]),
  ),
  attack("FD-03", "years before 1900 and after 2199 are refused", async (pair) => {
    const wrong = ["0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "-0001-01-01", "1899-12-31", "2200-01-01"];
    const detail = await refuseDates(pair, [...wrong, "+002026-01-01"]);
    const member = await pair.people.member();
    for (const date of ["1900-01-01", "2199-12-31", "2024-02-29"])
      assert.equal((await makeRow(member, { amount_cents: -1, date })).date, date);
    return detail;
  }),
  attack("FD-04", "a date has one format", (pair) =>
    refuseDates(pair, [
      ...["2026-2-3", "03/02/2026", "2026-02-03T00:00:00Z", "20260203", 1_770_076_800, " 2026-02-03", "2026-02-03 ", ""],
      ...["2026-02-03\n", "２０２６-02-03", "2026–02–03", "today", "now", "infinity", true, [], {}, ["2026-02-03"]],
    ]),
  ),
  attack("FD-06", "the month of a list without a period is that of the space's time zone", async (pair) => {
    if (pair.isForeign) notRun("the time zone and the clock of the service are not known");
    const member = await pair.people.member();
    const monthNow = () => new Intl.DateTimeFormat("sv", { timeZone: "America/Sao_Paulo" }).format(new Date()).slice(0, 7);
    for (;;) {
      const month = monthNow();
      const [first, last] = [`${month}-01`, lastDayOf(month)];
      const days = [addDays(first, -1), first, last, addDays(last, 1)];
      for (const date of days) await makeRow(member, { amount_cents: -1, date });
      const visible = new Set((await read<Row[]>(member, "/transactions")).map((row) => row.date));
      if (month !== monthNow()) continue;
      assert.deepEqual([...visible].sort(), [first, last]);
      return "the end of a month needs a clock that can be moved: transactions_list.test.ts has one";
    }
  }),
  attack("FD-07", "only valid months are accepted as periods", async (pair) => {
    const member = await pair.people.member();
    for (const date of ["2025-01-31", "2025-02-01", "2025-02-15", "2025-02-28", "2025-03-01"])
      await makeRow(member, { amount_cents: -1, date });
    const days = async (query: string) => (await read<Row[]>(member, `/transactions?${query}`)).map((row) => row.date).sort();
    const february = ["2025-02-01", "2025-02-15", "2025-02-28"];
    for (const query of [
      ...["start_date=2025-02-15&end_date=2025-02-16", "start_date=2025-02-15&end_date=2025-02-15", "start_date=2025-02-20"],
      "end_date=2025-02-03",
    ])
      assert.deepEqual(await days(query), february, query);
    assert.deepEqual(await days("start_date=2025-01-31&end_date=2025-02-01"), ["2025-01-31", ...february]);
    assert.deepEqual(await days("start_date=2025-02-15&end_date=2025-02-16&exact_dates=true"), ["2025-02-15"]);
    for (const query of [
      ...["start_date=2025-03-01&end_date=2025-02-01", "start_date=0000-01-01", "end_date=10000-01-01", "start_date=2025-13-01"],
      ...["start_date=x", "start_date=2025-02-01&start_date=2025-03-01", "start_date[]=2025-02-01", "exact_dates=maybe"],
    ]) {
      const reply = await member.get(`/transactions?${query}`);
      // A name with brackets is unknown, and ignored.
      assert.equal(reply.status, query.includes("[]") ? 200 : 422, `${query}: ${reply.text}`);
    }
  }),
  attack("FD-08", "a series keeps its day: the 31st comes back after February", async (pair) => {
    const member = await pair.people.member();
    const cases: [periodicity: string, start: string, step: (start: string, index: number) => string][] = [
      ["monthly", "2026-01-31", (start, index) => addMonths(start, index)],
      ["yearly", "2020-02-29", (start, index) => addMonths(start, 12 * index)],
      ["biweekly", "2016-12-30", (start, index) => addDays(start, 14 * index)],
      ["weekly", "2025-12-31", (start, index) => addDays(start, 7 * index)],
      ["bimonthly", "2025-08-31", (start, index) => addMonths(start, 2 * index)],
      ["trimonthly", "2025-08-31", (start, index) => addMonths(start, 3 * index)],
    ];
    const details: string[] = [];
    for (const [periodicity, date, step] of cases) {
      for (const repetition of [
        { recurrence_attributes: { periodicity } },
        { installments_attributes: { periodicity, total: 25 } },
      ]) {
        const first = await makeRow(member, { amount_cents: -2_500, date, ...repetition });
        const mine = (await rowsOf(member)).filter((row) => row.recurrence_id === first.recurrence_id).map((row) => row.date);
        assert.ok(mine.length >= 5, `${periodicity} made ${mine.length} rows`);
        assert.deepEqual(
          mine,
          mine.map((_, index) => step(date, index)),
          `${periodicity} from ${date}`,
        );
        details.push(`${mine.length} ${periodicity}`);
      }
    }
    return details.join(", ");
  }),
  attack("FD-09", "a card's invoices follow each other without a gap, whatever its days are", async (pair) => {
    const member = await pair.people.member();
    const card = { name: "card", closing_day: 5, due_day: 10 };
    const wrong = [0, 32, -1, 1.5, "5", null, true, 2 ** 31];
    await changesNothing(pair, [member], async () => {
      for (const field of ["closing_day", "due_day"])
        for (const day of wrong)
          expectWrong(await member.post("/credit_cards", { ...card, [field]: day }), field, `${field} ${day}`);
    });
    const days = [1, 28, 29, 30, 31];
    for (const closing of days) {
      for (const due of days) {
        const { id } = await make(member, "/credit_cards", { name: `${closing} ${due}`, closing_day: closing, due_day: due });
        const invoices = await invoicesOf(member, id, "2023-01-01", "2028-12-31");
        for (const { closing_date: closed, date } of invoices) {
          assert.equal(closed, clampedTo(closed, closing), `closes on ${closing}`);
          assert.equal(date, clampedTo(date, due), `is due on ${due}`);
        }
      }
    }
    return `${days.length ** 2} pairs of days, 72 invoices each`;
  }),
  attack("FD-10", "new card days move only unpaid purchases, and every purchase has an invoice", async (pair) => {
    const member = await pair.people.member();
    const today = new Date().toISOString().slice(0, 10);
    for (const since of [undefined, "2026-02-01", "2025-01-01", today, "2027-06-15"]) {
      const { id } = await make(member, "/credit_cards", { name: `since ${since}`, closing_day: 5, due_day: 10 });
      for (let day = "2025-12-20"; day < "2027-09-01"; day = addDays(day, 9))
        await makeRow(member, { credit_card_id: id, amount_cents: -100, date: day, description: "purchase" });
      const [paid] = await invoicesOf(member, id, "2026-01-01", "2026-01-31");
      await make(member, `/credit_cards/${id}/invoices/${paid?.id}/payments`, { amount_cents: 50 });
      const before = await read(member, `/credit_cards/${id}/invoices/${paid?.id}`);
      await changesNothing(pair, [member], async () => {
        for (const wrong of ["2026-02-30", "x", 5, "1899-01-01"]) {
          const reply = await member.put(`/credit_cards/${id}`, { closing_day: 20, update_invoices_since: wrong });
          assert.deepEqual(wrongFields(reply, `update_invoices_since ${wrong}`), ["update_invoices_since"]);
        }
      });
      const changes = { closing_day: 20, due_day: 28, ...(since && { update_invoices_since: since }) };
      if (since && since < "2026-01-01") {
        // Paid purchases are moved only explicitly.
        await changesNothing(pair, [member], async () =>
          expectWrong(await member.put(`/credit_cards/${id}`, changes), "update_invoices_since"),
        );
        await change(member, `/credit_cards/${id}`, { ...changes, force: true });
      } else await change(member, `/credit_cards/${id}`, changes);
      await assertEveryPurchaseHasItsInvoice(member, id);
      if (since && since > "2026-01-31") {
        const after = await read(member, `/credit_cards/${id}/invoices/${paid?.id}`);
        assert.deepEqual(after, before, `the paid invoice before ${since} is as it was`);
      }
    }
  }),
];

async function assertEveryPurchaseHasItsInvoice(member: Member, card: number): Promise<void> {
  const invoices = new Map((await invoicesOf(member, card, "2025-10-01", "2028-12-31")).map((each) => [each.id, each]));
  const purchases = (await rowsOf(member)).filter((row) => row.credit_card_id === card);
  assert.ok(purchases.length > 60);
  for (const { date, credit_card_invoice_id: number } of purchases) {
    const invoice = invoices.get(number as number);
    assert.ok(invoice, `a purchase of ${date} is on ${number}, which is no invoice`);
    const isInside = invoice.starting_date <= date && date <= invoice.closing_date;
    assert.ok(isInside, `a purchase of ${date} is on an invoice of ${invoice.starting_date} to ${invoice.closing_date}`);
  }
  const sums = new Map<number, number>();
  for (const { credit_card_invoice_id: number, amount_cents: cents } of purchases)
    sums.set(number as number, (sums.get(number as number) ?? 0) + cents);
  for (const { id, amount_cents: cents } of invoices.values()) assert.equal(cents, sums.get(id) ?? 0, `amount of invoice ${id}`);
}

/** That day of the month, or its last day. */
function clampedTo(date: string, day: number): string {
  const last = lastDayOf(date.slice(0, 7));
  return day > Number(last.slice(8)) ? last : `${date.slice(0, 7)}-${String(day).padStart(2, "0")}`;
}
