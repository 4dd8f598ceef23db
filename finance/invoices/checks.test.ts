// Rows of an invoice ticked against the bank's bill.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shareTestFinance, type TestClient, type TestMember } from "../testing.ts";
import { fingerprint, wrongFields } from "../transactions/testing.ts";
import { buy, newCard, pay } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
let card: number;
let path: string;
let rows: number[];
let members = 0;

/** A new space whose invoice 314 has rows of 100, 20 and 3. */
async function begin(): Promise<void> {
  ana = await finance.member(`checker${++members}@example.com`);
  card = await newCard(ana);
  path = `/credit_cards/${card}/invoices/314/checks`;
  rows = [];
  for (const cents of [-100, -20, -3]) rows.push((await buy(ana, card, cents, "2026-02-10")).id);
}

interface CheckReply {
  transaction_ids: number[];
  bill_cents: number | null;
  updated_at: string | null;
}
const ok = async (sending: Promise<{ status: number; text: string; body: unknown }>) => {
  const reply = await sending;
  assert.equal(reply.status, 200, reply.text);
  return reply.body as CheckReply;
};
const read = (client: TestClient = ana) => ok(client.get(path));
const tick = (body: object) => ok(ana.put(path, body));
/** Ticked, checked, amount, bill, difference. */
const figuresOf = (check: unknown) => {
  const { transaction_ids: ids, checked_cents, amount_cents, bill_cents, difference_cents } = check as Record<string, number>;
  return [(ids as unknown as number[]).map((id) => rows.indexOf(id)), checked_cents, amount_cents, bill_cents, difference_cents];
};
const version = async () => Number(((await ana.get("/changes")).body as { cursor: string }).cursor);
const undo = async (which: number) => ok(ana.post("/changes/undo", { version: which }));

test("PUT .../checks ticks rows, whose sum is held against what the bill says, or the invoice itself", async () => {
  await begin();
  assert.deepEqual(figuresOf(await read()), [[], 0, -123, null, -123]);
  assert.equal((await read()).updated_at, null);
  const some = await tick({ transaction_ids: [rows[2], rows[0], rows[2]] });
  assert.deepEqual(figuresOf(some), [[0, 2], -103, -123, null, -20]);
  assert.deepEqual(await read(), some);
  assert.deepEqual(figuresOf(await tick({ bill_cents: -130 })), [[0, 2], -103, -123, -130, -27]);
  assert.deepEqual(figuresOf(await tick({ transaction_ids: rows })), [[0, 1, 2], -123, -123, -130, -7]);
  assert.deepEqual(figuresOf(await tick({ bill_cents: null })), [[0, 1, 2], -123, -123, null, 0]);
  const [other] = [`/credit_cards/${card}/invoices/315/checks`];
  assert.deepEqual(figuresOf(await ok(ana.get(other))), [[], 0, 0, null, 0], "each invoice has its own");
  assert.deepEqual(figuresOf(await tick({ transaction_ids: [] })), [[], 0, -123, null, -123]);
});

test("a row that leaves the invoice or goes is not ticked there, and is again when it is back", async () => {
  await begin();
  await tick({ transaction_ids: rows });
  await ana.put(`/transactions/${rows[0]}`, { credit_card_invoice_id: 315 });
  assert.deepEqual(figuresOf(await read()), [[1, 2], -23, -23, null, 0]);
  await ana.put(`/transactions/${rows[0]}`, { credit_card_invoice_id: 314, amount_cents: -90 });
  assert.deepEqual(figuresOf(await read()), [[0, 1, 2], -113, -113, null, 0]);
  await ana.delete(`/transactions/${rows[1]}`);
  assert.deepEqual(figuresOf(await read()), [[0, 2], -93, -93, null, 0]);
  await undo(await version());
  assert.deepEqual(figuresOf(await read()), [[0, 1, 2], -113, -113, null, 0]);
  await tick({ bill_cents: -113 });
  assert.deepEqual(figuresOf(await read()), [[0, 1, 2], -113, -113, -113, 0]);
});

test("checks are in the feed, are undone and come back, also with their card; what changes nothing is no write", async () => {
  await begin();
  const since = await version();
  await tick({ transaction_ids: [rows[0]] });
  await tick({ transaction_ids: [rows[0]] });
  const ticked = await tick({ transaction_ids: [rows[0]], bill_cents: -123 });
  const { changes } = (await ana.get(`/changes?since=${since}`)).body as {
    changes: { entity: string; action: string; record: object }[];
  };
  assert.deepEqual(
    changes.map(({ entity, action }) => [entity, action]),
    [
      ["invoice_check", "create"],
      ["invoice_check", "update"],
    ],
  );
  for (const { record } of changes) assert.deepEqual(record, ticked);
  await undo(since + 2);
  assert.deepEqual(figuresOf(await read()), [[0], -100, -123, null, -23]);
  await undo(since + 1);
  assert.deepEqual(figuresOf(await read()), [[], 0, -123, null, -123]);
  const undone = await version();
  await tick({ transaction_ids: [rows[1]] });
  const { kept } = (await undo(undone)) as unknown as { kept: { entity: string; reason: string }[] };
  assert.deepEqual(
    kept.map(({ entity, reason }) => [entity, reason]),
    [["invoice_check", "exists"]],
    "an invoice has one check",
  );
  assert.equal((await ana.delete(`/credit_cards/${card}`)).status, 200);
  assert.equal((await ana.get(path)).status, 404);
  await undo(await version());
  assert.deepEqual(figuresOf(await read()), [[1], -20, -123, null, -103]);
});

test("PUT .../checks with dry_run writes nothing; with an Idempotency-Key it is done once", async () => {
  await begin();
  const before = await fingerprint(finance.service.world.db, ana.spaceId);
  assert.deepEqual(figuresOf(await ok(ana.put(`${path}?dry_run=true`, { transaction_ids: rows }))), [
    [0, 1, 2],
    -123,
    -123,
    null,
    0,
  ]);
  assert.equal(await fingerprint(finance.service.world.db, ana.spaceId), before);
  const key = { "idempotency-key": "k" };
  const first = await ana.put(path, { transaction_ids: rows }, key);
  await tick({ transaction_ids: [] });
  const again = await ana.put(path, { transaction_ids: rows }, key);
  assert.deepEqual([again.headers["idempotency-replayed"], again.body], ["true", first.body]);
  assert.deepEqual((await read()).transaction_ids, []);
});

test("what is no row of the invoice cannot be ticked, whoever has it; the refusal names it and nothing changes", async () => {
  await begin();
  const [their, theirs] = [rows, ana];
  await begin();
  const payment = await pay(ana, card, 314, { amount_cents: 1 });
  const elsewhere = (await buy(ana, card, -7, "2026-03-10")).id;
  const before = await fingerprint(finance.service.world.db, ana.spaceId);
  for (const id of [their[0], payment.id, elsewhere, 1_987_654_321, 0, -1, 2 ** 53]) {
    const reply = await ana.put(path, { transaction_ids: [rows[0], id] }, { "accept-language": "en" });
    assert.deepEqual(wrongFields(reply), ["transaction_ids"]);
    const { errors } = reply.body as { errors: { transaction_ids: string[] } };
    assert.deepEqual(errors.transaction_ids, [`does not exist (id: ${id})`]);
  }
  const wrong: [body: object, field: string][] = [
    [{ transaction_ids: "1" }, "transaction_ids"],
    [{ transaction_ids: [String(rows[0])] }, "transaction_ids"],
    [{ transaction_ids: [1.5] }, "transaction_ids"],
    [{ transaction_ids: Array.from({ length: 2_001 }, (_, index) => index + 1) }, "transaction_ids"],
    [{ bill_cents: "x" }, "bill_cents"],
    [{ bill_cents: -1_000_000_000_000 }, "bill_cents"],
  ];
  for (const [body, field] of wrong) assert.deepEqual(wrongFields(await ana.put(path, body)), [field]);
  for (const number of ["x", "-121", "1212", "314.0"])
    assert.equal((await ana.get(path.replace("/314/", `/${number}/`))).status, 404);
  assert.equal((await theirs.get(path)).status, 404);
  assert.equal((await theirs.put(path, { transaction_ids: [] })).status, 404);
  assert.equal(await fingerprint(finance.service.world.db, ana.spaceId), before);
});
