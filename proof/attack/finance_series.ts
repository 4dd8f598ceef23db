// FI and FU: instalments, fixed series, and what is done to many of them at once.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "./attack_case.ts";
import { inParallel } from "./expectations.ts";
import { addDays, addMonths, invoicesOf } from "./finance_calendar.ts";
import { change, changesNothing, insist, make, makeRow, type Row, read, rowsOf, wrongFields } from "./finance_records.ts";
import type { Member } from "./people.ts";

const QUICK_REFUSAL_MS = 1_000;
const BOUNDED_MS = 10_000;

const split = (periodicity: unknown, total: unknown) => ({ installments_attributes: { periodicity, total } });
const repeat = (periodicity: unknown) => ({ recurrence_attributes: { periodicity } });

export const instalments: AttackCase[] = [
  attack("FI-01", "a number of instalments that makes no sense is refused at once", async (pair) => {
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
    const seen = [
      await timed("create", () => member.post("/transactions", weekly)),
      await timed("create again", () => member.post("/transactions", { ...weekly, date: "2199-12-31" })),
      await timed("list 2199", () => member.get("/transactions?start_date=2199-01-01&end_date=2199-12-31")),
      await timed("list 2030", () => member.get("/transactions?start_date=2030-01-01&end_date=2030-12-31")),
      await timed("list all", () => member.get("/transactions?start_date=1900-01-01&end_date=2199-12-31")),
      await timed("balances", () => member.get("/balances?start_date=1900-01-01&end_date=2199-12-31&periodicity=weekly")),
    ];
    const rows = await rowsOf(member, "start_date=1900-01-01&end_date=2199-12-30");
    assert.ok(rows.length < 10_000, `${rows.length} rows`);
    return `${seen.join(", ")}; ${rows.length} rows`;
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
  attack("FI-08", "two who look at a far month at once find each occurrence once", async (pair) => {
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

const seriesOf = async (member: Member, { recurrence_id: series }: Row) =>
  (await rowsOf(member)).filter((row) => row.recurrence_id === series);

const balanceOf = async (member: Member, account: number) =>
  (await read<{ balance: number }>(member, `/balances?account_id=${account}&start_date=2040-01-01&end_date=2040-12-31`)).balance;

export const scopes: AttackCase[] = [
  attack("FU-02", "a change of all moves the balance by exactly the differences", async (pair) => {
    const member = await pair.people.member();
    const account = await make(member, "/accounts", { name: "x" });
    const body = { account_id: account.id, amount_cents: -1_003, date: "2026-01-31", paid: true, ...split("monthly", 4) };
    const first = await makeRow(member, body);
    for (const { id } of await seriesOf(member, first)) await change(member, `/transactions/${id}`, { paid: true });
    assert.equal(await balanceOf(member, account.id), -1_003);
    const before = await seriesOf(member, first);
    await change(member, `/transactions/${before[2]?.id}`, { amount_cents: 700, update_all: true });
    const after = await seriesOf(member, first);
    assert.deepEqual(
      after.map((row) => row.amount_cents),
      [-700, -700, -700, -700],
    );
    assert.equal(await balanceOf(member, account.id), -2_800);
    assert.deepEqual(
      after.map(({ id, installment }) => [id, installment]),
      before.map(({ id, installment }) => [id, installment]),
    );
  }),
  attack("FU-03", "flags are flags, and a plain transaction is all there is of it", async (pair) => {
    const member = await pair.people.member();
    const first = await makeRow(member, { amount_cents: -400, date: "2026-01-31", ...split("monthly", 4) });
    const [, second] = (await seriesOf(member, first)) as [Row, Row];
    const notes = async () => (await seriesOf(member, first)).map((row) => row.notes);
    await change(member, `/transactions/${second.id}`, { notes: "one" });
    assert.deepEqual(await notes(), [null, "one", null, null]);
    await change(member, `/transactions/${second.id}`, { notes: "all", update_all: true, update_future: true });
    assert.deepEqual(await notes(), ["all", "all", "all", "all"]);
    await change(member, `/transactions/${second.id}`, { notes: "later", update_future: true });
    assert.deepEqual(await notes(), ["all", "later", "later", "later"]);
    await changesNothing(pair, [member], async () => {
      for (const flag of ["update_all", "update_future"]) {
        for (const value of ["true", 1, [], {}]) {
          const wanted = { [flag]: value };
          assert.deepEqual(wrongFields(await member.put(`/transactions/${second.id}`, { notes: "x", ...wanted })), [flag]);
          assert.deepEqual(wrongFields(await member.delete(`/transactions/${second.id}`, wanted)), [flag]);
        }
      }
    });
    const single = await makeRow(member, { amount_cents: -5 });
    assert.equal((await change(member, `/transactions/${single.id}`, { notes: "x", update_all: true })).notes, "x");
  }),
  attack("FU-05", "a new date of all keeps the rule of months, and what is on a card finds its invoices", async (pair) => {
    const member = await pair.people.member();
    const { id: card } = await make(member, "/credit_cards", { name: "x", closing_day: 5, due_day: 12 });
    for (const where of [{}, { credit_card_id: card }]) {
      const first = await makeRow(member, { amount_cents: -1_200, date: "2026-01-30", ...split("monthly", 6), ...where });
      const begin = async (date: string) => {
        await change(member, `/transactions/${first.id}`, { date, update_all: true });
        const rows = await seriesOf(member, first);
        assert.deepEqual(
          rows.map((row) => row.date),
          rows.map((_, index) => addMonths(date, index)),
          `from ${date}`,
        );
        assert.equal(
          rows.reduce((sum, row) => sum + row.amount_cents, 0),
          -1_200,
        );
        if (!("credit_card_id" in where)) return;
        const invoices = await invoicesOf(member, card, "2025-12-01", "2027-06-30");
        for (const { date: day, credit_card_invoice_id: number } of rows) {
          const holding = invoices.find((each) => each.starting_date <= day && day <= each.closing_date);
          assert.equal(number, holding?.id, `a row of ${day}`);
        }
      };
      for (const date of ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-05", "2026-04-06"]) await begin(date);
    }
  }),
  attack("FU-06", "a deletion takes exactly what it names, once", async (pair) => {
    const member = await pair.people.member();
    for (const [flags, left] of [
      [{}, [1, 2, 4, 5]],
      [{ update_future: true }, [1, 2]],
      [{ update_all: true }, []],
      [{ update_all: true, update_future: true }, []],
    ] as const) {
      const first = await makeRow(member, { amount_cents: -500, date: "2026-01-31", ...split("monthly", 5) });
      const third = (await seriesOf(member, first))[2] as Row;
      assert.equal((await member.delete(`/transactions/${third.id}`, flags)).status, 200);
      assert.deepEqual(
        (await seriesOf(member, first)).map((row) => row.installment),
        left,
      );
      await changesNothing(pair, [member], async () =>
        assert.equal((await member.delete(`/transactions/${third.id}`, flags)).status, 404),
      );
    }
  }),
  attack("FU-08", "two changes of all at once leave a series uniform", async (pair) => {
    const member = await pair.people.member();
    const rounds = pair.options.full ? 200 : 25;
    const first = await makeRow(member, { amount_cents: -1_200, date: "2026-01-31", ...split("monthly", 12) });
    for (let round = 1; round <= rounds; round++) {
      const replies = await inParallel(2, (index) =>
        insist(() =>
          pair.finance.send(`/transactions/${first.id}`, {
            method: "PUT",
            headers: { authorization: member.authorization },
            body: { amount_cents: round * 10 + index, update_all: true },
            replica: index,
          }),
        ),
      );
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200],
      );
      const amounts = new Set((await seriesOf(member, first)).map((row) => row.amount_cents));
      assert.equal(amounts.size, 1, `mixed: ${[...amounts]}`);
      assert.ok([-round * 10, -round * 10 - 1].includes([...amounts][0] as number));
    }
    return `${rounds} rounds over two replicas`;
  }),
];
