// PUT and DELETE /transactions/:id: one transaction, those of a series, the legs of a transfer.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import {
  change,
  create,
  createSeries,
  datesOf,
  fingerprint,
  list,
  rowsOf,
  type TransactionView,
  wrongFields,
} from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const db = () => finance.service.world.db;
let members = 0;
const newMember = () => finance.member(`member${++members}@example.com`);

test("PUT /transactions/:id changes what is sent and keeps the rest, and a positive amount keeps an expense an expense", async () => {
  const row = await create(ana, { description: "Luz", amount_cents: -10_000, notes: "n", tags: ["casa"], date: "2026-01-10" });
  finance.clock.advance(60);
  const changed = await change(ana, row.id, { amount_cents: 20_050 });
  assert.deepEqual(changed, { ...row, amount_cents: -20_050, updated_at: "2026-01-31T09:01:00-03:00" });
  assert.deepEqual((await ana.get(`/transactions/${row.id}`)).body, changed);
  for (const [sent, amount] of [
    [{ amount_cents: -5 }, -5],
    [{ kind: "income" }, 5],
    [{ amount_cents: 7 }, 7],
    [{ amount_cents: -8 }, -8],
    [{ amount_cents: -9, kind: "income" }, 9],
    [{ amount_cents: 3, kind: "expense" }, -3],
    [{ amount_cents: 0 }, 0],
    [{ amount_cents: 4 }, -4],
  ] as const)
    assert.equal((await change(ana, row.id, sent)).amount_cents, amount, JSON.stringify(sent));
  const cleared = await change(ana, row.id, { notes: null, tags: [], paid: false, date: "2026-02-10", description: " Água " });
  const { notes, tags, paid, date, description } = cleared;
  assert.deepEqual([notes, tags, paid, date, description], [null, [], false, "2026-02-10", "Água"]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /transactions/:id takes back the whole row that GET shows, and fields in the query string", async () => {
  const row = await create(ana, { description: "Eco", amount_cents: -1, tags: ["a"], notes: "b" });
  assert.deepEqual({ ...(await change(ana, row.id, row)), updated_at: "" }, { ...row, updated_at: "" });
  const reply = await ana.put(`/transactions/${row.id}?amount_cents=250&paid=false`);
  assert.deepEqual([(reply.body as TransactionView).amount_cents, (reply.body as TransactionView).paid], [-250, false]);
});

test("PUT /transactions/:id moves to another account and category, and totals go with it", async () => {
  const savings = (await ana.post("/accounts", { name: "Poupança" })).body as { id: number };
  const archived = (await ana.post("/accounts", { name: "Velha", archived: true })).body as { id: number };
  const games = (await ana.post("/categories", { name: "Jogos" })).body as { id: number };
  const row = await create(ana, { description: "x", amount_cents: -77 });
  const moved = await change(ana, row.id, { account_id: savings.id, category_id: games.id });
  assert.deepEqual([moved.account_id, moved.category_id], [savings.id, games.id]);
  assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, { account_id: archived.id })), ["account_id"]);
  await ana.put(`/accounts/${savings.id}`, { archived: true });
  assert.equal((await change(ana, row.id, { account_id: savings.id, amount_cents: 78 })).amount_cents, -78);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /transactions/:id refuses what is wrong, answers the stored record with the submitted fields, and changes nothing", async () => {
  const bia = await newMember();
  const hers = await create(bia, { description: "dela" });
  const row = await create(ana, { description: "Certa", amount_cents: -1, date: "2026-01-05" });
  const before = await fingerprint(db(), ana.spaceId);
  const refused: [field: string, value: unknown][] = [
    ...["", 5, "x".repeat(256)].map((value): [string, unknown] => ["description", value]),
    ...["1", 1.5, 1e12, true].map((value): [string, unknown] => ["amount_cents", value]),
    ...["2026-02-30", "2026-01-01T00:00:00Z", "1899-12-31"].map((value): [string, unknown] => ["date", value]),
    ...["true", 1].flatMap((value) => ["paid", "update_future", "update_all"].map((name): [string, unknown] => [name, value])),
    ...["account_id", "category_id"].flatMap((name) => ["1", 0, 2_000_000_000].map((value): [string, unknown] => [name, value])),
    ["account_id", hers.account_id],
    ["category_id", hers.category_id],
    ["oposite_transaction_id", hers.id],
    ["oposite_account_id", hers.account_id],
    ["contact_id", 1],
    ["credit_card_id", 1],
    ["credit_card_invoice_id", 312],
    ["paid_credit_card_id", 1],
    ["paid_credit_card_invoice_id", 312],
    ["total_amount_cents", 5],
    ["tags", "x"],
    ["notes", 5],
    ["kind", "none"],
  ];
  for (const [field, value] of refused) {
    const reply = await ana.put(`/transactions/${row.id}`, {
      [field]: value,
      ...(field !== "description" && { description: "Outra" }),
    });
    assert.deepEqual(wrongFields(reply), [field], `${field} ${value}`);
    const { id, created_at, updated_at, date, description } = reply.body as TransactionView;
    assert.deepEqual([id, created_at, updated_at], [row.id, row.created_at, row.updated_at]);
    if (field !== "date") assert.equal(date, row.date);
    if (field !== "description") assert.equal(description, "Outra");
  }
  assert.equal(await fingerprint(db(), ana.spaceId), before);
});

test("PUT and DELETE /transactions/:id with an Idempotency-Key are done once", async () => {
  const { id } = await create(ana, { description: "x", amount_cents: -5 });
  const put = () => ana.put(`/transactions/${id}`, { amount_cents: 6 }, { "idempotency-key": `put-${id}` });
  const first = await put();
  await change(ana, id, { amount_cents: 7 });
  assert.deepEqual(
    [(await put()).text, (await ana.get(`/transactions/${id}`)).body],
    [first.text, { ...(first.body as TransactionView), amount_cents: -7 }],
  );
  const remove = () => ana.delete(`/transactions/${id}`, undefined, { "idempotency-key": `delete-${id}` });
  const deleted = await remove();
  assert.deepEqual([deleted.status, (await remove()).text], [200, deleted.text]);
  assert.equal((await ana.delete(`/transactions/${id}`)).status, 404);
});

test("PUT /transactions/:id past the sums that are exact is refused on the amount", async () => {
  const member = await newMember();
  const row = await create(member, { description: "x", amount_cents: -5 });
  await db().run(sql`update spaces set turnover_cents = 9007199254740991 where space_id = ${member.spaceId}`);
  const before = await fingerprint(db(), member.spaceId);
  assert.deepEqual(wrongFields(await member.put(`/transactions/${row.id}`, { amount_cents: 6 })), ["amount_cents"]);
  assert.equal(await fingerprint(db(), member.spaceId), before);
  assert.equal((await change(member, row.id, { amount_cents: 4 })).amount_cents, -4);
});

test("DELETE /transactions/:id answers the record as it was, once; each flag takes exactly its rows", async () => {
  const member = await newMember();
  const single = await create(member, { description: "x", amount_cents: 5, tags: ["t"] });
  const deleted = await member.delete(`/transactions/${single.id}`, { update_all: true });
  assert.deepEqual([deleted.status, deleted.body], [200, single]);
  assert.equal((await member.delete(`/transactions/${single.id}`)).status, 404);
  for (const [flags, left] of [
    [{}, [1, 3, 4]],
    [{ update_future: true }, [1]],
    [{ update_all: true }, []],
    [{ update_future: true, update_all: true }, []],
  ] as const) {
    await createSeries(member, "installments", { date: "2026-01-10" }, { total: 4 });
    const rows = await rowsOf(member);
    const query = new URLSearchParams(Object.keys(flags).map((name): [string, string] => [name, "true"]));
    assert.equal((await member.delete(`/transactions/${rows[1]?.id}?${query}`)).status, 200);
    const after = await rowsOf(member);
    assert.deepEqual(
      after,
      rows.filter((row) => (left as readonly number[]).includes(row.installment)),
    );
    await assertSumsAreRight(db(), member.spaceId);
    for (const { id } of after) await member.delete(`/transactions/${id}`);
    assert.deepEqual(await db().many(sql`select id from series where space_id = ${member.spaceId}`), []);
  }
  assert.deepEqual(
    wrongFields(
      await member.delete(`/transactions/${(await createSeries(member, "recurrence", {})).id}`, { update_all: "true" }),
    ),
    ["update_all"],
  );
});

test("DELETE /transactions/:id of a fixed one: with update_future no more rows are made, without it the next ones come", async () => {
  const member = await newMember();
  const continuing = await createSeries(member, "recurrence", { date: "2026-01-10", description: "Fica" });
  const ended = await createSeries(member, "recurrence", { date: "2026-01-11", description: "Acaba" });
  const rows = await rowsOf(member);
  const of = (all: TransactionView[], { recurrence_id }: TransactionView) =>
    all.filter((row) => row.recurrence_id === recurrence_id);
  await member.delete(`/transactions/${of(rows, continuing).at(-1)?.id}`);
  await member.delete(`/transactions/${of(rows, ended)[3]?.id}`, { update_future: true });
  const later = await list(member, "1900-01-01", "2029-12-31");
  assert.deepEqual([of(later, continuing).length, of(later, ended).length], [47, 3]);
  assert.ok(!datesOf(later).includes("2028-01-10"));
  await member.delete(`/transactions/${continuing.id}`, { update_future: true });
  await member.delete(`/transactions/${ended.id}`, { update_all: true });
  assert.deepEqual(
    [await list(member), await db().many(sql`select id from series where space_id = ${member.spaceId}`)],
    [[], []],
  );
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT and DELETE /transactions/:id of a leg hold for the whole transfer, which keeps its direction and category", async () => {
  const member = await newMember();
  const [from] = (await member.get("/accounts")).body as { id: number }[];
  const [to, third] = [
    (await member.post("/accounts", { name: "B" })).body,
    (await member.post("/accounts", { name: "C" })).body,
  ] as { id: number }[];
  const transferReply = await member.post("/transfers", {
    from_account_id: from?.id,
    to_account_id: to?.id,
    amount_cents: 1000,
    tags: ["t"],
  });
  assert.equal(transferReply.status, 201, transferReply.text);
  const out = transferReply.body as TransactionView;
  const into = out.oposite_transaction_id as number;
  const edit = { amount_cents: 2500, date: "2026-03-04", paid: false, description: "Reserva", notes: "n", tags: ["u"] };
  const changed = await change(member, into, edit);
  const other = (await member.get(`/transactions/${out.id}`)).body as TransactionView;
  assert.deepEqual([changed.amount_cents, other.amount_cents], [2500, -2500]);
  for (const name of ["date", "paid", "description", "notes", "tags"] as const) assert.deepEqual(other[name], changed[name]);
  assert.equal((await change(member, out.id, { ...other, amount_cents: 300, update_all: true })).amount_cents, -300);
  const moved = await change(member, out.id, { account_id: third?.id });
  const opposite = (await member.get(`/transactions/${into}`)).body as TransactionView;
  assert.deepEqual([moved.account_id, opposite.oposite_account_id], [third?.id, third?.id]);
  const before = await fingerprint(db(), member.spaceId);
  const games = (
    await db().one<{ id: number }>(sql`
    select default_expenses_category_id as id from spaces where space_id = ${member.spaceId}`)
  ).id;
  for (const [field, value] of [
    ["account_id", to?.id],
    ["amount_cents", 0],
    ["kind", "income"],
    ["category_id", games],
    ["category_id", 2_000_000_000],
    ["total_amount_cents", 5],
    ["oposite_transaction_id", out.id],
    ["oposite_account_id", from?.id],
  ] as const)
    assert.deepEqual(wrongFields(await member.put(`/transactions/${out.id}`, { [field]: value })), [field], field);
  assert.equal(await fingerprint(db(), member.spaceId), before);
  await assertSumsAreRight(db(), member.spaceId);
  const removed = await member.delete(`/transactions/${into}`);
  assert.deepEqual([removed.status, (removed.body as TransactionView).id], [200, into]);
  assert.deepEqual(await list(member), []);
  await assertSumsAreRight(db(), member.spaceId);
});
