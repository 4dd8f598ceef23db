import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, list, type TransactionView } from "../transactions/testing.ts";

const finance = shareTestFinance();

interface Undo {
  version: number | null;
  undone: number;
  kept: { entity: string; entity_id: number; reason: string }[];
}

let members = 0;
const newMember = () => finance.member(`member${++members}@example.com`);
const version = async (member: TestMember) => Number(((await member.get("/changes")).body as { cursor: string }).cursor);
const undo = (member: TestMember, body: object) => member.post("/changes/undo", body);
async function undone(member: TestMember, body: object): Promise<Undo> {
  const reply = await undo(member, body);
  assert.equal(reply.status, 200, reply.text);
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
  return reply.body as Undo;
}

test("POST /changes/undo takes back a write by its version, and by the id of its request", async () => {
  const member = await newMember();
  const row = await create(member, { description: "pão", amount_cents: -500 });
  const changed = await member.put(`/transactions/${row.id}`, { amount_cents: -900, notes: "caro" });
  const requestId = changed.headers["x-request-id"] as string | undefined;
  const { changes } = (await member.get(`/changes?since=${(await version(member)) - 1}`)).body as {
    changes: { request_id: string }[];
  };
  const answer = await undone(member, { request_id: requestId ?? changes[0]?.request_id });
  assert.deepEqual(answer, { version: await version(member), undone: 1, kept: [] });
  assert.deepEqual((await member.get(`/transactions/${row.id}`)).body, row);
  await undone(member, { version: answer.version });
  assert.equal(((await member.get(`/transactions/${row.id}`)).body as TransactionView).amount_cents, -900);
});

test("POST /changes/undo leaves what was changed since, and lists it; with force it goes too", async () => {
  const member = await newMember();
  const row = await create(member, {
    description: "tv",
    amount_cents: -300,
    date: "2026-01-05",
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
  const creation = await version(member);
  await member.put(`/transactions/${row.id + 1}`, { description: "tv, segunda" });
  const first = await undone(member, { version: creation });
  assert.equal(first.undone, 2);
  assert.deepEqual(first.kept.map(({ entity, reason }) => [entity, reason]).sort(), [
    ["series", "needed"],
    ["transaction", "changed"],
  ]);
  assert.equal((await member.get(`/transactions/${row.id}`)).status, 404);
  assert.equal((await member.get(`/transactions/${row.id + 1}`)).status, 200);
  const second = await undone(member, { version: creation, force: true });
  assert.deepEqual(second.kept, []);
  assert.equal((await member.get(`/transactions/${row.id + 1}`)).status, 404);
});

test("POST /changes/undo of a deleted account brings its rows back, and what another write needs stays", async () => {
  const member = await newMember();
  const { id } = (await member.post("/accounts", { name: "Velha", opening_balance_cents: 1000 })).body as { id: number };
  const creation = await version(member);
  const row = await create(member, { description: "x", amount_cents: -5, account_id: id });
  const reply = await undone(member, { version: creation });
  assert.deepEqual([reply.undone, reply.kept], [0, [{ entity: "account", entity_id: id, reason: "needed" }]]);
  await member.delete(`/accounts/${id}`);
  assert.equal((await member.get(`/transactions/${row.id}`)).status, 404);
  await undone(member, { version: await version(member) });
  assert.deepEqual((await member.get(`/transactions/${row.id}`)).body, row);
});

test("POST /changes/undo does not bring back a row whose account is gone", async () => {
  const member = await newMember();
  const { id } = (await member.post("/accounts", { name: "Vai" })).body as { id: number };
  const row = await create(member, { description: "x", amount_cents: -5, account_id: id });
  await member.delete(`/transactions/${row.id}`);
  const deleted = await version(member);
  await member.delete(`/accounts/${id}`);
  const { undone: count, kept } = await undone(member, { version: deleted });
  assert.deepEqual([count, kept], [0, [{ entity: "transaction", entity_id: row.id, reason: "incomplete" }]]);
});

test("POST /changes/undo of new days puts purchases back, also those made since", async () => {
  const member = await newMember();
  const card = (await member.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 12 })).body as { id: number };
  const early = await create(member, { description: "a", amount_cents: -100, date: "2026-03-10", credit_card_id: card.id });
  await member.put(`/credit_cards/${card.id}`, { closing_day: 20, due_day: 28, update_invoices_since: "2026-01-01" });
  const moved = await version(member);
  const later = await create(member, { description: "b", amount_cents: -100, date: "2026-03-10", credit_card_id: card.id });
  assert.notEqual(later.credit_card_invoice_id, early.credit_card_invoice_id);
  await undone(member, { version: moved });
  for (const { id } of [early, later]) {
    const { credit_card_invoice_id: invoice } = (await member.get(`/transactions/${id}`)).body as TransactionView;
    assert.equal(invoice, early.credit_card_invoice_id);
  }
});

test("POST /changes/undo of a fixed series takes the rows along that it has made by itself since", async () => {
  const member = await newMember();
  const year = Number(finance.clock.now().toISOString().slice(0, 4));
  await create(member, { description: "fixa", amount_cents: -10, recurrence_attributes: { periodicity: "monthly" } });
  const creation = await version(member);
  const far = [`${year + 6}-01-01`, `${year + 6}-12-31`] as const;
  assert.equal((await list(member, ...far)).length, 12);
  assert.deepEqual((await undone(member, { version: creation })).kept, []);
  assert.deepEqual(await list(member, ...far), []);
  await undone(member, { version: await version(member) });
  assert.equal((await list(member, ...far)).length, 12);
});

test("POST /changes/undo of a deleted fixed series brings rows back up to the day that all others have theirs", async () => {
  const member = await newMember();
  const year = Number(finance.clock.now().toISOString().slice(0, 4));
  const row = await create(member, { description: "fixa", amount_cents: -10, recurrence_attributes: { periodicity: "monthly" } });
  await create(member, { description: "outra", amount_cents: -10, recurrence_attributes: { periodicity: "monthly" } });
  await member.delete(`/transactions/${row.id}`, { update_all: true });
  const deleted = await version(member);
  const far = [`${year + 6}-01-01`, `${year + 6}-12-31`] as const;
  assert.equal((await list(member, ...far)).length, 12);
  await undone(member, { version: deleted });
  assert.equal((await list(member, ...far)).length, 24);
});

test("POST /changes/undo of a change after which a fixed series made more rows leaves one for each month, however many it has made since", async () => {
  const member = await newMember();
  const year = Number(finance.clock.now().toISOString().slice(0, 4));
  const fixed = {
    description: "fixa",
    amount_cents: -10,
    date: `${year}-01-31`,
    recurrence_attributes: { periodicity: "monthly" },
  };
  await create(member, fixed);
  const [, later] = await list(member, `${year}-06-01`, `${year}-12-31`);
  const moved = await member.put(`/transactions/${later?.id}`, { date: `${year}-01-31`, update_future: true });
  assert.equal(moved.status, 200, moved.text);
  const change = await version(member);
  const far = [`${year}-01-01`, `${year + 8}-12-31`] as const;
  await list(member, `${year}-01-01`, `${year + 6}-12-31`);
  assert.deepEqual((await undone(member, { version: change })).kept, []);
  const months = (await list(member, ...far)).map(({ date }) => date.slice(0, 7));
  assert.deepEqual(months.length, new Set(months).size, "no month has two");
  assert.equal(months.length, 9 * 12);
});

test("POST /changes/undo refuses what is no write of the space, was made by itself, or is none of its records", async () => {
  const member = await newMember();
  const other = await newMember();
  const row = await create(other, { description: "x", amount_cents: -1 });
  const { changes } = (await other.get(`/changes?since=${(await version(other)) - 1}`)).body as {
    changes: { request_id: string }[];
  };
  assert.equal((await undo(member, { request_id: changes[0]?.request_id })).status, 404);
  assert.equal((await other.get(`/transactions/${row.id}`)).status, 200);
  assert.equal((await undo(member, { version: 1_000_000 })).status, 404);
  assert.deepEqual((await undo(member, {})).body, {
    version: null,
    request_id: null,
    force: null,
    errors: { version: ["é obrigatório(a)"] },
  });
  const first = await undo(member, { version: 1 });
  assert.deepEqual([first.status, (first.body as { errors: object }).errors], [422, { base: ["não pode ser desfeito"] }]);
  await member.post("/api_tokens", { name: "x", scope: "read" });
  assert.equal((await undo(member, { version: await version(member) })).status, 422);
  for (const body of [{ version: 0 }, { version: "x" }, { version: 1, force: "yes" }, { request_id: 7 }])
    assert.equal((await undo(member, body)).status, 422, JSON.stringify(body));
});

test("POST /changes/undo twice at once undoes once", async () => {
  const member = await newMember();
  const row = await create(member, { description: "x", amount_cents: -1 });
  const creation = await version(member);
  const replies = await Promise.all([
    undo(member, { version: creation }),
    undo(member, { version: creation }),
    undo(member, { version: creation }),
  ]);
  assert.deepEqual(replies.map(({ body }) => (body as Undo).undone).sort(), [0, 0, 1]);
  assert.equal((await member.get(`/transactions/${row.id}`)).status, 404);
});

test("POST /changes/undo that undoes nothing answers no version, and whoever undoes that takes back nobody else's write", async () => {
  const member = await newMember();
  await create(member, { description: "x", amount_cents: -1 });
  const creation = await version(member);
  await undone(member, { version: creation });
  const other = await create(member, { description: "de outra pessoa", amount_cents: -2 });
  const before = await version(member);
  const nothing = await undone(member, { version: creation });
  assert.deepEqual(nothing, { version: null, undone: 0, kept: [] });
  const refused = await undo(member, { version: nothing.version });
  assert.deepEqual([refused.status, (refused.body as { errors: object }).errors], [422, { version: ["é obrigatório(a)"] }]);
  assert.equal(await version(member), before);
  assert.equal((await member.get(`/transactions/${other.id}`)).status, 200);
});

test("POST /changes/undo of the first of two changes of a card's days writes nothing, and names no version", async () => {
  const member = await newMember();
  const { id } = (await member.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 12 })).body as { id: number };
  finance.clock.advance(1);
  await member.put(`/credit_cards/${id}`, { closing_day: 20, due_day: 28 });
  const first = await version(member);
  finance.clock.advance(1);
  await member.put(`/credit_cards/${id}`, { closing_day: 8, due_day: 15 });
  const before = await version(member);
  const kept = [{ entity: "card_days", entity_id: id, reason: "changed" }];
  assert.deepEqual(await undone(member, { version: first }), { version: null, undone: 0, kept });
  assert.equal(await version(member), before);
});

test("dry_run answers as the write would, and writes nothing: not a row, not a version, not a kept key", async () => {
  const member = await newMember();
  const before = await version(member);
  const key = { "idempotency-key": "dry" };
  const body = { description: "x", amount_cents: -7, dry_run: true };
  const dry = await member.post("/transactions", body, key);
  assert.deepEqual([dry.status, dry.headers["cofre-dry-run"], (dry.body as TransactionView).amount_cents], [201, "true", -7]);
  const { id } = (await member.post("/accounts", { name: "Nova" })).body as { id: number };
  const reply = await member.delete(`/accounts/${id}?dry_run=true`);
  assert.deepEqual([reply.status, reply.headers["cofre-dry-run"]], [200, "true"]);
  assert.equal((await member.get(`/accounts/${id}`)).status, 200);
  assert.equal((await member.post("/transactions", { ...body, amount_cents: "x" }, key)).status, 422);
  assert.equal(
    (await member.post("/transactions", { description: "x", amount_cents: -7 }, key)).headers["idempotency-replayed"],
    undefined,
  );
  assert.equal(await version(member), before + 2);
  assert.equal((await member.post("/transactions", { description: "x", amount_cents: -7, dry_run: "yes" })).status, 422);
});
