// PUT /transactions/:id of one of a series, and how it spreads to the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { dayAfter, PERIODICITIES } from "../calendar/periodicity.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance } from "../testing.ts";
import {
  amountsOf,
  change,
  createSeries,
  datesOf,
  fingerprint,
  list,
  rowsOf,
  type TransactionView,
  wrongFields,
} from "./testing.ts";

const finance = shareTestFinance();

const db = () => finance.service.world.db;
let members = 0;
const newMember = () => finance.member(`member${++members}@example.com`);

test("PUT /transactions/:id without flags changes one of a series, which stays in it", async () => {
  const member = await newMember();
  await createSeries(member, "installments", { date: "2026-01-10" }, { total: 3 });
  const [, second] = await rowsOf(member);
  const changed = await change(member, second?.id as number, {
    amount_cents: 500,
    description: "Só esta",
    date: "2026-02-20",
    update_all: false,
  });
  assert.deepEqual([changed.installment, changed.total_installments, changed.recurrence_id], [2, 3, second?.recurrence_id]);
  const rows = await rowsOf(member);
  assert.deepEqual(amountsOf(rows), [-400, -500, -400]);
  assert.deepEqual(datesOf(rows), ["2026-01-10", "2026-02-20", "2026-03-10"]);
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT /transactions/:id with update_future or update_all spreads all but `paid`; both mean all", async () => {
  for (const flags of [{ update_future: true }, { update_all: true }, { update_future: true, update_all: true }]) {
    const member = await newMember();
    const account = (await member.post("/accounts", { name: "Outra" })).body as { id: number };
    const category = (await member.post("/categories", { name: "Outra" })).body as { id: number };
    await createSeries(member, "installments", { date: "2025-12-10", tags: ["velha"] }, { total: 4 });
    const before = await rowsOf(member);
    const edit = {
      description: "Nova",
      notes: "nota",
      amount_cents: 111,
      account_id: account.id,
      category_id: category.id,
      tags: ["nova"],
      paid: false,
    };
    const answer = await change(member, before[1]?.id as number, { ...edit, ...flags });
    const first = "update_all" in flags ? 0 : 1;
    const expected = before.map((row, index) =>
      index < first
        ? row
        : { ...row, ...edit, amount_cents: -111, tags: [{ name: "nova" }], paid: index === 1 ? false : row.paid },
    );
    const rows = await rowsOf(member);
    assert.deepEqual(rows, expected);
    assert.deepEqual(answer, rows[1]);
    await assertSumsAreRight(db(), member.spaceId);
  }
});

test("PUT /transactions/:id with update_all on paid ones moves the balance by the sum of the differences", async () => {
  const member = await newMember();
  await createSeries(member, "installments", { date: "2025-11-15", amount_cents: -3000 }, { total: 3 });
  const [first] = await rowsOf(member);
  const balance = async () => ((await member.get(`/accounts/${first?.account_id}`)).body as { balance: string }).balance;
  assert.match(await balance(), /30,00/);
  await change(member, first?.id as number, { amount_cents: 2500, update_all: true });
  assert.match(await balance(), /75,00/);
});

test("PUT /transactions/:id spreads a date as a shift that keeps the rhythm and the new day", async () => {
  const cases: [periodicity: string, start: string, edited: number, date: string, flag: string, dates: string[]][] = [
    ["monthly", "2026-05-10", 1, "2026-06-25", "update_future", ["2026-05-10", "2026-06-25", "2026-07-25"]],
    ["monthly", "2026-05-10", 1, "2026-07-02", "update_all", ["2026-06-02", "2026-07-02", "2026-08-02"]],
    ["monthly", "2026-01-31", 1, "2026-03-31", "update_all", ["2026-02-28", "2026-03-31", "2026-04-30"]],
    ["monthly", "2026-01-30", 0, "2026-01-31", "update_all", ["2026-01-31", "2026-02-28", "2026-03-31"]],
    ["weekly", "2026-01-01", 1, "2026-01-10", "update_future", ["2026-01-01", "2026-01-10", "2026-01-17"]],
    ["weekly", "2026-01-01", 1, "2026-01-07", "update_all", ["2025-12-31", "2026-01-07", "2026-01-14"]],
    ["yearly", "2024-02-29", 2, "2026-03-01", "update_all", ["2024-03-01", "2025-03-01", "2026-03-01"]],
  ];
  for (const [periodicity, date, edited, moved, flag, dates] of cases) {
    const member = await newMember();
    await createSeries(member, "installments", { date }, { total: 3, periodicity });
    const rows = await rowsOf(member);
    await change(member, rows[edited]?.id as number, { date: moved, [flag]: true });
    assert.deepEqual(datesOf(await rowsOf(member)), dates, `${periodicity} ${date}`);
    await assertSumsAreRight(db(), member.spaceId);
  }
});

test("PUT /transactions/:id that sends the date back as it is moves nothing, not even the 31st behind a short month", async () => {
  const member = await newMember();
  await createSeries(member, "recurrence", { date: "2026-01-31" });
  const [, february] = await rowsOf(member);
  assert.equal(february?.date, "2026-02-28");
  await change(member, february?.id as number, { ...february, description: "Outra", update_all: true });
  const rows = await list(member, "1900-01-01", "2030-12-31");
  assert.ok(rows.every((row, step) => row.date === dayAfter("2026-01-31", "monthly", step) && row.description === "Outra"));
  assert.equal(rows.length, 60);
});

test("PUT /transactions/:id of a fixed one with update_future: later rows are made like it, on its days", async () => {
  const member = await newMember();
  await createSeries(member, "recurrence", { date: "2026-01-10" });
  const third = (await rowsOf(member))[2] as TransactionView;
  await change(member, third.id, {
    description: "Reajuste",
    amount_cents: 1500,
    tags: ["novo"],
    date: "2026-03-15",
    update_future: true,
  });
  await change(member, third.id, { description: "Só esta" });
  const rows = await list(member, "1900-01-01", "2029-12-31");
  assert.deepEqual(datesOf(rows).slice(0, 4), ["2026-01-10", "2026-02-10", "2026-03-15", "2026-04-15"]);
  assert.equal(rows.length, 48);
  assert.deepEqual(rows.at(-1), { ...(rows[3] as TransactionView), id: rows.at(-1)?.id, date: "2029-12-15", paid: false });
  assert.deepEqual(
    [rows[1]?.amount_cents, rows[2]?.description, rows[3]?.description, rows[3]?.amount_cents],
    [-1200, "Só esta", "Reajuste", -1500],
  );
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT /transactions/:id that moves a fixed one to earlier days fills the days that it has left", async () => {
  const member = await newMember();
  const first = await createSeries(member, "recurrence", { date: "2026-01-10" });
  await change(member, first.id, { date: "2025-10-10", update_all: true });
  const rows = await rowsOf(member);
  assert.deepEqual(
    datesOf(rows),
    Array.from({ length: 28 }, (_, step) => dayAfter("2025-10-10", "monthly", step)),
  );
  assert.deepEqual(rows.at(-1), { ...first, id: rows.at(-1)?.id, date: "2028-01-10", paid: false });
  const daily = await createSeries(member, "recurrence", { date: "2026-01-10" }, { periodicity: "daily" });
  const before = await fingerprint(db(), member.spaceId);
  assert.deepEqual(wrongFields(await member.put(`/transactions/${daily.id}`, { date: "1950-01-01", update_all: true })), [
    "date",
  ]);
  const late = await member.put(`/transactions/${first.id}`, { date: "2199-12-01", update_all: true });
  assert.deepEqual(wrongFields(late), ["date"]);
  const last = (await rowsOf(member)).filter((row) => row.recurrence_id === first.recurrence_id).at(-1) as TransactionView;
  assert.deepEqual(wrongFields(await member.put(`/transactions/${last.id}`, { date: "1900-02-01", update_all: true })), ["date"]);
  assert.equal(await fingerprint(db(), member.spaceId), before);
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT /transactions/:id with total_amount_cents splits all instalments anew, those that are left", async () => {
  const member = await newMember();
  await createSeries(member, "installments", { date: "2026-01-10" }, { total: 4 });
  const rows = await rowsOf(member);
  await change(member, rows[2]?.id as number, { total_amount_cents: 1003, description: "Só esta" });
  assert.deepEqual(amountsOf(await rowsOf(member)), [-253, -250, -250, -250]);
  assert.deepEqual(
    (await rowsOf(member)).map((row) => row.description),
    ["Série", "Série", "Só esta", "Série"],
  );
  await member.delete(`/transactions/${rows[0]?.id}`);
  await change(member, rows[2]?.id as number, { total_amount_cents: 1000, kind: "income", update_future: true, notes: "n" });
  assert.deepEqual(amountsOf(await rowsOf(member)), [334, 333, 333]);
  assert.deepEqual(
    (await rowsOf(member)).map((row) => row.notes),
    [null, "n", "n"],
  );
  const refused = (body: object) => member.put(`/transactions/${rows[2]?.id}`, body);
  assert.deepEqual(wrongFields(await refused({ total_amount_cents: 2 })), ["total_amount_cents"]);
  assert.deepEqual(wrongFields(await refused({ total_amount_cents: 30, amount_cents: 10 })), ["total_amount_cents"]);
  const fixed = await createSeries(member, "recurrence", {});
  assert.deepEqual(wrongFields(await member.put(`/transactions/${fixed.id}`, { total_amount_cents: 30 })), [
    "total_amount_cents",
  ]);
  await assertSumsAreRight(db(), member.spaceId);
});

test("update_future leaves earlier rows byte-equal and makes the later ones alike, whatever is sent", async () => {
  const member = await newMember();
  const edit = fc.record(
    {
      description: fc.constantFrom("um", "dois"),
      amount_cents: fc.integer({ min: -5000, max: 5000 }),
      notes: fc.constantFrom(null, "nota"),
      tags: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      paid: fc.boolean(),
      days: fc.integer({ min: -200, max: 200 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PERIODICITIES),
      fc.integer({ min: 2, max: 12 }),
      fc.nat(11),
      fc.boolean(),
      edit,
      async (periodicity, total, index, isFixed, { days, ...fields }) => {
        const first = isFixed
          ? await createSeries(member, "recurrence", { date: "2026-12-31" }, { periodicity })
          : await createSeries(member, "installments", { date: "2026-12-31" }, { periodicity, total });
        const read = async () =>
          (await rowsOf(member)).filter((row) => row.recurrence_id === first.recurrence_id).sort((a, b) => a.id - b.id);
        const before = await read();
        const at = index % before.length;
        const target = before[at] as TransactionView;
        const date = days === undefined ? undefined : dayAfter(target.date, "daily", days);
        await change(member, target.id, { ...fields, ...(date && { date }), update_future: true });
        const rows = await db().many<TransactionView>(sql`
          select date, description, amount_cents, notes, id from transactions
           where space_id = ${member.spaceId} and series_id = ${first.recurrence_id} order by occurrence`);
        const after = await read();
        assert.deepEqual(
          after.filter((row) => row.id < target.id),
          before.slice(0, at),
        );
        const later = rows.slice(at);
        assert.equal(new Set(later.map((row) => `${row.description} ${row.amount_cents} ${row.notes}`)).size <= 2, true);
        if (fields.amount_cents !== undefined) assert.equal(new Set(amountsOf(later)).size, 1);
        if (date && date !== target.date)
          assert.deepEqual(
            datesOf(later),
            later.map((_, step) => dayAfter(date, periodicity, step)),
          );
        else assert.deepEqual(datesOf(later).slice(0, before.length - at), datesOf(before.slice(at)));
        assert.equal((await member.delete(`/transactions/${target.id}`, { update_all: true })).status, 200);
      },
    ),
    { numRuns: 30 },
  );
  await assertSumsAreRight(db(), member.spaceId);
});
