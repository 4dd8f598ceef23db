// POST /transactions/bulk.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertSumsAreRight, bookRows } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, fingerprint, list, statementsOf, type TransactionView, wrongFields } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

interface Done {
  updated: number;
  deleted: number;
  transaction_ids: number[];
}

const bulk = async (body: object, member = ana, headers = {}): Promise<Done> => {
  const reply = await member.post("/transactions/bulk", body, headers);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Done;
};
const errorsOf = (reply: { body: unknown }) => (reply.body as { errors: Record<string, string[]> }).errors;
const read = async (id: number, member = ana) => (await member.get(`/transactions/${id}`)).body as TransactionView;
const cursorOf = async (member: TestMember) => Number(((await member.get("/changes")).body as { cursor: string }).cursor);

test("POST /transactions/bulk changes rows by their ids as one write, and one undo has all of it back", async () => {
  const eva = await finance.member("eva@example.com");
  const category = (await eva.post("/categories", { name: "Viagens" })).body as { id: number };
  const rows = [];
  for (const description of ["um", "dois", "três"]) rows.push(await create(eva, { description, amount_cents: -100 }));
  const ids = rows.map(({ id }) => id);
  const stored = await list(eva);
  const version = await cursorOf(eva);
  const done = await bulk({ ids: [...ids, ids[0]], set: { category_id: category.id, tags: ["férias"], paid: false } }, eva);
  assert.deepEqual(done, { updated: 3, deleted: 0, transaction_ids: ids });
  for (const { category_id, tags, paid } of await list(eva))
    assert.deepEqual([category_id, tags, paid], [category.id, [{ name: "férias" }], false]);
  assert.equal(await cursorOf(eva), version + 1);
  const undo = await eva.post("/changes/undo", { version: version + 1 });
  assert.deepEqual([undo.status, (undo.body as { undone: number }).undone], [200, 3]);
  assert.deepEqual(await list(eva), stored);
});

test("POST /transactions/bulk takes what GET /transactions takes as a filter, and deletes", async () => {
  const lia = await finance.member("lia@example.com");
  for (const date of ["2019-05-01", "2021-07-01", "2026-01-01"])
    await create(lia, { description: "Táxi", date, amount_cents: -1 });
  await create(lia, { description: "Ônibus", date: "2021-07-01" });
  const filter = { q: "taxi", start_date: "2019-01-01", end_date: "2021-12-31" };
  const tried = await lia.post("/transactions/bulk?dry_run=true", { filter, delete: true });
  assert.deepEqual([tried.status, (tried.body as Done).deleted, (await list(lia)).length], [200, 2, 4]);
  const key = { "idempotency-key": "once" };
  const done = await bulk({ filter, delete: true }, lia, key);
  assert.equal(done.deleted, 2);
  assert.deepEqual(await bulk({ filter, delete: true }, lia, key), done);
  assert.deepEqual(await bulk({ filter, delete: true }, lia), { updated: 0, deleted: 0, transaction_ids: [] });
  assert.deepEqual(
    (await list(lia)).map(({ description, date }) => `${date} ${description}`),
    ["2021-07-01 Ônibus", "2026-01-01 Táxi"],
  );
});

test("POST /transactions/bulk keeps the rules of transfers, series, cards and payments, and the books agree", async () => {
  const rui = await finance.member("rui@example.com");
  const other = (await rui.post("/accounts", { name: "Outra" })).body as { id: number };
  const card = (await rui.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 10 })).body as { id: number };
  const single = await create(rui, { description: "só", amount_cents: -500, date: "2026-01-10" });
  const sides = { from_account_id: single.account_id, to_account_id: other.id, amount_cents: 300 };
  const leg = (await rui.post("/transfers", sides)).body as TransactionView;
  const part = await create(rui, {
    description: "tv",
    amount_cents: -900,
    date: "2026-01-02",
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
  const parts = (await list(rui)).filter(({ recurrence_id: id }) => id === part.recurrence_id).map(({ id }) => id);
  const legs = [leg.id, leg.oposite_transaction_id as number];
  const changed = await bulk({ ids: [single.id, leg.id, ...parts], set: { amount_cents: 700, date: "2026-01-20" } }, rui);
  assert.deepEqual(
    changed.transaction_ids,
    [single.id, ...legs, ...parts].sort((one, two) => one - two),
  );
  assert.deepEqual([(await read(legs[0]!, rui)).amount_cents, (await read(legs[1]!, rui)).amount_cents], [-700, 700]);
  await assertSumsAreRight(finance.service.world.db, rui.spaceId);
  await bulk({ ids: [single.id, ...parts], set: { credit_card_id: card.id } }, rui);
  assert.equal((await read(single.id, rui)).credit_card_invoice_id, 313);
  await assertSumsAreRight(finance.service.world.db, rui.spaceId);
  const before = await fingerprint(finance.service.world.db, rui.spaceId);
  const refused = await rui.post("/transactions/bulk", { ids: [single.id, ...legs], set: { credit_card_id: card.id } });
  assert.deepEqual(errorsOf(refused), { "set.credit_card_id": [`não foi encontrado(a) (id: ${legs.join(", ")})`] });
  assert.equal(await fingerprint(finance.service.world.db, rui.spaceId), before);
  const gone = await bulk({ ids: [...legs, ...parts.slice(0, 2)], delete: true }, rui);
  assert.equal(gone.deleted, 4);
  await assertSumsAreRight(finance.service.world.db, rui.spaceId);
  assert.equal((await bulk({ ids: [parts[2]], delete: true }, rui)).deleted, 1);
  await assertSumsAreRight(finance.service.world.db, rui.spaceId);
  assert.equal(
    (await rui.get(`/transactions?recurrence_id=${part.recurrence_id}`)).status,
    422,
    "the series is gone with its last row",
  );
});

test("POST /transactions/bulk refuses what is not clear, names what is wrong, and changes nothing", async () => {
  const bia = await finance.member("bia@example.com");
  const { id } = await create(bia, { description: "x", amount_cents: -100 });
  const theirs = await create(ana, { description: "de Ana" });
  const before = await fingerprint(finance.service.world.db, bia.spaceId);
  const set = { paid: true };
  const refused: [body: object, fields: string[]][] = [
    [{}, ["ids", "set"]],
    [{ ids: [id] }, ["set"]],
    [{ set }, ["ids"]],
    [{ ids: [id], filter: { q: "x" }, set }, ["filter"]],
    [{ ids: [id], set, delete: true }, ["delete"]],
    [{ ids: [id], delete: false }, ["set"]],
    [{ ids: [], set }, ["ids"]],
    [{ ids: id, set }, ["ids"]],
    [{ ids: [String(id)], set }, ["ids"]],
    [{ ids: [1.5], set }, ["ids"]],
    [{ ids: [0], set }, ["ids"]],
    [{ ids: Array.from({ length: 4_901 }, (_, index) => index + 1), set }, ["ids"]],
    [{ filter: {}, set }, ["filter"]],
    [{ filter: [], set }, ["filter"]],
    [{ filter: { qq: "x" }, set }, ["filter.qq"]],
    [{ filter: { account_id: theirs.account_id }, set }, ["filter.account_id"]],
    [{ filter: { start_date: "ontem", kind: "x" }, set }, ["filter.kind", "filter.start_date"]],
    [{ ids: [id], set: {} }, ["set"]],
    [{ ids: [id], set: { update_all: true } }, ["set.update_all"]],
    [{ ids: [id], set: { description: " ", amount_cents: "1" } }, ["set.amount_cents", "set.description"]],
    [{ ids: [id], set: { category_id: theirs.category_id } }, ["set.category_id"]],
    [{ ids: [id], set: { account_id: theirs.account_id } }, ["set.account_id"]],
  ];
  for (const [body, fields] of refused)
    assert.deepEqual(wrongFields(await bia.post("/transactions/bulk", body)).sort(), fields, JSON.stringify(body).slice(0, 100));
  const ask = (other: number) => bia.post("/transactions/bulk", { ids: [id, other], set });
  const [foreign, unknown] = [await ask(theirs.id), await ask(987_654_321)];
  assert.deepEqual(errorsOf(foreign), { ids: [`não foi encontrado(a) (id: ${theirs.id})`] });
  assert.equal(foreign.text.replace(String(theirs.id), "987654321"), unknown.text);
  assert.equal(await fingerprint(finance.service.world.db, bia.spaceId), before);
});

test("POST /transactions/bulk takes 5,000 rows, and asks the database as often for one", async () => {
  const max = await finance.member("max@example.com");
  const { db } = finance.service.world;
  const booked = (index: number) => ({ description: "café", amount_cents: -450, date: index ? "2012-05-01" : "2012-05-02" });
  await bookRows(
    db,
    max.spaceId,
    Array.from({ length: 5_001 }, (_, index) => booked(index)),
  );
  const filter = { q: "cafe", start_date: "2012-05-01", end_date: "2012-05-01", exact_dates: true };
  const all = { ...filter, end_date: "2012-05-02" };
  const refused = await max.post("/transactions/bulk", { filter: all, set: { notes: "x" } });
  assert.deepEqual(errorsOf(refused), { filter: ["tem itens demais (máximo: 5000)"] });
  let done: Done | undefined;
  const many = await statementsOf(db, async () => {
    done = await bulk({ filter, set: { notes: "x", paid: false } }, max);
  });
  const one = await statementsOf(db, () => bulk({ filter: { ...all, start_date: "2012-05-02" }, set: { notes: "y" } }, max));
  const reads = (statements: string[]) =>
    statements.filter((text) => !/staged_changes|post_\d|statement_timeout/.test(text)).length;
  assert.deepEqual([done?.updated, reads(many)], [5_000, reads(one)]);
  await assertSumsAreRight(db, max.spaceId);
});
