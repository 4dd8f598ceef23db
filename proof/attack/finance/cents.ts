// FC: amounts are whole cents, exactly as written.
import assert from "node:assert/strict";
import { MOST_CENTS } from "../../../finance/money/cents.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { changesNothing, expectWrong, make, makeRow, type RecordView, read, rowsOf, wrongFields } from "./records.ts";

/** A field with an amount: path, name, and the rest of a valid body. */
interface AmountField {
  path: string;
  field: string;
  body: object;
  isSigned: boolean;
}

async function amountFields(member: Member): Promise<AmountField[]> {
  const [from, to] = [await make(member, "/accounts", { name: "from" }), await make(member, "/accounts", { name: "to" })];
  const category = await make(member, "/categories", { name: "budgeted" });
  const card = { name: "card", closing_day: 5, due_day: 10 };
  return [
    { path: "/transactions", field: "amount_cents", body: { description: "x" }, isSigned: true },
    { path: "/accounts", field: "opening_balance_cents", body: { name: "x" }, isSigned: true },
    { path: "/credit_cards", field: "limit_cents", body: card, isSigned: false },
    { path: "/budgets", field: "amount_cents", body: { category_id: category.id, date: "2030-01-01" }, isSigned: false },
    { path: "/transfers", field: "amount_cents", body: { from_account_id: from.id, to_account_id: to.id }, isSigned: false },
  ];
}

/** Sends the number's exact text, which JSON.stringify would change. */
function postRaw(pair: Pair, member: Member, { path, field, body }: AmountField, number: string): Promise<Reply> {
  const text = `${JSON.stringify(body).slice(0, -1)},"${field}":${number}}`;
  const headers = { authorization: member.authorization, "content-type": "application/json" };
  return pair.finance.send(path, { method: "POST", headers, body: text });
}

/** Each number in each field gets a 422 for that field, and changes nothing. */
async function refuseAll(pair: Pair, numbers: readonly string[]): Promise<string> {
  const member = await pair.people.member();
  const fields = await amountFields(member);
  await changesNothing(pair, [member], async () => {
    for (const each of fields) {
      for (const number of numbers)
        expectWrong(await postRaw(pair, member, each, number), each.field, `POST ${each.path} ${each.field} ${number}`);
    }
  });
  const row = await makeRow(member, { amount_cents: -5 });
  for (const number of numbers) {
    const headers = { authorization: member.authorization, "content-type": "application/json" };
    const body = `{"amount_cents":${number}}`;
    expectWrong(await pair.finance.send(`/transactions/${row.id}`, { method: "PUT", headers, body }), "amount_cents", number);
  }
  return `${numbers.length} numbers in ${fields.length + 1} fields`;
}

export const cents: AttackCase[] = [
  attack("FC-02", "minus zero is zero", async (pair) => {
    const member = await pair.people.member();
    const [each] = (await amountFields(member)) as [AmountField];
    const reply = await postRaw(pair, member, each, "-0");
    assert.equal(reply.status, 201, reply.text);
    assert.match(reply.text, /"amount_cents":0[,}]/);
    const { id } = reply.body as RecordView;
    assert.match((await member.get(`/transactions/${id}`)).text, /"amount_cents":0[,}]/);
  }),
  attack("FC-03", "amounts that are too large are rejected, never rounded", { quick: true }, async (pair) => {
    const large = ["9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775808", "1".repeat(30)];
    const detail = await refuseAll(pair, [...large, String(MOST_CENTS + 1), "1e18", "1e400", "-1e400", `-${"9".repeat(30)}`]);
    const member = await pair.people.member();
    for (const each of await amountFields(member)) {
      const reply = await postRaw(pair, member, each, String(MOST_CENTS));
      assert.equal(reply.status, 201, `${each.path}: ${reply.text}`);
      assert.ok(reply.text.includes(String(MOST_CENTS)), reply.text);
    }
    return detail;
  }),
  attack("FC-05", "a number that is not written as an integer is rejected", (pair) =>
    refuseAll(pair, ["1e3", "1.01", "1.5", "0.001", "-1E2", "1e-2", "10e-1"]),
  ),
  attack("FC-06", "only JSON numbers are amounts", async (pair) => {
    const detail = await refuseAll(pair, ['"1000"', '"10,50"', '"R$ 10"', '""', "true", "false", "[]", "[1]", "{}", '"NaN"']);
    const member = await pair.people.member();
    for (const each of await amountFields(member)) {
      for (const text of ["NaN", "Infinity", "-Infinity", "0x10", "+1", "01", "1,5", "1_000", ".5", "1."])
        assert.equal((await postRaw(pair, member, each, text)).status, 400, `${each.path} ${text}`);
    }
    return detail;
  }),
  attack("FC-08", "sums stay exact up to the limit, and writes beyond it are rejected", async (pair) => {
    const member = await pair.people.member();
    const account = await make(member, "/accounts", { name: "full", opening_balance_cents: MOST_CENTS });
    const body = { description: "at the limit", account_id: account.id, amount_cents: MOST_CENTS };
    // Each creates thousands of rows in one statement.
    let refused = 0;
    for (let series = 0; series < 12; series++) {
      const recurrence = { ...body, date: "1995-01-01", recurrence_attributes: { periodicity: "weekly" } };
      const reply = await member.post("/transactions", recurrence);
      if (reply.status === 422) refused++;
      else assert.equal(reply.status, 201, reply.text);
    }
    for (let single = 0; single < (pair.options.full ? 10_000 : 1_500); single++) {
      const reply = await member.post("/transactions", { ...body, date: "2020-02-02" });
      if (reply.status === 201) continue;
      refused++;
      assert.deepEqual(wrongFields(reply), ["amount_cents"]);
      break;
    }
    assert.ok(refused > 0, "the limit was never met");
    const amounts = await rowsOf(member);
    const rows = amounts.reduce((sum, { amount_cents: each }) => sum + BigInt(each), 0n);
    const paid = amounts.filter((row) => row.paid).reduce((sum, { amount_cents: each }) => sum + BigInt(each), 0n);
    assert.ok(rows + BigInt(MOST_CENTS) <= BigInt(Number.MAX_SAFE_INTEGER));
    const { text } = await member.get("/balances?start_date=2040-01-01&end_date=2040-12-31");
    const view = /"balance":(-?\d+)/.exec(text)?.[1];
    assert.equal(view, String(paid + BigInt(MOST_CENTS)), "the balance on the wire");
    return `${amounts.length} rows at the limit, ${refused} refused`;
  }),
  attack("FC-09", "a card's limit is not negative, and may be absent", async (pair) => {
    const member = await pair.people.member();
    const card = { name: "card", closing_day: 5, due_day: 10 };
    await changesNothing(pair, [member], async () =>
      expectWrong(await member.post("/credit_cards", { ...card, limit_cents: -1 }), "limit_cents"),
    );
    const newCard = await make(member, "/credit_cards", { ...card, limit_cents: 0 });
    assert.equal(newCard.limit_cents, 0);
    expectWrong(await member.put(`/credit_cards/${newCard.id}`, { limit_cents: -1 }), "limit_cents");
    const spent = await makeRow(member, { credit_card_id: newCard.id, amount_cents: -MOST_CENTS, date: "2026-05-01" });
    assert.equal(spent.amount_cents, -MOST_CENTS, "no limit keeps nothing away");
  }),
  attack("FC-11", "the percentage of a budget is a decimal, whatever is divided", async (pair) => {
    const member = await pair.people.member();
    const cases: [amount: number, spent: number, expected: string][] = [
      ...(
        [
          [0, 0, "0.0"],
          [0, 500, "0.0"],
          [3, 1, "33.3"],
          [3, 2, "66.7"],
          [1, MOST_CENTS, "99999999999900.0"],
        ] as const
      ).map(([amount, spent, text]): [number, number, string] => [amount, spent, text]),
      ...(
        [
          [MOST_CENTS, 1, "0.0"],
          [1_000, -400, "0.0"],
          [8, 1, "12.5"],
        ] as const
      ).map(([amount, spent, text]): [number, number, string] => [amount, spent, text]),
    ];
    for (const [amount, spent, expected] of cases) {
      const category = await make(member, "/categories", { name: `${amount} ${spent}` });
      const budget = { category_id: category.id, amount_cents: amount, date: "2026-06-01", activity_type: 0 };
      const { id } = await make(member, "/budgets", budget);
      await makeRow(member, { category_id: category.id, amount_cents: -spent, date: "2026-06-15", paid: true });
      const list = await read<(RecordView & { percentage: unknown })[]>(member, "/budgets/2026/06");
      const view = list.find((each) => each.id === id);
      assert.equal(view?.percentage, expected, `${spent} of ${amount}`);
    }
    expectWrong(await member.post("/budgets", { category_id: 1, amount_cents: -1 }), "amount_cents");
  }),
];
