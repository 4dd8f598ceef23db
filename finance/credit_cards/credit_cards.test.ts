import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { quickClient, TRUSTING } from "../testing/quick_client.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, fingerprint, list, statementsOf, wrongFields } from "../transactions/testing.ts";
import { buy, type CardView, changeCard, newCard, pay, read } from "./testing.ts";

const finance = shareTestFinance(TRUSTING);
let members = 0;

const db = () => finance.service.world.db;
async function someone(): Promise<TestMember> {
  const member = await finance.member(`cards${++members}@example.com`);
  return { ...member, ...quickClient(finance.port, member.authorization) };
}
const cardsOf = async (member: TestMember) => (await member.get("/credit_cards")).body as CardView[];
const defaultsOf = async (member: TestMember) => (await cardsOf(member)).filter((card) => card.default).map(({ id }) => id);
const defaultAccountOf = async (member: TestMember) =>
  ((await member.get("/accounts")).body as { id: number; default: boolean }[]).find((each) => each.default)?.id as number;

test("POST /credit_cards answers 201 with all keys; GET shows it alone and in the list, one statement each", async () => {
  const ana = await someone();
  assert.deepEqual((await ana.get("/credit_cards")).body, []);
  const body = { name: " Hipercard ", card_network: "hipercard", due_day: 15, closing_day: 2, limit_cents: 500_000 };
  const reply = await ana.post("/credit_cards", body);
  assert.equal(reply.status, 201);
  const { id, ...rest } = reply.body as CardView;
  assert.deepEqual(rest, {
    name: "Hipercard",
    description: null,
    card_network: "hipercard",
    closing_day: 2,
    due_day: 15,
    limit_cents: 500_000,
    kind: "credit_card",
    type: "credit_card",
    archived: false,
    default: true,
    institution_id: "default",
    institution_name: null,
    payment_account_id: null,
    outstanding_cents: 0,
    available_cents: 500_000,
    created_at: "2026-01-31T09:00:00-03:00",
    updated_at: "2026-01-31T09:00:00-03:00",
  });
  assert.deepEqual((await ana.get(`/credit_cards/${id}`)).body, reply.body);
  assert.deepEqual(await cardsOf(ana), [reply.body]);
  for (const path of ["/credit_cards", `/credit_cards/${id}`])
    assert.equal((await statementsOf(db(), () => ana.get(path))).length, 1, path);
});

test("POST /credit_cards takes every field, in the body or in the query string; 0 means no limit", async () => {
  const ana = await someone();
  const fields = {
    name: "Visa",
    description: "Pessoal",
    card_network: null,
    closing_day: 31,
    due_day: 1,
    limit_cents: 0,
    archived: true,
    institution_id: "nubank",
    institution_name: "Nubank",
    payment_account_id: await defaultAccountOf(ana),
  };
  const card = await newCard(ana, fields);
  for (const [name, value] of Object.entries(fields)) assert.deepEqual(card[name as keyof CardView], value, name);
  assert.deepEqual([card.default, card.available_cents], [false, null]);
  const byQuery = await ana.post("/credit_cards?name=Elo&closing_day=5&due_day=12&limit_cents=7");
  assert.equal(byQuery.status, 201, byQuery.text);
  assert.deepEqual([(byQuery.body as CardView).due_day, (byQuery.body as CardView).default], [12, true]);
});

const REFUSED: Record<string, unknown[]> = {
  name: ["", "   ", 7, "x".repeat(256)],
  description: [5, "x".repeat(1_001)],
  card_network: ["", "Visa", "vi sa", "x".repeat(41), 5, ["visa"]],
  closing_day: [0, 32, -1, 1.5, "5", true],
  due_day: [0, 32, -1, "10", {}],
  limit_cents: [-1, 1.5, "7", 1_000_000_000_000, 1e300],
  archived: ["true", 1],
  default: ["true", 0],
  institution_id: ["", 5],
  institution_name: [5],
  payment_account_id: ["1", 0, -1, 1.5, 2 ** 31, 2_000_000_000],
};

test("POST and PUT /credit_cards refuse each wrong value with the field's name, and write nothing", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const before = await fingerprint(db(), ana.spaceId);
  for (const [name, values] of Object.entries(REFUSED))
    for (const value of values) {
      const body = { name: "Visa", closing_day: 5, due_day: 10, [name]: value };
      assert.deepEqual(wrongFields(await ana.post("/credit_cards", body)), [name], `${name}: ${value}`);
      assert.deepEqual(wrongFields(await ana.put(`/credit_cards/${card.id}`, { [name]: value })), [name], `${name}: ${value}`);
    }
  assert.deepEqual(wrongFields(await ana.post("/credit_cards", {})), ["name", "closing_day", "due_day"]);
  assert.deepEqual(wrongFields(await ana.post("/credit_cards", { ...card, archived: true, default: true })), ["default"]);
  assert.deepEqual(wrongFields(await ana.post("/credit_cards", { ...card, payment_account_id: card.id })), [
    "payment_account_id",
  ]);
  assert.deepEqual(wrongFields(await ana.put(`/credit_cards/${card.id}`, { force: "yes" })), ["force"]);
  const refused = (await ana.post("/credit_cards", { name: "", closing_day: 5, due_day: 40 })).body as CardView;
  assert.deepEqual([refused.id, refused.created_at, refused.name, refused.due_day], [null, null, "", 40]);
  assert.equal(await fingerprint(db(), ana.spaceId), before);
  const account = (await ana.post("/accounts", { name: "antiga", archived: true })).body as { id: number };
  const reply = await ana.post("/credit_cards", { name: "x", closing_day: 1, due_day: 2, payment_account_id: account.id });
  assert.deepEqual(wrongFields(reply), ["payment_account_id"]);
});

test("PUT /credit_cards/:id changes what is sent, keeps the rest, and takes its own record back; PUT /categories/:id is none of it", async () => {
  const ana = await someone();
  const card = await newCard(ana, { limit_cents: 100, card_network: "elo" });
  finance.clock.advance(60);
  const changed = await changeCard(ana, card.id, { name: "Visa Exclusive", limit_cents: 1_200_000, description: "nova" });
  const now = changed.updated_at;
  assert.notEqual(now, card.updated_at);
  const expected = {
    ...card,
    name: "Visa Exclusive",
    limit_cents: 1_200_000,
    available_cents: 1_200_000,
    description: "nova",
    updated_at: now,
  };
  assert.deepEqual(changed, expected);
  assert.deepEqual(await changeCard(ana, card.id, changed), changed);
  const { entries } = await db().one<{ entries: number }>(sql`
    select count(*) as entries from card_days where space_id = ${ana.spaceId}`);
  assert.equal(entries, 1);
  assert.equal((await ana.put(`/categories/${card.id + 1_000_000}`, { name: "x", closing_day: 4 })).status, 404);
});

test("/credit_cards/:id of another space, of an account, of nobody or of no number is the same 404, and changes nothing", async () => {
  const [ana, bruno] = [await someone(), await someone()];
  const { id } = await newCard(bruno);
  const before = await fingerprint(db(), bruno.spaceId);
  for (const path of [
    String(id),
    String(await defaultAccountOf(ana)),
    "1999999999",
    "0",
    "-1",
    "x",
    "1e3",
    "99999999999999999999",
  ])
    for (const method of ["get", "put", "delete"] as const) {
      const reply = await ana[method](`/credit_cards/${path}`, method === "put" ? { name: "x" } : undefined);
      assert.deepEqual([reply.status, reply.body], [404, { error: "registro não encontrado" }], `${method} ${path}`);
    }
  assert.equal(await fingerprint(db(), bruno.spaceId), before);
});

test("the default passes on to the oldest open card when it is archived or deleted; an archived one is never it", async () => {
  const ana = await someone();
  const [first, second, third] = [await newCard(ana), await newCard(ana), await newCard(ana, { default: true })];
  assert.deepEqual(await defaultsOf(ana), [third.id]);
  await changeCard(ana, third.id, { archived: true });
  assert.deepEqual(await defaultsOf(ana), [first.id]);
  assert.deepEqual(wrongFields(await ana.put(`/credit_cards/${third.id}`, { default: true })), ["default"]);
  const reply = await ana.delete(`/credit_cards/${first.id}`);
  assert.deepEqual([reply.status, (reply.body as CardView).id, (reply.body as CardView).default], [200, first.id, true]);
  assert.equal((await ana.delete(`/credit_cards/${first.id}`)).status, 404);
  assert.deepEqual(await defaultsOf(ana), [second.id]);
  await changeCard(ana, second.id, { archived: true });
  assert.deepEqual(await defaultsOf(ana), []);
  await changeCard(ana, third.id, { archived: false });
  assert.deepEqual(await defaultsOf(ana), [third.id]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("outstanding_cents is what is owed on invoices that nobody has paid of, with what those before them left", async () => {
  const ana = await someone();
  const card = await newCard(ana, { limit_cents: 100_000 });
  const owed = async () => {
    const { outstanding_cents: outstanding, available_cents: available } = (await cardsOf(ana))[0] as CardView;
    assert.equal(available, 100_000 - outstanding);
    return outstanding;
  };
  await buy(ana, card.id, "2026-03-01", { amount_cents: -30_000 });
  await buy(ana, card.id, "2026-03-02", { amount_cents: -12_345 });
  await buy(ana, card.id, "2026-03-03", { amount_cents: 2_000 });
  assert.equal(await owed(), 40_345);
  await pay(ana, card.id, 314, { amount_cents: 40_000 });
  assert.equal(await owed(), 345);
  await buy(ana, card.id, "2026-03-20", { amount_cents: -10_000 });
  assert.equal(await owed(), 10_345);
  await buy(ana, card.id, "2026-06-20", { amount_cents: -600, installments_attributes: { periodicity: "monthly", total: 2 } });
  await pay(ana, card.id, 315, { amount_cents: 11_000 });
  assert.equal(await owed(), 600);
  await buy(ana, card.id, "2026-04-20", { amount_cents: -700 });
  assert.equal(await owed(), 645);
  await buy(ana, card.id, "2026-09-01", { amount_cents: 5_000 });
  assert.equal(await owed(), 645);
});

test("DELETE /credit_cards/:id takes its purchases, series and sums with it; what paid it stays as plain rows", async () => {
  const ana = await someone();
  const [card, other] = [await newCard(ana), await newCard(ana)];
  const account = await defaultAccountOf(ana);
  await buy(ana, card.id, "2026-01-10", { tags: ["a"] });
  await buy(ana, card.id, "2026-01-10", { recurrence_attributes: { periodicity: "monthly" } });
  const parts = await buy(ana, card.id, "2026-01-10", { installments_attributes: { periodicity: "monthly", total: 5 } });
  await ana.put(`/transactions/${parts.id + 1}`, { account_id: account });
  await ana.put(`/transactions/${parts.id + 2}`, { credit_card_id: other.id });
  const payment = await pay(ana, card.id, 313, { amount_cents: 500 });
  assert.equal((await ana.delete(`/credit_cards/${card.id}`)).status, 200);
  const cards = await list(ana);
  assert.deepEqual(
    cards
      .map((row) => [row.id, row.account_id, row.paid_credit_card_id, row.paid_credit_card_invoice_id, row.category_id])
      .sort(),
    [
      [parts.id + 1, account, null, null, parts.category_id],
      [parts.id + 2, other.id, null, null, parts.category_id],
      [payment.id, account, null, null, payment.category_id],
    ].sort(),
  );
  await assertSumsAreRight(db(), ana.spaceId);
  const { kept } = await db().one<{ kept: number }>(sql`
    select count(*) as kept from series where space_id = ${ana.spaceId} and ended and credit_card_id = ${other.id}`);
  assert.equal(kept, 1);
});

test("DELETE /accounts/:id takes the payments made from it, and invoices and cards follow", async () => {
  const ana = await someone();
  const account = (await ana.post("/accounts", { name: "paga" })).body as { id: number };
  const card = await newCard(ana, { payment_account_id: account.id });
  const row = await buy(ana, card.id, "2026-03-01");
  await pay(ana, card.id, 314);
  assert.equal((await read(ana, row.id)).paid, true);
  const moved = await create(ana, {
    description: "m",
    amount_cents: -600,
    account_id: account.id,
    date: "2026-03-01",
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
  await ana.put(`/transactions/${moved.id + 2}`, { credit_card_id: card.id });
  assert.equal((await ana.delete(`/accounts/${account.id}`)).status, 200);
  assert.equal((await read(ana, row.id)).paid, false);
  assert.deepEqual(
    (await cardsOf(ana)).map((each) => [each.payment_account_id, each.outstanding_cents]),
    [[null, 1_200]],
  );
  await assertSumsAreRight(db(), ana.spaceId);
});

test("50 × default: true at once, on cards that are there and new ones, leave exactly one default", async () => {
  const ana = await someone();
  const cards = [await newCard(ana), await newCard(ana), await newCard(ana)];
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 5 === 0
        ? ana.post("/credit_cards", { name: "x", closing_day: 1, due_day: 9, default: true })
        : ana.put(`/credit_cards/${(cards[index % 3] as CardView).id}`, { default: true }),
    ),
  );
  assert.ok(replies.every(({ status }) => status === 200 || status === 201));
  assert.equal((await defaultsOf(ana)).length, 1);
});

test("DELETE /credit_cards/:id while purchases are made on it: each is refused or gone, also from another process", async () => {
  const ana = await someone();
  await using replica = await finance.replica();
  const headers = { "user-agent": "Tests", authorization: ana.authorization };
  for (let round = 0; round < 8; round++) {
    const { id } = await newCard(ana);
    const purchase = { description: "x", credit_card_id: id, amount_cents: -5, date: "2026-02-02" };
    const elsewhere = () => replica.call("/transactions", { method: "POST", body: purchase, headers });
    const replies = await Promise.all([
      elsewhere(),
      ana.post("/transactions", purchase),
      ana.delete(`/credit_cards/${id}`),
      elsewhere(),
      ana.post("/transactions", { ...purchase, installments_attributes: { periodicity: "monthly", total: 3 } }),
    ]);
    for (const { status, text } of replies) assert.ok([200, 201, 422].includes(status), text);
  }
  assert.deepEqual(await list(ana), []);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("an Idempotency-Key makes one card; a token that may only read is refused, and every write is in the changes", async () => {
  const ana = await someone();
  const key = { "idempotency-key": "card" };
  const body = { name: "Visa", closing_day: 5, due_day: 10 };
  const [one, two] = [await ana.post("/credit_cards", body, key), await ana.post("/credit_cards", body, key)];
  assert.deepEqual(one.body, two.body);
  const { id } = one.body as CardView;
  await changeCard(ana, id, { closing_day: 6 });
  await ana.delete(`/credit_cards/${id}`);
  const entries = await db().many<{ action: string; entity: string; before: number | null; after: number | null }>(sql`
    select action, entity, before -> 'closing_day' as before, after -> 'closing_day' as after
      from changes
     where space_id = ${ana.spaceId} and entity in ('credit_card', 'card_days')
     order by version, n`);
  assert.deepEqual(
    entries.map(({ action, entity, before: was, after: is }) => [action, entity, was, is]),
    [
      ["create", "credit_card", null, null],
      ["create", "card_days", null, 5],
      ["create", "card_days", null, 6],
      ["delete", "credit_card", null, null],
      ["delete", "card_days", 5, null],
      ["delete", "card_days", 6, null],
    ],
  );
  const reader = await finance.member("reader@example.com", { scope: "read" });
  assert.equal((await reader.get("/credit_cards")).status, 200);
  for (const reply of [
    await reader.post("/credit_cards", body),
    await reader.put("/credit_cards/1"),
    await reader.delete("/credit_cards/1"),
  ])
    assert.equal(reply.status, 403);
});
