// FI: instalments and fixed series.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import { addDays, addMonths, invoicesOf } from "./calendar.ts";
import { changesNothing, make, makeRow, type Row, rowsOf, wrongFields } from "./records.ts";

const QUICK_REFUSAL_MS = 1_000;
const BOUNDED_MS = 10_000;

const split = (periodicity: unknown, total: unknown) => ({ installments_attributes: { periodicity, total } });
const repeat = (periodicity: unknown) => ({ recurrence_attributes: { periodicity } });

export const instalments: AttackCase[] = [
  attack("FI-01", "an invalid number of instalments is rejected at once", async (pair) => {
    const member = await pair.people.member();
    let slowest = 0;
    await changesNothing(pair, [member], async () => {
      for (const total of [0, -1, 1.5, "3", null, 481, 1_000_000, 2 ** 31, 2 ** 53, true, [], {}]) {
        const began = performance.now();
        const reply = await member.post("/transactions", {
          description: "x",
          amount_cents: -100_000,
          ...split("monthly", total),
        });
        slowest = Math.max(slowest, performance.now() - began);
        assert.deepEqual(wrongFields(reply, `total ${total}`), ["installments_attributes.total"]);
      }
    });
    assert.ok(slowest < QUICK_REFUSAL_MS, `a refusal took ${slowest} ms`);
    return `the slowest took ${Math.round(slowest)} ms`;
  }),
  attack("FI-02", "one instalment is a plain transaction", async (pair) => {
    const member = await pair.people.member();
    const { total_installments: total, installment } = await makeRow(member, { amount_cents: -5, ...split("monthly", 1) });
    assert.deepEqual([total, installment], [1, 1]);
    assert.equal((await rowsOf(member)).length, 1);
  }),
  attack("FI-04", "two kinds of repetition, unknown ones and further keys are refused", async (pair) => {
    const member = await pair.people.member();
    const wrong: object[] = [
      { ...split("monthly", 3), ...repeat("monthly") },
      ...["hourly", "MONTHLY", " monthly", "", null, 1, true, [], {}, "__proto__", "constructor"].flatMap((periodicity) => [
        repeat(periodicity),
        split(periodicity, 3),
      ]),
      { recurrence_attributes: { periodicity: "monthly", total: 3 } },
      { installments_attributes: { periodicity: "monthly", total: 3, start: 2 } },
      ...[{ recurrence_attributes: {} }, { installments_attributes: {} }, { installments_attributes: { total: 3 } }],
      ...[[], "monthly", 3, true].flatMap((value) => [{ recurrence_attributes: value }, { installments_attributes: value }]),
    ];
    await changesNothing(pair, [member], async () => {
      for (const body of wrong) {
        const reply = await member.post("/transactions", { description: "x", amount_cents: -100, ...body });
        wrongFields(reply, JSON.stringify(body));
      }
    });
    return `${wrong.length} bodies`;
  }),
  attack("FI-05", "a series from 1900 and a list of three centuries are bounded work", async (pair) => {
    const member = await pair.people.member();
    const timed = async (what: string, path: () => Promise<{ status: number; text: string }>) => {
      const began = performance.now();
      const { status, text } = await path();
      const ms = performance.now() - began;
      assert.ok([200, 201, 422].includes(status), `${what}: ${status} ${text.slice(0, 300)}`);
      assert.ok(ms < BOUNDED_MS, `${what} took ${ms} ms`);
      return `${what} ${status} in ${Math.round(ms)} ms`;
    };
    const weekly = { description: "x", amount_cents: -1, date: "1900-01-01", ...repeat("weekly") };
    const details = [
      await timed("create", () => member.post("/transactions", weekly)),
      await timed("create again", () => member.post("/transactions", { ...weekly, date: "2199-12-31" })),
      await timed("list 2199", () => member.get("/transactions?start_date=2199-01-01&end_date=2199-12-31")),
      await timed("list 2030", () => member.get("/transactions?start_date=2030-01-01&end_date=2030-12-31")),
      await timed("list all", () => member.get("/transactions?start_date=1900-01-01&end_date=2199-12-31")),
      await timed("balances", () => member.get("/balances?start_date=1900-01-01&end_date=2199-12-31&periodicity=weekly")),
    ];
    const rows = await rowsOf(member, "start_date=1900-01-01&end_date=2199-12-30");
    assert.ok(rows.length < 10_000, `${rows.length} rows`);
    return `${details.join(", ")}; ${rows.length} rows`;
  }),
  attack("FI-07", "each instalment on a card is on one invoice, in order", async (pair) => {
    const member = await pair.people.member();
    let checked = 0;
    for (const closing of [1, 5, 28, 31]) {
      const { id } = await make(member, "/credit_cards", { name: `closes ${closing}`, closing_day: closing, due_day: 12 });
      const invoices = await invoicesOf(member, id, "2025-06-01", "2028-12-31");
      for (const start of ["2026-01-31", addDays("2026-03-01", closing - 2), addDays("2026-03-01", closing - 1)].sort()) {
        for (const date of [start, addDays(start, 1)]) {
          const body = { credit_card_id: id, amount_cents: -10_000, date, description: `from ${date}` };
          const first = await makeRow(member, { ...body, ...split("monthly", 12) });
          const parts = (await rowsOf(member)).filter((row) => row.recurrence_id === first.recurrence_id);
          assert.deepEqual(
            parts.map((row) => row.date),
            parts.map((_, index) => addMonths(date, index)),
          );
          assert.equal(
            parts.reduce((sum, row) => sum + row.amount_cents, 0),
            -10_000,
          );
          for (const { date: day, credit_card_invoice_id: number } of parts) {
            const holding = invoices.filter((each) => each.starting_date <= day && day <= each.closing_date);
            assert.deepEqual(
              holding.map((each) => each.id),
              [number],
              `a part of ${day}, closing ${closing}`,
            );
          }
          const numbers = parts.map((row) => row.credit_card_invoice_id as number);
          assert.deepEqual(
            numbers,
            [...numbers].sort((a, b) => a - b),
          );
          checked += parts.length;
        }
      }
    }
    return `${checked} instalments`;
  }),
  attack("FI-08", "concurrent reads of a far month create each occurrence once", async (pair) => {
    const rounds = pair.options.full ? 50 : 5;
    for (let round = 0; round < rounds; round++) {
      const member = await pair.people.member();
      for (const periodicity of ["weekly", "monthly"])
        await makeRow(member, { amount_cents: -1, date: "2026-01-31", ...repeat(periodicity) });
      const path = "/transactions?start_date=2031-01-01&end_date=2031-12-31";
      const lists = await inParallel(8, async (index) => {
        const reply = await pair.finance.send(path, { headers: { authorization: member.authorization }, replica: index });
        assert.equal(reply.status, 200, reply.text);
        return reply.body as Row[];
      });
      const texts = new Set(lists.map((rows) => JSON.stringify(rows.map(({ id, date }) => [id, date]))));
      assert.equal(texts.size, 1, "all see the same rows");
      const [rows = []] = lists;
      const occurrences = rows.map(({ recurrence_id: series, date }) => `${series} ${date}`);
      assert.equal(new Set(occurrences).size, occurrences.length);
      assert.ok(occurrences.length >= 52 + 12, `${occurrences.length} occurrences in a year`);
    }
    return `${rounds} rounds of 8 readers on both replicas`;
  }),
];
