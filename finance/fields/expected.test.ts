// `expected`: two who change one field at the same time, and two who change different ones.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

type RecordReply = Record<string, unknown> & { id: number };

async function make(path: string, body: object): Promise<RecordReply> {
  const reply = await ana.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as RecordReply;
}

interface Conflict {
  error: string;
  fields: string[];
  current: RecordReply;
}

const RECORDS: readonly [path: string, body: object, field: string, values: [unknown, unknown, unknown], other: object][] = [
  [
    "/transactions",
    { description: "Pão", amount_cents: -100, date: "2026-11-02", tags: [{ name: "casa" }], notes: "à vista" },
    "amount_cents",
    [-100, -200, -300],
    { description: "Bolo" },
  ],
  ["/accounts", { name: "Carteira" }, "name", ["Carteira", "Bolso", "Mão"], { opening_balance_cents: 7 }],
  ["/credit_cards", { name: "Lua", closing_day: 5, due_day: 12 }, "limit_cents", [0, 500, 600], { name: "Sol" }],
  ["/categories", { name: "Feira", kind: "expenses" }, "name", ["Feira", "Mercado", "Horta"], { color: "112233" }],
];

for (const [path, body, field, [first, theirs, mine], other] of RECORDS)
  test(`PUT ${path}/:id with expected: the later of two who change one field is refused, who changes another is not`, async () => {
    const record = await make(path, body);
    const url = `${path}/${record.id}`;
    const put = (change: object) => ana.put(url, change);
    const read = async () => ((await ana.get(url)).body as RecordReply)[field];
    const expected = { [field]: first };
    assert.equal((await put({ [field]: theirs, expected })).status, 200);
    const late = await put({ [field]: mine, expected });
    assert.equal(late.status, 409, late.text);
    const { error, fields, current } = late.body as Conflict;
    assert.deepEqual([error, fields], ["o registro mudou enquanto isso: confira o que há agora e envie de novo", [field]]);
    assert.deepEqual([current.id, current[field], await read()], [record.id, theirs, theirs], "nothing was changed");

    const [name] = Object.keys(other) as [string];
    assert.equal(
      (await put({ ...other, expected: { [name]: record[name] } })).status,
      200,
      "what else has changed does not matter",
    );
    assert.equal((await put({ [field]: mine, expected: { [field]: theirs } })).status, 200, "by who has seen it");
    assert.equal(await read(), mine);
    const { updated_at: _, balance: __, ...whole } = (await ana.get(url)).body as RecordReply;
    assert.equal((await put({ [field]: theirs, expected: whole })).status, 200, "all of it, as an answer had it");
    assert.equal((await put({ [field]: first })).status, 200, "nothing is asked of who says nothing");
    assert.deepEqual(((await put({ expected: { nothing: 1 } })).body as Conflict).fields, ["nothing"]);
    for (const wrong of ["x", 7, [], true]) assert.equal((await put({ expected: wrong })).status, 422, JSON.stringify(wrong));
    assert.equal((await put({ expected: null })).status, 200);
  });

test("PUT /budgets/:id with expected is refused where the amount was changed meanwhile", async () => {
  const { id: category_id } = await make("/categories", { name: "Lazer", kind: "expenses" });
  const { id } = await make("/budgets", { category_id, amount_cents: 100, month: 11, year: 2026 });
  assert.equal(
    (await ana.put(`/budgets/${id}`, { amount_cents: 200, expected: { amount_cents: 100, category_id } })).status,
    200,
  );
  const late = await ana.put(`/budgets/${id}`, { amount_cents: 300, expected: { amount_cents: 100 } });
  assert.deepEqual([late.status, (late.body as Conflict).current.amount_cents], [409, 200]);
});

test("of many who change one field of one row at once, by what they saw, one does", async () => {
  const { id } = await make("/transactions", { description: "corrida", amount_cents: -1, date: "2026-11-02" });
  const change = (index: number) => ({ description: `de ${index}`, expected: { description: "corrida" } });
  const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => ana.put(`/transactions/${id}`, change(index))));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(409)]);
  const won = replies.findIndex(({ status }) => status === 200);
  assert.equal(((await ana.get(`/transactions/${id}`)).body as RecordReply).description, `de ${won}`);
});
