// POST /transactions with instalments or a fixed recurrence, and the rows that fixed ones get later.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { dayAfter, PERIODICITIES, stepsThrough } from "../calendar/periodicity.ts";
import { extendAll } from "../extension/extend.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { startFinance } from "../main.ts";
import { MOST_CENTS, split } from "../money/cents.ts";
import { shareTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { amountsOf, create, datesOf, list, statementsOf, type TransactionView, wrongFields } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const db = () => finance.service.world.db;
let members = 0;
const newMember = () => finance.member(`member${++members}@example.com`);
const seriesOf = async (member: TestMember, { recurrence_id }: TransactionView) =>
  (await list(member)).filter((row) => row.recurrence_id === recurrence_id);

test("POST /transactions in instalments takes the amount as the total, and the leftover cents are on the first", async () => {
  const cases: [total: number, parts: number, amounts: number[]][] = [
    [-10000, 3, [-3334, -3333, -3333]],
    [-16580, 2, [-8290, -8290]],
    [-6000, 3, [-2000, -2000, -2000]],
    [-99999, 12, [-8336, ...Array(11).fill(-8333)]],
    [-100, 6, [-20, ...Array(5).fill(-16)]],
    [480, 480, Array(480).fill(1)],
  ];
  for (const [amount_cents, total, amounts] of cases) {
    const row = await create(ana, {
      description: "TV",
      amount_cents,
      date: "2026-01-31",
      installments_attributes: { periodicity: "monthly", total },
    });
    const rows = await seriesOf(ana, row);
    assert.deepEqual(amountsOf(rows), amounts);
    assert.deepEqual(rows[0], row);
    assert.deepEqual(
      rows.map(({ installment, total_installments, recurring }) => [installment, total_installments, recurring]),
      amounts.map((_, index) => [index + 1, total, false]),
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      amounts.map((_, index) => row.id + index),
    );
  }
  await assertSumsAreRight(db(), ana.spaceId);
});

test("POST /transactions in instalments keeps the day of the first over short months, and pays only the first as asked", async () => {
  const member = await newMember();
  const dates = async (date: string, periodicity: string, total: number) => {
    const row = await create(member, {
      description: "x",
      amount_cents: 1000,
      date,
      installments_attributes: { periodicity, total },
    });
    return datesOf(await seriesOf(member, row));
  };
  assert.deepEqual(await dates("2026-01-31", "monthly", 5), [
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
  ]);
  assert.deepEqual(await dates("2024-02-29", "yearly", 5), [
    "2024-02-29",
    "2025-02-28",
    "2026-02-28",
    "2027-02-28",
    "2028-02-29",
  ]);
  assert.deepEqual(await dates("2026-08-31", "trimonthly", 3), ["2026-08-31", "2026-11-30", "2027-02-28"]);
  assert.deepEqual(await dates("2026-08-31", "sixmonthly", 3), ["2026-08-31", "2027-02-28", "2027-08-31"]);
  const paid = async (paid: boolean | undefined) => {
    const installments_attributes = { periodicity: "daily", total: 3 };
    const row = await create(member, { description: "x", amount_cents: 3, date: "2026-01-30", paid, installments_attributes });
    return (await seriesOf(member, row)).map((part) => part.paid);
  };
  assert.deepEqual(
    [await paid(undefined), await paid(false), await paid(true)],
    [
      [true, true, false],
      [false, true, false],
      [true, true, false],
    ],
  );
});

test("POST /transactions with one instalment is a plain transaction; too few cents or a day past 2199 is refused", async () => {
  const one = await create(ana, {
    description: "x",
    amount_cents: 5,
    installments_attributes: { periodicity: "monthly", total: 1 },
  });
  assert.deepEqual([one.total_installments, one.installment, one.recurrence_id], [1, 1, null]);
  const refused = async (body: object) => wrongFields(await ana.post("/transactions", { description: "x", ...body }));
  const parts = (total: number, periodicity = "monthly") => ({ installments_attributes: { periodicity, total } });
  assert.deepEqual(await refused({ amount_cents: -1, ...parts(2) }), ["amount_cents"]);
  assert.deepEqual(await refused({ ...parts(2) }), ["amount_cents"]);
  assert.deepEqual(await refused({ amount_cents: 500, date: "2199-12-01", ...parts(2) }), ["date"]);
  assert.deepEqual(await refused({ amount_cents: 500, date: "2026-01-01", ...parts(480, "yearly") }), ["date"]);
  assert.equal(
    (await create(ana, { description: "x", recurrence_attributes: null, installments_attributes: null })).recurrence_id,
    null,
  );
});

const anchors = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2150-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("instalments sum to the total and fall on the days of the calendar, for any total, count, day and periodicity", async () => {
  const member = await newMember();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -MOST_CENTS, max: MOST_CENTS }).filter((cents) => Math.abs(cents) >= 40),
      fc.integer({ min: 2, max: 40 }),
      anchors,
      fc.constantFrom(...PERIODICITIES),
      async (amount_cents, total, date, periodicity) => {
        const row = await create(member, {
          description: "x",
          amount_cents,
          date,
          installments_attributes: { periodicity, total },
        });
        const rows = await db().many<{ date: string; amount_cents: number }>(sql`
          select date, amount_cents from transactions
           where space_id = ${member.spaceId} and series_id = ${row.recurrence_id} order by occurrence`);
        assert.deepEqual(
          rows.map((each) => each.amount_cents),
          split(amount_cents, total),
        );
        assert.deepEqual(
          rows.map((each) => each.date),
          rows.map((_, step) => dayAfter(date, periodicity, step)),
        );
      },
    ),
    { numRuns: 60 },
  );
  await assertSumsAreRight(db(), member.spaceId);
});

test("POST /transactions that recurs has its rows 24 months ahead, and keeps its anchor day, whatever the periodicity", async () => {
  const member = await newMember();
  for (const periodicity of PERIODICITIES) {
    const row = await create(member, {
      description: periodicity,
      amount_cents: -5,
      date: "2025-12-31",
      recurrence_attributes: { periodicity },
    });
    const rows = await seriesOf(member, row);
    const count = stepsThrough("2025-12-31", periodicity, "2028-01-31") + 1;
    const dates = Array.from({ length: count }, (_, step) => dayAfter("2025-12-31", periodicity, step));
    assert.deepEqual(datesOf(rows).slice(0, count), dates, periodicity);
    assert.ok(rows.every((each) => each.recurring && each.installment === 1 && each.total_installments === 1));
    assert.ok(rows.every((each) => each.paid === each.date <= "2026-01-31" && each.amount_cents === -5));
  }
  await assertSumsAreRight(db(), member.spaceId);
});

test("GET /transactions past the rows of a fixed one makes them first, never twice, up to ten years ahead", async () => {
  const member = await newMember();
  const row = await create(member, {
    description: "Aluguel",
    amount_cents: -150_000,
    date: "2026-01-31",
    recurrence_attributes: { periodicity: "monthly" },
  });
  const count = async () => (await db().many(sql`select 1 from transactions where space_id = ${member.spaceId}`)).length;
  assert.equal(await count(), 25);
  await using replica = await finance.replica();
  const ask = (server: Pick<TestFinance, "call">) =>
    server.call("/transactions?start_date=2030-02-01", { headers: { "user-agent": "x", authorization: member.authorization } });
  const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => ask(index % 2 ? finance : replica)));
  assert.deepEqual(new Set(replies.map((reply) => reply.text)).size, 1);
  assert.deepEqual(datesOf(replies[0]?.body as TransactionView[]), ["2030-02-28"]);
  assert.equal(await count(), 50);
  assert.deepEqual((await statementsOf(db(), () => ask(finance))).length, 1);
  await member.get("/transactions?start_date=2199-01-01");
  assert.equal(await count(), 121);
  const again = await statementsOf(db(), () => member.get("/transactions?start_date=2199-01-01"));
  assert.equal(again.length, 2, "the list, and whether it lacks anything");
  assert.ok((await seriesOf(member, row)).every((each, step) => each.date === dayAfter("2026-01-31", "monthly", step)));
  const late = await create(member, {
    description: "Depois",
    date: "2150-01-01",
    recurrence_attributes: { periodicity: "daily" },
  });
  assert.deepEqual(datesOf(await seriesOf(member, late)), ["2150-01-01"]);
  await assertSumsAreRight(db(), member.spaceId);
});

test("POST /transactions weekly since 1900 is bounded work, and daily since 1900 is refused on its date", async () => {
  const member = await newMember();
  const weekly = { description: "x", date: "1900-01-01", amount_cents: -1, recurrence_attributes: { periodicity: "weekly" } };
  const row = await create(member, weekly);
  const rows = await list(member);
  assert.equal(rows.length, stepsThrough("1900-01-01", "weekly", "2036-01-31") + 1);
  assert.equal(rows[0]?.id, row.id);
  const refused = await member.post("/transactions", { ...weekly, recurrence_attributes: { periodicity: "daily" } });
  assert.deepEqual((refused.body as { errors: object }).errors, { date: ["geraria mais de 10000 lançamentos"] });
  await assertSumsAreRight(db(), member.spaceId);
});

test("the nightly job gives every space its rows, once, and makes nothing again that was deleted", async () => {
  const [one, other] = [await newMember(), await newMember()];
  const fixed = { description: "x", amount_cents: -7, date: "2026-01-31", recurrence_attributes: { periodicity: "monthly" } };
  await create(one, fixed);
  await create(other, { ...fixed, recurrence_attributes: { periodicity: "daily" } });
  const [last] = await list(one, "2028-01-01", "2028-01-31");
  assert.equal((await one.delete(`/transactions/${last?.id}`)).status, 200);
  const count = async ({ spaceId }: TestMember) =>
    (await db().many(sql`select 1 from transactions where space_id = ${spaceId} and date <= '2028-05-31'`)).length;
  assert.deepEqual([await count(one), await count(other)], [24, 731]);
  const inMay = () => new Date("2026-05-02T12:00:00Z");
  await Promise.all([extendAll(db(), finance.service.world.log, inMay), extendAll(db(), finance.service.world.log, inMay)]);
  assert.deepEqual([await count(one), await count(other)], [24 + 4, 731 + 121]);
  const { extended_through } = await db().one<{ extended_through: string }>(sql`
    select extended_through from spaces where space_id = ${one.spaceId}`);
  assert.equal(extended_through, "2028-05-31");
  for (const member of [one, other]) await assertSumsAreRight(db(), member.spaceId);
});

test("a start of the service extends what has fallen behind, by a job that runs once for all replicas", async () => {
  const member = await newMember();
  await create(member, {
    description: "x",
    amount_cents: -7,
    date: "2026-01-15",
    recurrence_attributes: { periodicity: "monthly" },
  });
  const now = () => new Date("2027-01-10T12:00:00Z");
  const options = { ...finance, config: finance.service.world.config, log: finance.service.world.log, now };
  const services = await Promise.all([startFinance(options), startFinance(options)]);
  const reach = () =>
    db().one<{ extended_through: string; rows: number }>(sql`
      select extended_through, (select count(*) from transactions where space_id = ${member.spaceId}) as rows
        from spaces where space_id = ${member.spaceId}`);
  await until("the extension", async () => (await reach()).extended_through === "2029-01-31");
  for (const service of services) await service.stop();
  assert.deepEqual(await reach(), { extended_through: "2029-01-31", rows: 37 });
});

test("where more rows would make sums inexact a fixed series ends there, and lists still answer", async () => {
  const member = await newMember();
  await create(member, {
    description: "x",
    amount_cents: -MOST_CENTS,
    date: "2026-01-15",
    recurrence_attributes: { periodicity: "monthly" },
  });
  await db().run(sql`update spaces set turnover_cents = 9007199254740991 where space_id = ${member.spaceId}`);
  const reply = await member.get("/transactions?start_date=2028-01-01&end_date=2035-01-31");
  assert.deepEqual([reply.status, datesOf(reply.body as TransactionView[])], [200, ["2028-01-15"]]);
});
