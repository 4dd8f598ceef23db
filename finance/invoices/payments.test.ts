// Payments of invoices: what is owed and from where, how they change, and that of two at once only one pays.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, fingerprint, type TransactionView, wrongFields } from "../transactions/testing.ts";
import { newAccount } from "../transfers/testing.ts";
import { buy, figuresOf, newCard, pay, readInvoice } from "./testing.ts";

const finance = shareTestFinance();

const db = () => finance.service.world.db;
let members = 0;

interface Owing {
  ana: TestMember;
  card: number;
  /** Of invoice 314, which owes 40,345. */
  path: string;
}

async function owing(more: object = {}): Promise<Owing> {
  const ana = await finance.member(`payer${++members}@example.com`);
  const card = await newCard(ana, more);
  await buy(ana, card, -40_345, "2026-02-10");
  return { ana, card, path: `/credit_cards/${card}/invoices/314/payments` };
}

const defaultAccount = async (ana: TestMember) => {
  const accounts = (await ana.get("/accounts")).body as { id: number; default: boolean }[];
  return accounts.find((account) => account.default)?.id;
};

test("POST .../payments pays what is owed today from the default account, in the category of payments, and says which month", async () => {
  const { ana, card, path } = await owing();
  const reply = await ana.post(path, {});
  assert.equal(reply.status, 201, reply.text);
  const row = reply.body as TransactionView;
  const { payments_category_id: category } = await db().one<{ payments_category_id: number }>(sql`
    select payments_category_id from spaces where space_id = ${ana.spaceId}`);
  const today = finance.clock.now().toISOString().slice(0, 10);
  assert.deepEqual(
    { ...row, id: 0, created_at: "", updated_at: "" },
    {
      id: 0,
      description: "Pagamento Março de 2026",
      date: today,
      paid: true,
      amount_cents: -40_345,
      total_installments: 1,
      installment: 1,
      recurring: false,
      account_id: await defaultAccount(ana),
      account_type: "Account",
      category_id: category,
      contact_id: null,
      notes: null,
      attachments_count: 0,
      credit_card_id: null,
      credit_card_invoice_id: null,
      paid_credit_card_id: card,
      paid_credit_card_invoice_id: 314,
      oposite_transaction_id: null,
      oposite_account_id: null,
      created_at: "",
      updated_at: "",
      tags: [],
      attachments: [],
      recurrence_id: null,
      created_by_id: ana.userId,
    },
  );
  assert.deepEqual((await ana.get(`/transactions/${row.id}`)).body, row);
  assert.deepEqual((await ana.get(path)).body, row);
  assert.deepEqual((await ana.get(`${path}?shape=array`)).body, [row]);
  assert.deepEqual(await figuresOf(ana, card, 314, 315), [
    [0, -40_345, -40_345, 0],
    [0, 0, 0, 0],
  ]);
  const changes = await db().many<{ action: string }>(sql`
    select action from changes where space_id = ${ana.spaceId} and entity = 'transaction' and entity_id = ${row.id}`);
  assert.deepEqual(changes, [{ action: "create" }]);
});

test("POST .../payments takes every field: account, amount with or without a sign, date, notes, category, tags in both forms", async () => {
  const { ana, card, path } = await owing();
  const account = await newAccount(ana, "Banco");
  const category = ((await ana.post("/categories", { name: "Cartão" })).body as { id: number }).id;
  const body = { account_id: account, date: "2026-03-09", notes: "boleto", category_id: category, description: "Cartão" };
  const row = await pay(ana, card, 314, { ...body, amount_cents: 100, joined_tags: "casa, pluggy:1,,casa" });
  assert.deepEqual(
    [row.account_id, row.amount_cents, row.date, row.notes, row.category_id, row.description, row.tags],
    [account, -100, "2026-03-09", "boleto", category, "Cartão", [{ name: "casa" }, { name: "pluggy:1" }]],
  );
  const other = await ana.post(`${path}?amount_cents=-200&tags=API&paid=False&date=2026-03-08`, undefined);
  assert.equal(other.status, 201, other.text);
  assert.deepEqual([(other.body as TransactionView).amount_cents, (other.body as TransactionView).paid], [-200, false]);
  assert.equal(((await ana.get(path)).body as TransactionView).id, row.id, "the newest by date");
  assert.deepEqual(
    ((await ana.get(`${path}?shape=array`)).body as TransactionView[]).map(({ amount_cents: cents }) => cents),
    [-100, -200],
  );
  assert.equal((await ana.get(`${path}?shape=object`)).status, 200);
  assert.deepEqual(wrongFields(await ana.get(`${path}?shape=list`)), ["shape"]);
  assert.deepEqual(await figuresOf(ana, card, 314), [[0, -40_345, -100, -40_245]]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("the account is the card's paying one; one that is archived, unknown or a card is refused, and nothing is written", async () => {
  const { ana, card, path } = await owing();
  const payer = await newAccount(ana, "Pagadora");
  assert.equal((await ana.put(`/credit_cards/${card}`, { payment_account_id: payer })).status, 200);
  assert.equal((await pay(ana, card, 314, { amount_cents: 1 })).account_id, payer);
  const archived = await newAccount(ana, "Velha");
  await ana.put(`/accounts/${archived}/archive`);
  const bruno = await owing();
  const theirs = await defaultAccount(bruno.ana);
  const before = await fingerprint(db(), ana.spaceId);
  const refused: [body: object, fields: string[]][] = [
    ...[card, archived, theirs, 1_987_654_321, 0, "7"].map((account_id): [object, string[]] => [
      { account_id, amount_cents: 1 },
      ["account_id"],
    ]),
    ...[0, "100", 1.5, true, 1_000_000_000_000, 2 ** 63].map((amount_cents): [object, string[]] => [
      { amount_cents },
      ["amount_cents"],
    ]),
    [{ date: "2026-02-30" }, ["date"]],
    [{ paid: "sim" }, ["paid"]],
    [{ category_id: 1_987_654_321 }, ["category_id"]],
    [{ tags: "x", notes: 7, description: " " }, ["description", "notes", "tags"]],
    [{ joined_tags: "x".repeat(41) }, ["joined_tags"]],
    [{ joined_tags: ["x"] }, ["joined_tags"]],
    [{ paid_credit_card_id: bruno.card }, ["paid_credit_card_id"]],
    [{ paid_credit_card_invoice_id: 315 }, ["paid_credit_card_invoice_id"]],
  ];
  for (const [body, fields] of refused) {
    const reply = await ana.post(path, body);
    assert.deepEqual(wrongFields(reply).sort(), fields, reply.text);
    assert.equal((reply.body as TransactionView).id, null);
  }
  await ana.put(`/accounts/${payer}/archive`);
  assert.deepEqual(wrongFields(await ana.post(path, {})), ["account_id"]);
  assert.deepEqual(await figuresOf(ana, card, 314), [[0, -40_345, -1, -40_344]]);
  assert.notEqual(await fingerprint(db(), ana.spaceId), before, "the archiving was written");
});

test("where nothing is owed an amount is needed; with one, an invoice is paid before it has anything", async () => {
  const { ana, card } = await owing();
  const path = (number: number) => `/credit_cards/${card}/invoices/${number}/payments`;
  const before = await fingerprint(db(), ana.spaceId);
  const refused = await ana.post(path(320), {});
  assert.deepEqual((refused.body as { errors: object }).errors, {
    amount_cents: ["é obrigatório(a): não há nada a pagar nesta fatura"],
  });
  assert.equal(await fingerprint(db(), ana.spaceId), before);
  await pay(ana, card, 320, { amount_cents: 500 });
  assert.deepEqual(await figuresOf(ana, card, 320, 321), [
    [0, 0, -500, 500],
    [500, 0, 0, 500],
  ]);
  await buy(ana, card, -700, "2026-09-10");
  const { status } = await readInvoice(ana, card, 321);
  assert.equal(status, "future");
  assert.equal((await pay(ana, card, 321)).amount_cents, -200, "what came from 320 is taken off");
});

test("what is owed may be more than a payment can be, or than the space can add up: a clear 422, and nothing is written", async () => {
  const { ana, card, path } = await owing();
  for (const date of ["2026-02-11", "2026-02-12"]) await buy(ana, card, -999_999_999_999, date);
  assert.deepEqual(wrongFields(await ana.post(path, {})), ["amount_cents"]);
  const payment = await pay(ana, card, 314, { amount_cents: 999_999_999_999 });
  await db().run(sql`update spaces set turnover_cents = 9007199254740991 - 10 where space_id = ${ana.spaceId}`);
  const before = await fingerprint(db(), ana.spaceId);
  assert.deepEqual(wrongFields(await ana.post(path, { amount_cents: 11 })), ["amount_cents"]);
  assert.equal(await fingerprint(db(), ana.spaceId), before);
  assert.equal((await ana.put(`${path}/${payment.id}`, { amount_cents: 1 })).status, 200);
});

test("the id, the card and the times of a payment cannot be set, and may be sent back as they are", async () => {
  const { ana, card, path } = await owing();
  const times = { created_at: "2001-01-01T00:00:00Z", updated_at: "2001-01-01T00:00:00Z" };
  const forged = { id: 1, space_id: 1, ...times, credit_card_id: 7, credit_card_invoice_id: 7, recurring: true, kind: "income" };
  const payment = await pay(ana, card, 314, { ...forged, paid_credit_card_id: card, paid_credit_card_invoice_id: 314 });
  assert.deepEqual([payment.amount_cents, payment.credit_card_id, payment.recurring], [-40_345, null, false]);
  assert.ok(payment.id !== 1 && payment.created_at > times.created_at);
  const changed = (await ana.put(`${path}/${payment.id}`, { ...payment, ...forged, notes: "x" })).body as TransactionView;
  assert.deepEqual(changed, { ...payment, notes: "x", updated_at: changed.updated_at });
});

test("PUT and DELETE of payments recompute this invoice and later ones, under either address", async () => {
  const { ana, card, path } = await owing();
  await buy(ana, card, -10_000, "2026-03-10");
  await buy(ana, card, -1_000, "2026-04-10");
  const first = await pay(ana, card, 314, { amount_cents: 40_000 });
  const second = await pay(ana, card, 315, {});
  assert.equal(second.amount_cents, -10_345);
  const put = async (body: object) => {
    const reply = await ana.put(`${path}/${first.id}`, body);
    assert.equal(reply.status, 200, reply.text);
    return reply.body as TransactionView;
  };
  const account = await newAccount(ana, "Outra");
  const changed = await put({
    amount_cents: 40_345,
    date: "2026-03-01",
    account_id: account,
    notes: "n",
    tags: ["t"],
    description: "d",
  });
  assert.deepEqual(
    [changed.id, changed.amount_cents, changed.date, changed.account_id, changed.notes, changed.tags, changed.description],
    [first.id, -40_345, "2026-03-01", account, "n", [{ name: "t" }], "d"],
  );
  assert.deepEqual([changed.paid_credit_card_id, changed.paid_credit_card_invoice_id], [card, 314]);
  assert.deepEqual(await figuresOf(ana, card, 314, 315, 316), [
    [0, -40_345, -40_345, 0],
    [0, -10_000, -10_345, 345],
    [345, -1_000, 0, -655],
  ]);
  assert.equal((await put({ paid: false })).paid, false);
  assert.deepEqual(await figuresOf(ana, card, 314, 315), [
    [0, -40_345, 0, -40_345],
    [0, -10_000, -10_345, 345],
  ]);
  assert.deepEqual(await put({ ...(await put({ paid: true, joined_tags: "" })) }), {
    ...changed,
    tags: [],
    ...(await stamp(first.id)),
  });
  assert.equal((await ana.put(`/transactions/${first.id}`, { amount_cents: -345 })).status, 200);
  assert.deepEqual((await figuresOf(ana, card, 315))[0], [-40_000, -10_000, -10_345, -39_655]);
  const gone = await ana.delete(`${path}/${first.id}`);
  assert.deepEqual([gone.status, (gone.body as TransactionView).id], [200, first.id]);
  assert.equal((await ana.delete(`${path}/${first.id}`)).status, 404);
  assert.equal((await ana.delete(`/transactions/${second.id}`)).status, 200);
  assert.deepEqual(await figuresOf(ana, card, 314, 315, 316), [
    [0, -40_345, 0, -40_345],
    [0, -10_000, 0, -10_000],
    [0, -1_000, 0, -1_000],
  ]);
  await assertSumsAreRight(db(), ana.spaceId);

  async function stamp(id: number) {
    return { updated_at: ((await ana.get(`/transactions/${id}`)).body as TransactionView).updated_at };
  }
});

test("a payment is found below its own invoice only, and what is wrong with a change leaves it as it was", async () => {
  const { ana, card, path } = await owing();
  const other = await newCard(ana, { name: "Elo" });
  const payment = await pay(ana, card, 314, { amount_cents: 5 });
  const plain = await create(ana, { description: "x", amount_cents: -5 });
  const bruno = await owing();
  const theirs = await pay(bruno.ana, bruno.card, 314);
  const before = await fingerprint(db(), ana.spaceId);
  const urls = [
    `/credit_cards/${card}/invoices/315/payments/${payment.id}`,
    `/credit_cards/${other}/invoices/314/payments/${payment.id}`,
    `/credit_cards/${bruno.card}/invoices/314/payments/${payment.id}`,
    ...[plain.id, theirs.id, 1_987_654_321, "x", "0"].map((id) => `${path}/${id}`),
    `/credit_cards/${bruno.card}/invoices/314/payments/${theirs.id}`,
  ];
  for (const url of urls) {
    for (const reply of [await ana.put(url, { notes: "x" }), await ana.delete(url)])
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], url);
  }
  const refused = [
    { amount_cents: 0 },
    { account_id: card },
    { account_id: other },
    { date: "x" },
    { category_id: 1_987_654_321 },
  ];
  for (const body of [...refused, { paid_credit_card_invoice_id: 315 }, { paid_credit_card_id: other }]) {
    const reply = await ana.put(`${path}/${payment.id}`, body);
    assert.deepEqual(wrongFields(reply), Object.keys(body), reply.text);
    assert.equal((reply.body as TransactionView).id, payment.id);
  }
  for (const body of [{ amount_cents: 0 }, { kind: "income" }, { credit_card_id: other }]) {
    assert.deepEqual(wrongFields(await ana.put(`/transactions/${payment.id}`, body)), Object.keys(body));
  }
  assert.equal(await fingerprint(db(), ana.spaceId), before);
});

test("two payments of what is owed at once, in two processes: one pays, the other finds nothing owed; with a key both are one", async () => {
  const { ana, card, path } = await owing();
  await using replica = await finance.replica();
  const elsewhere = (key?: string) =>
    replica.call(path, {
      method: "POST",
      body: {},
      headers: {
        "user-agent": "Tests (tests@example.com)",
        authorization: ana.authorization,
        ...(key && { "idempotency-key": key }),
      },
    });
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all([ana.post(path, {}), elsewhere(), ana.post(path, {}), elsewhere()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422, 422]);
    assert.deepEqual(await figuresOf(ana, card, 314), [[0, -40_345, -40_345, 0]]);
    const { id } = (await ana.get(path)).body as TransactionView;
    assert.equal((await ana.delete(`${path}/${id}`)).status, 200);
  }
  const key = { "idempotency-key": "pay-314" };
  const [one, two] = await Promise.all([ana.post(path, {}, key), elsewhere("pay-314")]);
  assert.deepEqual([one.status, two.status], [201, 201]);
  assert.equal(one.text, two.text);
  assert.equal((await ana.post(path, { amount_cents: 1 }, key)).status, 422);
  assert.deepEqual(await figuresOf(ana, card, 314), [[0, -40_345, -40_345, 0]]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("payments are neither spent nor earned: the purchase counts, and the account goes down", async () => {
  const { ana, card } = await owing();
  const account = await newAccount(ana, "Banco", { opening_balance_cents: 50_000 });
  await pay(ana, card, 314, { account_id: account, date: "2026-03-10" });
  const reply = await ana.get(`/balances?account_id=${account}&start_date=2026-03-01&end_date=2026-03-31`);
  const { balance, expenses, outcomes, result } = reply.body as Record<string, number>;
  assert.deepEqual([balance, expenses, outcomes, result], [9_655, 0, -40_345, 0]);
});
