// Files that come back: what GET /exports writes as OFX and as a workbook, read by the readers of imported files.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { identityKey } from "../import_files/meaning/identity_key.ts";
import { transactionOf } from "../import_files/meaning/own_fitid.ts";
import { readFile } from "../import_files/read_file.ts";
import { readXlsx } from "../import_files/sheets/xlsx.ts";
import { openZip, type Zip } from "../import_files/sheets/zip.ts";
import type { StoredRow } from "../tables/tables.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { memoOf } from "./ofx_file.ts";
import type { ExportedFile } from "./testing.ts";

let finance: TestFinance;
let ana: TestMember;

type Row = { id: number } & Record<string, unknown>;
const create = async (path: string, body: object) => {
  const reply = await ana.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Row;
};
const bytesOf = async (member: TestMember, query: string) => (await member.get(`/exports?${query}`)).bytes as Buffer;

const NASTY = ["A & B <c>", "SALDO DO DIA", "Loja 2/3", "=1+1", "two\nlines", "ação", "&lt;b&gt;", "Café", "Café", "  "];

before(async () => {
  finance = await startTestFinance();
  ana = await finance.member("ana@example.com");
  const account = await create("/accounts", { name: "Itaú", opening_balance_cents: 10_000 });
  const savings = await create("/accounts", { name: "Poupança", type: "savings" });
  const card = await create("/credit_cards", { name: "Visa", closing_day: 5, due_day: 10 });
  for (const [index, description] of NASTY.entries())
    await create("/transactions", {
      description: description.trim() || "x",
      account_id: account.id,
      amount_cents: 100 * index - 450,
      date: "2026-01-02",
    });
  await create("/transfers", { from_account_id: account.id, to_account_id: savings.id, amount_cents: 700, date: "2026-01-03" });
  const purchase = { description: "TV", credit_card_id: card.id, amount_cents: -10_000, date: "2025-11-20" };
  await create("/transactions", { ...purchase, installments_attributes: { periodicity: "monthly", total: 3 } });
  await create("/transactions", { ...purchase, description: "Estorno", amount_cents: 50 });
  await create("/transactions", {
    description: "planned",
    account_id: account.id,
    amount_cents: -5,
    date: "2026-01-02",
    paid: false,
  });
});
after(() => finance[Symbol.asyncDispose]());

test("GET /exports?format=ofx comes back through the readers with the keys of its own rows, each once", async () => {
  const today = finance.clock.now().toISOString().slice(0, 10);
  const read = readFile(await bytesOf(ana, "format=ofx"), { today });
  assert.deepEqual([read.format, read.refusal, read.problems], ["ofx", null, []]);
  const file = (await ana.get("/exports?format=json")).body as ExportedFile;
  const happened = (file.transactions as unknown as StoredRow[]).filter(({ paid, date }) => paid && date <= today);
  const targetOf = ({ account_id: account, credit_card_id: card }: StoredRow) =>
    card === null ? `account:${account}` : `card:${card}`;
  const expected = happened.map((row) => {
    const isPart = row.credit_card_id !== null && row.total_installments > 1;
    const part = isPart ? { k: row.occurrence as number, n: row.total_installments } : null;
    return {
      id: row.id,
      key: identityKey(targetOf(row), { day: row.date, amountCents: row.amount_cents, description: memoOf(row), part }),
    };
  });
  const keys = read.statements.flatMap(({ place, account, lines }) =>
    lines.map((line) => ({ id: transactionOf(line.fitid ?? ""), key: identityKey(`${place}:${account.number}`, line) })),
  );
  const inOrder = (list: { id?: number | undefined }[]) => list.sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
  assert.deepEqual(inOrder(keys), inOrder(expected));
  assert.ok(keys.length >= NASTY.length + 4);
  const balances = (await ana.get(`/balances?end_date=${today}`)).body as { balance: number };
  const accounts = read.statements.filter(({ place }) => place === "account");
  assert.equal(
    accounts.reduce((sum, { balances: [after] }) => sum + (after?.cents ?? 0), 0),
    balances.balance,
  );
});

test("GET /exports?format=xlsx has a row for each transaction, with days and amounts to compute with and no formula", async () => {
  const bytes = await bytesOf(ana, "format=xlsx");
  const zip = openZip(bytes) as Zip;
  assert.equal(typeof zip, "object");
  const sheet = Buffer.from(zip.read("xl/worksheets/sheet1.xml") as Uint8Array).toString();
  assert.ok(!sheet.includes("<f>"));
  const tables = readXlsx(zip);
  assert.ok(Array.isArray(tables));
  const file = (await ana.get("/exports?format=json")).body as ExportedFile;
  assert.equal(sheet.match(/<row>/g)?.length, file.transactions.length + 1);
  assert.match(sheet, /<t xml:space="preserve">=1\+1<\/t>/);
  // 2026-01-02 is day 46024.
  assert.match(sheet, /<row><c s="1"><v>46024<\/v><\/c><c t="inlineStr"><is><t xml:space="preserve">A &amp; B &lt;c&gt;<\/t>/);
  assert.match(sheet, /<c s="2"><v>-4\.50<\/v><\/c>/);
  const read = readFile(bytes, { today: "2026-01-31" });
  assert.equal(read.format, "xlsx");
});

test("GET /exports?format=ofx and xlsx of a space without rows are whole files", async () => {
  const bia = await finance.member("bia@example.com");
  assert.match((await bia.get("/exports?format=ofx")).text, /<\/OFX>\r\n$/);
  const zip = openZip(await bytesOf(bia, "format=xlsx&start_date=2001-01-01&end_date=2001-01-01")) as Zip;
  assert.ok(zip.names.includes("xl/workbook.xml"));
});
