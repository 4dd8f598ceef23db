// FINANCE_UPSTREAM_ANSWERS=true: each answer that the original service is known to give otherwise than its documentation says, beside
// the one that we give without it. docs/compatibility/finance.md lists them.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Type } from "typebox";
import { Failure, shaped, Transaction } from "./testing/client_shapes.ts";
import { startTestFinance, type TestFinance, type TestMember } from "./testing.ts";

interface Side {
  finance: TestFinance;
  ana: TestMember;
}
let plain: Side;
let upstream: Side;

before(async () => {
  const start = async (variables: Record<string, string>): Promise<Side> => {
    const finance = await startTestFinance(variables);
    return { finance, ana: await finance.member("ana@example.com") };
  };
  plain = await start({});
  upstream = await start({ UPSTREAM_ANSWERS: "true" });
});

after(() => Promise.all([plain, upstream].map((side) => side?.finance[Symbol.asyncDispose]())));

type Row = { id: number } & Record<string, unknown>;
const make = async (ana: TestMember, path: string, body: object) => shaped<Row>(await ana.post(path, body), 201, Type.Object({}));

test("GET .../payments: the newest payment, or [] without any; upstream a list; ?shape asks for either", async () => {
  for (const { ana } of [plain, upstream]) {
    const isUpstream = ana === upstream.ana;
    const card = await make(ana, "/credit_cards", { name: "Visa", closing_day: 5, due_day: 10 });
    await make(ana, "/transactions", { description: "x", amount_cents: -900, date: "2026-02-10", credit_card_id: card.id });
    const path = `/credit_cards/${card.id}/invoices/314/payments`;
    for (const each of [path, `${path}?shape=array`])
      assert.deepEqual(shaped(await ana.get(each), 200, Type.Array(Transaction)), [], each);
    shaped(await ana.get(`${path}?shape=object`), 404, Failure);
    shaped(await ana.get(`/credit_cards/${card.id + 999}/invoices/314/payments`), 404, Failure);
    const payments = [await make(ana, path, { amount_cents: 300 }), await make(ana, path, { amount_cents: 200 })].reverse();
    if (isUpstream) assert.deepEqual(shaped(await ana.get(path), 200, Type.Array(Transaction)), payments);
    else assert.deepEqual(shaped(await ana.get(path), 200, Transaction), payments[0]);
    assert.deepEqual(shaped(await ana.get(`${path}?shape=array`), 200, Type.Array(Transaction)), payments);
    assert.deepEqual(shaped(await ana.get(`${path}?shape=object`), 200, Transaction), payments[0]);
  }
});

test("PUT is answered 200, upstream 201, also when it is sent again under its Idempotency-Key, and the API's document says so", async () => {
  for (const [{ ana }, status] of [[plain, 200] as const, [upstream, 201] as const]) {
    const account = await make(ana, "/accounts", { name: "Conta" });
    const row = await make(ana, "/transactions", { description: "x" });
    const changed = await ana.put(`/transactions/${row.id}`, { notes: "n" });
    assert.deepEqual(Object.keys(shaped<Row>(changed, status, Transaction)).length, 26);
    const put = () => ana.put(`/accounts/${account.id}`, { name: "Outra" }, { "idempotency-key": "rename" });
    assert.deepEqual([(await put()).status, (await put()).status], [status, status]);
    const { paths } = (await ana.get("/openapi.json")).body as { paths: Record<string, { put?: { responses: object } }> };
    assert.ok(String(status) in (paths["/accounts/{id}"]?.put?.responses ?? {}));
  }
});

test("GET /transactions holds the whole months of its days, upstream the days; exact_dates says it outright", async () => {
  for (const { ana } of [plain, upstream]) {
    await make(ana, "/transactions", { description: "out", date: "2026-03-01" });
    await make(ana, "/transactions", { description: "in", date: "2026-03-15" });
    const listed = async (query: string) =>
      ((await ana.get(`/transactions?start_date=2026-03-10&end_date=2026-03-20${query}`)).body as Row[]).length;
    assert.deepEqual(
      [await listed(""), await listed("&exact_dates=true"), await listed("&exact_dates=false")],
      [ana === upstream.ana ? 1 : 2, 1, 2],
    );
  }
});

test("PUT /transactions/:id: a positive amount keeps the direction, upstream it is an income; payments always leave the account", async () => {
  for (const { ana } of [plain, upstream]) {
    const row = await make(ana, "/transactions", { description: "x", amount_cents: -500 });
    const split = { installments_attributes: { periodicity: "monthly", total: 2 } };
    const parts = await make(ana, "/transactions", { description: "x", amount_cents: -500, ...split });
    const card = await make(ana, "/credit_cards", { name: "Visa", closing_day: 5, due_day: 10 });
    const payment = await make(ana, `/credit_cards/${card.id}/invoices/314/payments`, { amount_cents: 300 });
    const after = async ({ id }: Row, body: object) => ((await ana.put(`/transactions/${id}`, body)).body as Row).amount_cents;
    const sign = ana === upstream.ana ? 1 : -1;
    assert.deepEqual(
      [
        await after(row, { amount_cents: 700 }),
        await after(row, { amount_cents: 700, kind: "expense" }),
        await after(row, { amount_cents: -700 }),
        await after(parts, { total_amount_cents: 600 }),
        await after(payment, { amount_cents: 400 }),
      ],
      [sign * 700, -700, -700, sign * 300, -400],
    );
  }
});

test("401 without credentials is a text that is no JSON upstream; with wrong ones it is the same as ours", async () => {
  for (const { finance, ana } of [plain, upstream]) {
    const nobody = await finance.call("/accounts");
    assert.deepEqual([nobody.status, nobody.headers["www-authenticate"]], [401, 'Basic realm="Cofre", charset="UTF-8"']);
    const refusal = [nobody.headers["content-type"], nobody.text];
    if (ana === upstream.ana) assert.deepEqual(refusal, ["text/html; charset=utf-8", "HTTP Basic: Access denied."]);
    else assert.deepEqual(refusal, ["application/json; charset=utf-8", '{"error":"Não autorizado"}']);
    const headers = { "user-agent": "x", authorization: `Basic ${Buffer.from("ana@example.com:wrong").toString("base64")}` };
    assert.deepEqual(shaped(await finance.call("/accounts", { headers }), 401, Failure), { error: "Não autorizado" });
  }
});

test("404 for a path that nobody serves is in English upstream; of a record it is the same as ours", async () => {
  for (const { ana } of [plain, upstream]) {
    const error = ana === upstream.ana ? "not found" : "rota não encontrada";
    assert.deepEqual(shaped(await ana.get("/recurrences"), 404, Failure), { error });
    assert.deepEqual(shaped(await ana.get("/accounts/1999999999"), 404, Failure), { error: "registro não encontrado" });
  }
});
