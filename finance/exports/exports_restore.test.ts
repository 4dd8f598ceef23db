import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { TABLES, type TableName } from "../tables/tables.ts";
import { breakOff } from "../testing/break_off.ts";
import { fillSpace } from "../testing/mirrored_space.ts";
import { checksum } from "../testing/space_tables.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { type ExportedFile, type ExportedRow, withoutIds } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
let file: ExportedFile;
before(async () => {
  ana = await finance.member("ana@example.com");
  await fillSpace(ana, ana, "of Ana");
  await ana.post("/accounts", { name: "as long as may be", description: "x".repeat(1_000), institution_name: "x".repeat(255) });
  await ana.post("/transactions", { description: "fixo", amount_cents: -10, recurrence_attributes: { periodicity: "monthly" } });
  file = await exportOf(ana);
});

const exportOf = async (member: TestMember) => (await member.get("/exports?format=json")).body as ExportedFile;
const restore = (member: TestMember, file: unknown, query = "", headers: Record<string, string> = {}) =>
  member.post(`/exports/restore${query}`, file, { "accept-language": "en", ...headers });
const disagreements = ({ spaceId }: TestMember) => finance.service.world.db.transaction((tx) => checkBooks(tx, spaceId));
const stagedRows = () => sql`select count(*) as left from staged_changes`;
/** How far each has come. */
const sequences = () =>
  finance.service.world.db.many<{ name: string; last: number | null }>(sql`
    select sequencename::text as name, last_value as last from pg_sequences where schemaname = current_schema() order by 1`);
const copied = () => structuredClone(file);

test("POST /exports/restore makes an empty space equal to the exported one but for ids, as one write that can be undone", async () => {
  const bia = await finance.member("bia@example.com");
  const { db } = finance.service.world;
  const cleaned = async () => withoutIds(await exportOf(bia));
  const empty = await cleaned();
  const reply = await restore(bia, file);
  assert.equal(reply.status, 201, reply.text);
  const { version, restored } = reply.body as { version: number; restored: Record<string, number> };
  for (const table of Object.keys(TABLES) as TableName[])
    assert.equal(restored[table] ?? 0, TABLES[table].notRestored !== undefined ? 0 : file[table].length, table);
  const again = await exportOf(bia);
  assert.deepEqual(withoutIds(again), withoutIds(file));
  const theirs = new Set(file.transactions.map(({ id }) => id));
  assert.ok(again.transactions.every(({ id }) => !theirs.has(id)));
  assert.deepEqual(await disagreements(bia), []);
  const balances = async (member: TestMember) => (await member.get("/balances?start_date=2020-01-01")).body;
  assert.deepEqual(await balances(bia), await balances(ana));
  assert.deepEqual((await bia.get("/tags")).body, (await ana.get("/tags")).body);

  const undone = await bia.post("/changes/undo", { version });
  assert.equal(undone.status, 200, undone.text);
  assert.deepEqual(await cleaned(), empty);
  assert.equal((await restore(bia, again)).status, 201, "it is empty again");
  assert.deepEqual(withoutIds(await exportOf(bia)), withoutIds(file));
  assert.equal((await db.one<{ left: number }>(stagedRows())).left, 0);
});

test("POST /exports/restore into a space that has something is refused and changes nothing", async () => {
  const { db } = finance.service.world;
  const before = await checksum(db, ana.spaceId);
  const { status, body } = await restore(ana, file);
  assert.equal(status, 422);
  assert.match((body as { errors: { base: string[] } }).errors.base[0] as string, /this space has transactions/);
  assert.deepEqual(await checksum(db, ana.spaceId), before);
});

test("POST /exports/restore with dry_run writes nothing; with an Idempotency-Key it is done once", async () => {
  const rui = await finance.member("rui@example.com");
  const { db } = finance.service.world;
  const before = await checksum(db, rui.spaceId);
  const drawn = await sequences();
  const rehearsed = await restore(rui, file, "?dry_run=true", { "idempotency-key": "k" });
  assert.deepEqual([rehearsed.status, rehearsed.headers["cofre-dry-run"]], [201, "true"]);
  assert.deepEqual(await checksum(db, rui.spaceId), before);
  assert.deepEqual(await sequences(), drawn, "what is only tried draws no ids");
  const first = await restore(rui, file, "", { "idempotency-key": "k" });
  const second = await restore(rui, file, "", { "idempotency-key": "k" });
  assert.deepEqual([first.status, second.status, second.headers["idempotency-replayed"]], [201, 201, "true"]);
  assert.deepEqual(second.body, first.body);
  assert.deepEqual(first.body, rehearsed.body);
  const grown = (await sequences()).filter(({ last }, index) => last !== drawn[index]?.last);
  const { accounts, credit_cards: cards, transactions } = file;
  const grownBy = (name: string) =>
    (grown.find((each) => each.name === name)?.last ?? 0) - (drawn.find((each) => each.name === name)?.last ?? 0);
  assert.deepEqual(
    [grownBy("accounts_id_seq"), grownBy("transactions_id_seq")],
    [accounts.length + cards.length, transactions.length],
    "as many as there are rows",
  );
  assert.equal((await restore(rui, { ...file, version: 1 }, "", { "idempotency-key": "k" })).status, 422);
});

type Spoil = (file: ExportedFile) => unknown;
const first =
  (table: TableName, change: object): Spoil =>
  (exported) =>
    Object.assign(exported[table][0] as object, change);
const rowWith = (exported: ExportedFile, column: string) => exported.transactions.find((row) => row[column] !== null) as object;

const childOf = (exported: ExportedFile) => exported.categories.find(({ parent_id }) => parent_id !== null) as ExportedRow;
const ofKind = (exported: ExportedFile, kind: string) => exported.categories.find((row) => row.kind === kind) as ExportedRow;
const paymentOf = (exported: ExportedFile) => rowWith(exported, "paid_credit_card_id");
const partOf = (exported: ExportedFile) => exported.transactions.find((row) => row.total_installments === 3) as ExportedRow;

const SPOILT: Record<string, [field: string, spoil: Spoil]> = {
  "another format": ["base", (exported) => Object.assign(exported, { format: "ynab" })],
  "a format of the future": ["base", (exported) => Object.assign(exported, { format_version: 2 })],
  "an unknown table": ["base", (exported) => Object.assign(exported, { secrets: [{ id: 1 }] })],
  "no default category": ["space", (exported) => Object.assign(exported.space, { default_expenses_category_id: null })],
  "a default account that is not there": [
    "space",
    (exported) => Object.assign(exported.space, { default_account_id: 1_999_999_999 }),
  ],
  "a space that ended long ago": ["space", (exported) => Object.assign(exported.space, { extended_through: "1950-01-01" })],
  "an account without a name": ["accounts", first("accounts", { name: " " })],
  "an account of another type": ["accounts", first("accounts", { type: "crypto" })],
  "an account twice": ["accounts", (exported) => exported.accounts.push(exported.accounts[0] as never)],
  "a moment that never ends": ["accounts", first("accounts", { created_at: "infinity" })],
  "a NUL in a description": ["transactions", first("transactions", { description: "a\u0000b" })],
  "an amount that is no integer": ["transactions", first("transactions", { amount_cents: 1.5 })],
  "an amount past all limits": ["transactions", first("transactions", { amount_cents: 1e15 })],
  "a day that there is not": ["transactions", first("transactions", { date: "2026-02-30" })],
  "an account of nobody": ["transactions", first("transactions", { account_id: 1_999_999_999, credit_card_id: null })],
  "a column that is missing": ["transactions", (exported) => delete (exported.transactions[0] as { tags?: unknown }).tags],
  "a transfer with one leg": [
    "base",
    (exported) =>
      exported.transactions.splice(exported.transactions.indexOf(rowWith(exported, "oposite_transaction_id") as never), 1),
  ],
  "legs that do not mirror each other": [
    "base",
    (exported) => Object.assign(rowWith(exported, "oposite_transaction_id"), { amount_cents: 12_345 }),
  ],
  "a purchase on the invoice of another month": [
    "base",
    (exported) =>
      Object.assign(rowWith(exported, "credit_card_invoice_id"), { credit_card_invoice_id: 1, invoice_pinned: false }),
  ],
  "two budgets of one month and category": [
    "budgets",
    (exported) => exported.budgets.push({ ...exported.budgets[0], id: 1_999_999 } as never),
  ],
  "a fixed series without its rows": [
    "base",
    (exported) => Object.assign(exported.series.find(({ kind }) => kind === "fixed") as object, { last_occurrence: 0 }),
  ],
  "a card without days": ["base", (exported) => exported.card_days.splice(0)],
  "days of a card twice": ["card_days", (exported) => exported.card_days.push({ ...exported.card_days[0] } as never)],
  "a parent of another kind": ["categories", (exported) => Object.assign(childOf(exported), { kind: "earnings" })],
  "a parent that has one": [
    "categories",
    (exported) => exported.categories.push({ ...childOf(exported), id: 1_999_999, parent_id: childOf(exported).id } as never),
  ],
  "a parent that only moves money": [
    "categories",
    (exported) => Object.assign(childOf(exported), { kind: "none", parent_id: ofKind(exported, "none").id }),
  ],
  "a card with a limit below nothing": ["credit_cards", first("credit_cards", { limit_cents: -1 })],
  "a payment that brings money": ["transactions", (exported) => Object.assign(paymentOf(exported), { amount_cents: 1_000 })],
  "a payment of nothing": ["transactions", (exported) => Object.assign(paymentOf(exported), { amount_cents: 0 })],
  "a payment without an invoice": [
    "transactions",
    (exported) => Object.assign(paymentOf(exported), { paid_credit_card_invoice_id: null }),
  ],
  "a recurring instalment": ["transactions", (exported) => Object.assign(partOf(exported), { recurring: true })],
  "an occurrence of a fixed series that is not recurring": [
    "transactions",
    (exported) => Object.assign(exported.transactions.find(({ recurring }) => recurring) as object, { recurring: false }),
  ],
  "an instalment of another number of them": [
    "transactions",
    (exported) => Object.assign(partOf(exported), { total_installments: 9 }),
  ],
  "an occurrence twice": [
    "transactions",
    (exported) => exported.transactions.push({ ...partOf(exported), id: 1_999_999 } as never),
  ],
  "an instalment past the last": ["transactions", (exported) => Object.assign(partOf(exported), { occurrence: 4 })],
  "an occurrence of no series": ["transactions", (exported) => Object.assign(partOf(exported), { occurrence: null })],
  "a row on an account and a card": [
    "transactions",
    (exported) => Object.assign(rowWith(exported, "credit_card_id"), { account_id: exported.accounts[0]?.id }),
  ],
  "a purchase before cards are kept": [
    "transactions",
    (exported) => Object.assign(rowWith(exported, "credit_card_id"), { date: "1980-01-01" }),
  ],
  "a transfer of nothing": [
    "transactions",
    (exported) => {
      for (const row of exported.transactions) if (row.oposite_transaction_id !== null) Object.assign(row, { amount_cents: 0 });
    },
  ],
  "a fixed series in parts": [
    "series",
    (exported) => Object.assign(exported.series.find(({ kind }) => kind === "fixed") as object, { total_installments: 3 }),
  ],
  "a fixed series with a total": [
    "series",
    (exported) => Object.assign(exported.series.find(({ kind }) => kind === "fixed") as object, { total_cents: 3 }),
  ],
  "a budget of what only moves money": [
    "budgets",
    (exported) => Object.assign(exported.budgets[0] as object, { category_id: ofKind(exported, "none").id }),
  ],
  "a budget below nothing": ["budgets", first("budgets", { amount_cents: -1 })],
  "a budget that begins in the middle of a month": ["budgets", first("budgets", { date: "2026-01-15" })],
  "an invoice that was checked twice": [
    "invoice_checks",
    (exported) => exported.invoice_checks.push({ ...exported.invoice_checks[0], id: 1_999_999 } as never),
  ],
  "a merchant that is remembered twice": [
    "category_memory",
    (exported) => exported.category_memory.push({ ...exported.category_memory[0], id: 1_999_999 } as never),
  ],
  "a layout twice": [
    "import_layouts",
    (exported) => exported.import_layouts.push({ ...exported.import_layouts[0], id: 1_999_999 } as never),
  ],
};

for (const [what, [field, spoil]] of Object.entries(SPOILT)) {
  test(`POST /exports/restore refuses a file with ${what}, and writes nothing`, async () => {
    const { db } = finance.service.world;
    const eva = await spareMember();
    const [before, drawn] = [await checksum(db, eva.spaceId), await sequences()];
    const exported = copied();
    spoil(exported);
    const { status, body, text } = await restore(eva, exported);
    assert.equal(status, 422, text);
    const { errors } = body as { errors: Record<string, string[]> };
    assert.deepEqual(Object.keys(errors), [field], text);
    assert.match(errors[field]?.[0] as string, field === "base" ? /^can't be restored: / : /^can't be restored: record \d+, /);
    assert.deepEqual(await sequences(), drawn, "what is refused draws no ids");
    assert.deepEqual(await checksum(db, eva.spaceId), before);
    assert.equal((await db.one<{ left: number }>(stagedRows())).left, 0);
  });
}

let spare: Promise<TestMember> | undefined;
const spareMember = () => (spare ??= finance.member("eva@example.com"));

test("a file that breaks off leaves nothing, whose sender is gone is restored once; a bulk and an undo of theirs are done once, too", async () => {
  const cut = await finance.member("cut@example.com");
  const { db } = finance.service.world;
  const before = await checksum(db, cut.spaceId);
  const body = JSON.stringify(file);
  const length = Buffer.byteLength(body);
  await breakOff(finance, cut, "/exports/restore", { length, body: body.slice(0, body.length / 2) });
  // Until it is known to have broken off, it is still under way.
  const isTaken = async (query: string, headers?: Record<string, string>) => {
    const { status, text } = await restore(cut, file, query, headers);
    assert.ok([201, 429].includes(status), text);
    return status === 201;
  };
  await until("the space to be free", () => isTaken("?dry_run=true"));
  assert.deepEqual(await checksum(db, cut.spaceId), before);
  await breakOff(finance, cut, "/exports/restore", { length, body });
  await until("the file to be restored", () => isTaken("", { "idempotency-key": "cut" }));
  const { transactions } = await exportOf(cut);
  assert.equal(transactions.length, file.transactions.length);

  const version = async () => Number(((await cut.get("/changes")).body as { cursor: string }).cursor);
  const once = async (path: string, fields: object) => {
    const [text, first] = [JSON.stringify(fields), await version()];
    await breakOff(finance, cut, path, { length: Buffer.byteLength(text), body: text, key: path });
    const reply = await cut.post(path, fields, { "idempotency-key": path });
    assert.deepEqual([reply.status, await version()], [200, first + 1], reply.text);
  };
  await once("/transactions/bulk", { ids: transactions.slice(0, 2).map(({ id }) => id), set: { notes: "cut" } });
  await once("/changes/undo", { version: await version() });
  assert.deepEqual(await disagreements(cut), []);
});

test("POST /exports/restore refuses what is no such file", async () => {
  const eva = await spareMember();
  for (const text of ["", "{}", "[]", "null", '{"format":"cofre"', `${JSON.stringify(file)}x`, Buffer.from([0x7b, 0xff, 0x7d])])
    assert.equal((await restore(eva, text)).status, 422, String(text).slice(0, 40));
});
