// A refusal of a state that is over is decided again, as if nobody had decided before: two processes on one space.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTcpProxy, type TcpProxy, through } from "../../kernel/testing/tcp_proxy.ts";
import { until } from "../../kernel/testing/until.ts";
import {
  clientWith,
  startTestFinance,
  type TestClient,
  type TestFinance,
  type TestMember,
  type TestReplica,
} from "../testing.ts";
import { create, type TransactionView } from "../transactions/testing.ts";

let finance: TestFinance;
let proxy: TcpProxy;
let replica: TestReplica;
let ana: TestMember;
/** Ana, at a second process whose statements can be held back. */
let elsewhere: TestClient;

before(async () => {
  finance = await startTestFinance();
  proxy = await startTcpProxy({ port: Number(new URL(finance.database.url).port) });
  replica = await finance.replica({ DATABASE_URL: through(proxy, finance.database.url) });
  ana = await finance.member("ana@example.com");
  elsewhere = clientWith(replica.call, ana.authorization);
});

after(async () => {
  await replica[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await finance[Symbol.asyncDispose]();
});

/** The first attempt of the second process is refused, and before it looks whether that still holds, this happens in the first process. */
async function betweenAttempts(send: () => Promise<Reply>, happens: () => Promise<unknown>): Promise<Reply> {
  const { db } = replica.service.world;
  db.observer = ({ text }) => {
    if (!/select version from spaces/.test(text)) return;
    db.observer = undefined;
    proxy.stall(true);
  };
  const sending = send();
  await until("the first attempt is refused", () => proxy.held > 0);
  await happens();
  proxy.stall(false);
  return sending;
}

interface Category {
  id: number;
}

/** The id of a category that is not there, and what brings it back. */
async function lostCategory() {
  const { id } = (await ana.post("/categories", { name: "Feira" })).body as Category;
  assert.equal((await ana.delete(`/categories/${id}`)).status, 200);
  const { changes } = (await ana.get("/changes?since=0")).body as { changes: { version: number }[] };
  const version = changes.at(-1)?.version;
  const bringBack = async () => {
    const reply = await ana.post("/changes/undo", { version });
    assert.equal(reply.status, 200, reply.text);
  };
  return { id, bringBack };
}

test("POST /transactions is 201 where its category appears after the first attempt has missed it", async () => {
  const { id, bringBack } = await lostCategory();
  const body = { description: "Feira", amount_cents: -500, category_id: id };
  const reply = await betweenAttempts(() => elsewhere.post("/transactions", body), bringBack);
  assert.equal(reply.status, 201, reply.text);
  assert.equal((reply.body as TransactionView).category_id, id);
});

test("PUT /transactions/:id is 200 where its category appears after the first attempt has missed it", async () => {
  const { id, bringBack } = await lostCategory();
  const row = await create(ana, { description: "Café", amount_cents: -500 });
  const reply = await betweenAttempts(() => elsewhere.put(`/transactions/${row.id}`, { category_id: id }), bringBack);
  assert.equal(reply.status, 200, reply.text);
  assert.equal((reply.body as TransactionView).category_id, id);
});

const NOBODY = 2 ** 31 - 1;
const unknown = ["não foi encontrado(a)"];

test("a refusal that was decided twice says each problem once", async () => {
  const row = await create(ana, { description: "Café", amount_cents: -500 });
  const account = (await ana.post("/accounts", { name: "Nubank" })).body as { id: number };
  const category = (await ana.post("/categories", { name: "Lazer" })).body as Category;
  const card = (await ana.post("/credit_cards", { name: "Roxo", closing_day: 5, due_day: 10 })).body as { id: number };
  const rule = { name: "x", conditions: { text_contains: "x" }, actions: { category_id: NOBODY } };
  const cases: [send: () => Promise<Reply>, errors: object][] = [
    [() => elsewhere.post("/transactions", { description: "x", category_id: NOBODY }), { category_id: unknown }],
    [() => elsewhere.put(`/transactions/${row.id}`, { account_id: NOBODY }), { account_id: unknown }],
    [
      () => elsewhere.post("/transactions/bulk", { ids: [row.id], set: { category_id: NOBODY } }),
      { "set.category_id": [`${unknown} (id: ${row.id})`] },
    ],
    [
      () => elsewhere.post("/transfers", { from_account_id: account.id, to_account_id: NOBODY, amount_cents: 5 }),
      { to_account_id: unknown },
    ],
    [() => elsewhere.put(`/accounts/${account.id}`, { name: "" }), { name: ["não pode estar em branco"] }],
    [() => elsewhere.put(`/credit_cards/${card.id}`, { payment_account_id: NOBODY }), { payment_account_id: unknown }],
    [() => elsewhere.put(`/categories/${category.id}`, { parent_id: NOBODY }), { parent_id: unknown }],
    [() => elsewhere.post("/budgets", { category_id: NOBODY, amount_cents: 5 }), { category_id: unknown }],
    [
      () => elsewhere.post(`/credit_cards/${card.id}/invoices/312/payments`, { amount_cents: 5, account_id: NOBODY }),
      { account_id: unknown },
    ],
    [() => elsewhere.post("/import_rules", rule), { "actions.category_id": unknown }],
  ];
  for (const [send, errors] of cases) {
    const reply = await betweenAttempts(send, () => create(ana, { description: "Pão", amount_cents: -100 }));
    assert.deepEqual([reply.status, (reply.body as { errors?: object }).errors], [422, errors], reply.text);
  }
});
