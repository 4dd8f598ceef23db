// FU: changes and deletions of one row, the following rows or all rows of a series.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import type { Member } from "../people.ts";
import { addMonths, invoicesOf } from "./calendar.ts";
import { change, changesNothing, insist, make, makeRow, type Row, read, rowsOf, wrongFields } from "./records.ts";

const split = (periodicity: unknown, total: unknown) => ({ installments_attributes: { periodicity, total } });

const seriesOf = async (member: Member, { recurrence_id: series }: Row) =>
  (await rowsOf(member)).filter((row) => row.recurrence_id === series);

const balanceOf = async (member: Member, account: number) =>
  (await read<{ balance: number }>(member, `/balances?account_id=${account}&start_date=2040-01-01&end_date=2040-12-31`)).balance;

export const scopes: AttackCase[] = [
  attack("FU-02", "a change of all rows changes the balance by exactly the differences", async (pair) => {
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
  attack("FU-03", "scope flags are booleans, and have no effect on a plain transaction", async (pair) => {
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
          const expected = { [flag]: value };
          assert.deepEqual(wrongFields(await member.put(`/transactions/${second.id}`, { notes: "x", ...expected })), [flag]);
          assert.deepEqual(wrongFields(await member.delete(`/transactions/${second.id}`, expected)), [flag]);
        }
      }
    });
    const single = await makeRow(member, { amount_cents: -5 });
    assert.equal((await change(member, `/transactions/${single.id}`, { notes: "x", update_all: true })).notes, "x");
  }),
  attack("FU-05", "a new date for all rows keeps the monthly rule, and card rows move to their invoices", async (pair) => {
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
  attack("FU-06", "a deletion removes exactly the named rows, once", async (pair) => {
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
  attack("FU-08", "two concurrent changes of all rows leave a series uniform", async (pair) => {
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
