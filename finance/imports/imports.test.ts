import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { addDays } from "../calendar/day.ts";
import { archive, sheetXml, workbook } from "../import_files/testing/archive.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { breakOff } from "../testing/break_off.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { create, list, type TransactionView } from "../transactions/testing.ts";
import { forgetPreviews } from "./forget_previews.ts";
import { apply, type BankLine, cardCsv, cardOfx, type Import, linesOf, ofx, upload } from "./testing.ts";

let finance: TestFinance;
before(async () => {
  finance = await startTestFinance();
});
after(() => finance[Symbol.asyncDispose]());

let members = 0;
async function newMember(): Promise<{ member: TestMember; account_id: number }> {
  const member = await finance.member(`importer${++members}@example.com`);
  const { id } = (await member.post("/accounts", { name: "Banco" })).body as { id: number };
  return { member, account_id: id };
}
const rowsOf = (member: TestMember): Promise<TransactionView[]> => list(member);
const COFFEES: BankLine[] = [
  { day: "2026-01-05", cents: -800, text: "CAFE DA PRACA", id: "a1" },
  { day: "2026-01-05", cents: -800, text: "CAFE DA PRACA", id: "a2" },
  { day: "2026-01-07", cents: 250_000, text: "SALARIO EMPRESA", id: "a3" },
];

test("POST /imports reads a file to a preview and writes nothing; applying it makes a row of each line, two equal coffees too", async () => {
  const { member, account_id } = await newMember();
  const preview = await upload(member, ofx(COFFEES), { account_id });
  assert.deepEqual([preview.state, preview.lines, preview.counts, preview.made], ["preview", 3, { new: 3 }, null]);
  assert.deepEqual(await rowsOf(member), []);
  const applied = await apply(member, preview);
  assert.deepEqual([applied.state, applied.made?.created], ["applied", 3]);
  const rows = await rowsOf(member);
  assert.deepEqual(rows.map((row) => [row.date, row.amount_cents, row.description, row.paid]).sort(), [
    ["2026-01-05", -800, "CAFE DA PRACA", true],
    ["2026-01-05", -800, "CAFE DA PRACA", true],
    ["2026-01-07", 250_000, "SALARIO EMPRESA", true],
  ]);
  assert.deepEqual(
    new Set((await linesOf(member, applied)).map((line) => line.transaction_id)),
    new Set(rows.map(({ id }) => id)),
  );
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
});

test("the same file again is answered 200 with the import that was applied; other ids, an overlap and other spaces are known", async () => {
  const { member, account_id } = await newMember();
  const first = await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  const again = await member.post("/imports", { content: ofx(COFFEES), account_id });
  assert.deepEqual([again.status, (again.body as Import).id], [200, first.id]);
  const renamed = COFFEES.map((line) => ({ ...line, text: line.text.replace(" ", "  "), id: `b${line.id}` }));
  const later: BankLine = { day: "2026-01-05", cents: -800, text: "CAFE DA PRACA", id: "c" };
  const second = await upload(member, ofx([...renamed, later]), { account_id });
  assert.deepEqual(second.counts, { known: 3, new: 1 });
  assert.equal((await apply(member, second)).made?.created, 1);
  assert.equal((await rowsOf(member)).length, 4);
});

test("POST /changes/undo takes an import back byte for byte, and its file can come again", async () => {
  const { member, account_id } = await newMember();
  const planned = await create(member, {
    description: "Aluguel",
    amount_cents: -90_000,
    date: "2026-01-10",
    paid: false,
    account_id,
  });
  const everything = async () =>
    Promise.all(
      [
        "/accounts",
        `/transactions?start_date=2025-01-01&end_date=2027-12-31`,
        `/transactions/${planned.id}`,
        "/tags",
        "/balances",
      ].map(async (path) => (await member.get(path)).text),
    );
  const was = await everything();
  const file = ofx([...COFFEES, { day: "2026-01-09", cents: -90_000, text: "PAG BOLETO ALUGUEL", id: "a9" }]);
  const applied = await apply(member, await upload(member, file, { account_id }));
  assert.deepEqual([applied.made?.created, applied.made?.matched], [3, 1]);
  const matched = (await member.get(`/transactions/${planned.id}`)).body as TransactionView;
  assert.deepEqual([matched.paid, matched.date, matched.description], [true, "2026-01-09", "Aluguel"]);
  const undone = await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual((undone.body as { kept: unknown }).kept, []);
  assert.deepEqual(await everything(), was);
  assert.equal(((await member.get(`/imports/${applied.id}`)).body as Import).state, "undone");
  assert.equal((await member.post(`/imports/${applied.id}/apply`)).status, 409);
  const again = await upload(member, file, { account_id });
  assert.deepEqual(again.counts, { match: 1, new: 3 });
  // The undo can be undone, and then all is known.
  await member.post("/changes/undo", { version: (undone.body as { version: number }).version });
  const repeated = await member.post("/imports", { content: `${file}\n`, account_id });
  assert.deepEqual((repeated.body as Import).counts, { known: 4 });
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
});

test("what the user deleted stays deleted; what they changed stays known after an undo", async () => {
  const { member, account_id } = await newMember();
  const applied = await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  const [coffee, other] = (await rowsOf(member)).filter(({ amount_cents: cents }) => cents === -800) as [
    TransactionView,
    TransactionView,
  ];
  await member.delete(`/transactions/${coffee.id}`);
  const again = await upload(member, `${ofx(COFFEES)}\n`, { account_id });
  assert.deepEqual(again.counts, { deleted: 1, known: 2 });
  assert.equal((await apply(member, again)).made?.created, 0);
  await member.put(`/transactions/${other.id}`, { description: "Café com Ana" });
  await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual(
    (await rowsOf(member)).map(({ id }) => id),
    [other.id],
  );
});

test("apply twice at once applies once", async () => {
  const { member, account_id } = await newMember();
  const preview = await upload(member, ofx(COFFEES), { account_id });
  const replies = await Promise.all([1, 2, 3].map(() => member.post(`/imports/${preview.id}/apply`)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(replies.map(({ text }) => (JSON.parse(text) as Import).made?.version)).size, 1);
  assert.equal((await rowsOf(member)).length, 3);
});

test("a preview whose verdicts have changed is not applied: 409, and it shows the new ones", async () => {
  const { member, account_id } = await newMember();
  const preview = await upload(member, ofx(COFFEES), { account_id });
  await create(member, { description: "Salário", amount_cents: 250_000, date: "2026-01-07", account_id });
  assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 409);
  const applied = await apply(member, preview);
  assert.deepEqual([applied.made?.created, applied.made?.matched], [2, 1]);
  assert.equal((await rowsOf(member)).length, 3);
});

test("PUT /imports/:id/lines/:n decides a line; proposals wait for it", async () => {
  const { member, account_id } = await newMember();
  const typed = await create(member, { description: "Presente", amount_cents: -5000, date: "2026-01-04", account_id });
  const category = (await member.post("/categories", { name: "Lanches" })).body as { id: number };
  const preview = await upload(member, ofx([...COFFEES, { day: "2026-01-05", cents: -5000, text: "LOJA XYZ" }]), { account_id });
  assert.deepEqual([preview.counts, preview.undecided], [{ match: 1, new: 3 }, 1]);
  assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 422);
  const [proposal] = await linesOf(member, preview, "?undecided=true");
  assert.equal(proposal?.target?.transaction_id, typed.id);
  const set = { category_id: category.id, description: "Café", tags: ["rua"] };
  assert.equal((await member.put(`/imports/${preview.id}/lines/1`, set)).status, 200);
  assert.equal((await member.put(`/imports/${preview.id}/lines/2`, { action: "skip" })).status, 200);
  assert.equal((await member.put(`/imports/${preview.id}/lines/4`, { action: "new" })).status, 200);
  assert.equal((await member.put(`/imports/${preview.id}/lines/9`, { action: "new" })).status, 404);
  assert.equal((await member.put(`/imports/${preview.id}/lines/1`, { action: "match" })).status, 422);
  const applied = await apply(member, preview);
  assert.deepEqual([applied.made?.created, applied.made?.skipped], [3, 1]);
  const rows = await rowsOf(member);
  const coffee = rows.find(({ description }) => description === "Café") as TransactionView & {
    category_id: number;
    tags: unknown;
  };
  assert.deepEqual([coffee.category_id, coffee.tags], [category.id, [{ name: "rua" }]]);
  assert.equal((await member.put(`/imports/${preview.id}/lines/1`, set)).status, 409);
});

test("where a file does not say whether money came, the row does that a line is said to be; money that came pays no invoice", async () => {
  const { member, account_id } = await newMember();
  const card = (await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10, payment_account_id: account_id }))
    .body as { id: number };
  const typed = await create(member, { description: "Presente", amount_cents: -4_000, date: "2026-01-04", account_id });
  const bankLines = [
    { day: "2026-01-05", cents: 5_000, text: "LOJA XYZ" },
    { day: "2026-01-10", cents: 30_000, text: "PAGAMENTO DE FATURA" },
  ];
  const preview = await upload(member, ofx(bankLines).replaceAll("CREDIT<", "OTHER<"), { account_id });
  assert.equal(preview.undecided, 2);
  const decide = (n: number, body: object) => member.put(`/imports/${preview.id}/lines/${n}`, body);
  assert.equal((await decide(1, { action: "match", transaction_id: typed.id })).status, 200);
  assert.equal((await decide(2, { income: true })).status, 200);
  await apply(member, preview);
  const rows = (await rowsOf(member)).map(({ amount_cents: cents, paid_credit_card_id: paid }) => [cents, paid]);
  assert.deepEqual(rows.sort(), [
    [-5_000, null],
    [30_000, null],
  ]);
  assert.deepEqual((await member.get(`/credit_cards/${card.id}/invoices/312/payments`)).body, []);
});

test("the other side of a transfer becomes its other leg, and the payment of an invoice a payment", async () => {
  const { member, account_id } = await newMember();
  const other = (await member.post("/accounts", { name: "Poupança" })).body as { id: number };
  const card = (await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10, payment_account_id: account_id }))
    .body as { id: number };
  await create(member, { description: "tv", amount_cents: -30_000, date: "2026-01-02", credit_card_id: card.id });
  await apply(
    member,
    await upload(member, ofx([{ day: "2026-01-08", cents: 7000, text: "PIX RECEBIDO ANA" }]), { account_id: other.id }),
  );
  const statement = ofx([
    { day: "2026-01-08", cents: -7000, text: "PIX ENVIADO ANA" },
    { day: "2026-01-10", cents: -30_000, text: "PAGAMENTO DE FATURA" },
  ]);
  const preview = await upload(member, statement, { account_id });
  assert.deepEqual([preview.counts, preview.undecided], [{ payment: 1, transfer: 1 }, 0]);
  const applied = await apply(member, preview);
  const legs = (await member.get("/transfers?start_date=2026-01-01&end_date=2026-01-31")).body as TransactionView[];
  assert.equal(legs.length, 2);
  const [line] = (await linesOf(member, preview)).filter(({ verdict }) => verdict === "payment");
  const invoice = (await member.get(`/credit_cards/${card.id}/invoices/${line?.target?.invoice}`)).body as {
    balance_cents: number;
  };
  assert.equal(invoice.balance_cents, 0);
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
  await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual((await member.get("/transfers?start_date=2026-01-01&end_date=2026-01-31")).body, []);
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
});

test("a card's file goes to the named invoice; parts make a purchase once, and later parts are its rows", async () => {
  const { member } = await newMember();
  const card = (await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10 })).body as { id: number };
  const january: BankLine[] = [
    { day: "2025-12-20", cents: -5000, text: "Mercado Sol" },
    { day: "2025-12-22", cents: -3333, text: "Livraria Aurora - Parcela 1/3" },
    { day: "2025-12-28", cents: 40_000, text: "Pagamento recebido" },
  ];
  const file = { credit_card_id: card.id, file_name: "nubank-2026-01.csv" };
  const preview = await upload(member, cardCsv(january), file);
  assert.deepEqual(preview.counts, { new: 1, part: 1, payment: 1 });
  assert.equal((await apply(member, preview)).made?.created, 4);
  const purchases = await rowsOf(member);
  const invoices = purchases.map((row) => [row.description, row.credit_card_invoice_id, row.amount_cents]).sort();
  assert.deepEqual(invoices, [
    ["Livraria Aurora", 312, -3333],
    ["Livraria Aurora", 313, -3333],
    ["Livraria Aurora", 314, -3333],
    ["Mercado Sol", 312, -5000],
  ]);
  const february = [{ day: "2026-01-22", cents: -3332, text: "Livraria Aur - Parcela 2/3" }];
  const next = await upload(member, cardCsv(february), { ...file, file_name: "nubank-2026-02.csv" });
  assert.deepEqual(next.counts, { part: 1 });
  assert.equal((await apply(member, next)).made?.matched, 1);
  assert.equal((await rowsOf(member)).length, 4);
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
  assert.deepEqual((await upload(member, `${cardCsv(february)}\n`, { ...file, file_name: "nubank-2026-02.csv" })).counts, {
    known: 1,
  });
});

test("Nubank_2026-12-07.ofx goes to the invoice of that month as the CSV of that name does; another name asks for the invoice", async () => {
  const { member, account_id } = await newMember();
  const card = (await member.post("/credit_cards", { name: "Roxo", closing_day: 30, due_day: 7 })).body as { id: number };
  const bought = [{ day: "2026-11-20", cents: -5000, text: "Mercado Sol" }];
  const invoiceOf = async (content: string, file_name: string) => {
    const reply = await member.post("/imports", { content, file_name, credit_card_id: card.id });
    return [
      reply.status,
      (reply.body as { invoice?: number; errors?: object }).invoice ?? (reply.body as { errors: object }).errors,
    ];
  };
  assert.deepEqual(await invoiceOf(cardCsv(bought), "Nubank_2026-12-07.csv"), [201, 323]);
  assert.deepEqual(await invoiceOf(cardOfx(bought), "Nubank_2026-12-07.ofx"), [201, 323]);
  const [status, errors] = await invoiceOf(cardOfx(bought), "extrato.ofx");
  assert.deepEqual([status, Object.keys(errors as object)], [422, ["invoice"]]);
  const wrong = await member.post("/imports", { content: cardOfx(bought), file_name: "Nubank_2026-12-07.ofx", account_id });
  assert.deepEqual([wrong.status, Object.keys((wrong.body as { errors: object }).errors)], [422, ["account_id"]]);
});

test("uploads that cannot be are refused, and leave nothing", async () => {
  const { member, account_id } = await newMember();
  const stranger = await newMember();
  const cases: [object, number, string?][] = [
    [{ content: "x" }, 422, "account_id"],
    [{ account_id }, 422, "file"],
    [{ content: ofx(COFFEES), account_id: stranger.account_id }, 422, "account_id"],
    [{ content: "%PDF-1.4", account_id }, 422, "file"],
    [{ content: "one;two\nthree;four\n", account_id }, 422, "columns"],
    [{ content: cardCsv(COFFEES), account_id }, 422, "account_id"],
    [{ content: ofx(COFFEES), account_id, statement: 2 }, 422, "statement"],
    [{ content: ofx(COFFEES), account_id, columns: { day: -1 } }, 422, "columns"],
    [{ content: ofx(COFFEES), account_id, invoice: 312 }, 422, "invoice"],
  ];
  for (const [body, status, field] of cases) {
    const reply = await member.post("/imports", body);
    assert.equal(reply.status, status, reply.text);
    assert.ok(field && field in (reply.body as { errors: object }).errors, reply.text);
  }
  const dry = await member.post("/imports?dry_run=true", { content: ofx(COFFEES), account_id });
  assert.equal(dry.status, 201, dry.text);
  assert.deepEqual((await member.get("/imports")).body, []);
  const preview = await upload(member, ofx(COFFEES), { account_id });
  for (const path of [`/imports/${preview.id}`, `/imports/${preview.id}/lines`])
    assert.equal((await stranger.member.get(path)).status, 404);
  assert.equal((await stranger.member.post(`/imports/${preview.id}/apply`)).status, 404);
  assert.equal((await member.delete(`/imports/${preview.id}`)).status, 200);
  assert.equal((await member.get(`/imports/${preview.id}`)).status, 404);
});

test("a file may come as bytes or in a form, and a key answers it once", async () => {
  const { member, account_id } = await newMember();
  const bytes = Buffer.from(ofx(COFFEES));
  const headers = { "content-type": "application/x-ofx", "idempotency-key": "one-file" };
  const raw = await member.post(`/imports?account_id=${account_id}`, bytes, headers);
  assert.equal(raw.status, 201, raw.text);
  const again = await member.post(`/imports?account_id=${account_id}`, bytes, headers);
  assert.deepEqual([again.status, again.text], [201, raw.text]);
  const form = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="account_id"\r\n\r\n${account_id}\r\n` +
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.ofx"\r\nContent-Type: application/x-ofx\r\n\r\n${bytes}\r\n--x--\r\n`,
  );
  const posted = await member.post("/imports", form, { "content-type": "multipart/form-data; boundary=x" });
  assert.equal(posted.status, 201, posted.text);
  assert.equal((posted.body as { file_name: string }).file_name, "a.ofx");
  const cut = await member.post("/imports", form.subarray(0, 200), { "content-type": "multipart/form-data; boundary=x" });
  assert.equal(cut.status, 400, cut.text);
  assert.equal(((await member.get("/imports")).body as Import[]).length, 2);
});

test("the nightly job forgets previews of a week ago, and nothing that was applied", async () => {
  const { member, account_id } = await newMember();
  const { db } = finance.service.world;
  const preview = await upload(member, ofx(COFFEES.slice(0, 1)), { account_id });
  const applied = await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  await forgetPreviews(db, new Date(finance.clock.now().getTime() + 6 * 86_400_000));
  assert.equal((await member.get(`/imports/${preview.id}`)).status, 200);
  await forgetPreviews(db, new Date(finance.clock.now().getTime() + 8 * 86_400_000));
  assert.equal((await member.get(`/imports/${preview.id}`)).status, 404);
  assert.equal((await member.get(`/imports/${applied.id}`)).status, 200);
  const { left } = await db.one<{ left: number }>(sql`
    select count(*)::int as left from import_lines where space_id = ${member.spaceId} and import_id = ${preview.id}`);
  assert.equal(left, 0);
});

test("a statement that we wrote ourselves comes back as known", async () => {
  const { member, account_id } = await newMember();
  await apply(member, await upload(member, ofx(COFFEES), { account_id }));
  await create(member, { description: "Feira", amount_cents: -4321, date: "2026-01-06", account_id });
  const file = await member.get(`/exports?format=ofx&start_date=2026-01-01&end_date=2026-01-31`);
  assert.equal(file.status, 200, file.text);
  const { counts } = await upload(member, file.text, { account_id, statement: 2 });
  assert.deepEqual(counts, { known: 4 });
});

test("hostile files are refused or listed line by line, and leave nothing: bombs, entities, a million columns, formulas, too much", async () => {
  const { member, account_id } = await newMember();
  const send = (bytes: Uint8Array | string) =>
    member.post(`/imports?account_id=${account_id}`, Buffer.from(bytes as string), {
      "content-type": "application/octet-stream",
    });
  const header = "Data,Valor,Identificador,Descrição\n";
  const entities = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${"b".repeat(1000)}">]><OFX><STMTRS>&a;</STMTRS></OFX>`;
  const cases: [string, Uint8Array | string, number][] = [
    ["a bomb", archive({ "a.csv": Buffer.alloc(8 * 2 ** 20, "0") }), 422],
    ["a bomb that lies", archive({ "a.csv": Buffer.alloc(8 * 2 ** 20, "0") }, { unpackedSize: 10 }), 422],
    ["entities", entities, 422],
    ["a million columns", "a;".repeat(1_000_000), 422],
    ["half of a file", ofx(COFFEES).slice(0, 60), 422],
    ["more lines than may be", header + "05/01/2026,-1.00,,x\n".repeat(50_001), 422],
    ["more bytes than may be", Buffer.alloc(20 * 2 ** 20 + 70_000, "x"), 413],
  ];
  for (const [what, bytes, status] of cases) {
    const reply = await send(bytes);
    assert.equal(reply.status, status, `${what}: ${reply.text.slice(0, 200)}`);
    assert.ok(reply.text.length < 20_000, what);
  }
  assert.deepEqual((await member.get("/imports")).body, []);
  const formulas = workbook(
    sheetXml([
      ["date", "title", "amount"],
      ["2026-01-05", "=CMD()", 1.5],
      ["2026-01-06", "x", { formula: "1+1" }],
    ]),
  );
  const card = ((await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10 })).body as { id: number }).id;
  const reply = await member.post(`/imports?credit_card_id=${card}&invoice=312`, Buffer.from(formulas), {
    "content-type": "application/octet-stream",
  });
  assert.deepEqual((reply.body as Import).counts, { new: 1, error: 1 }, reply.text);
});

test("an upload that breaks off leaves nothing and keeps nobody out; an apply whose client is gone is done once", async () => {
  const { member, account_id } = await newMember();
  const body = JSON.stringify({ content: ofx(COFFEES), account_id });
  await breakOff(finance, member, "/imports", { length: body.length, body: body.slice(0, body.length / 2) });
  const preview = await upload(member, ofx(COFFEES), { account_id });
  assert.equal(((await member.get("/imports")).body as Import[]).length, 1);
  await breakOff(finance, member, `/imports/${preview.id}/apply`, { length: 2, body: "{}" });
  const again = await member.post(`/imports/${preview.id}/apply`, {}, { "idempotency-key": "cut" });
  assert.equal(again.status, 200, again.text);
  assert.equal((await rowsOf(member)).length, 3);
});

test("a space reads one file at a time, and shows how far it is; others wait for nobody", async () => {
  const { member, account_id } = await newMember();
  const other = await newMember();
  const { db } = finance.service.world;
  const many = Array.from({ length: 1_100 }, (_, index) => ({ day: "2026-01-05", cents: -100 - index, text: "LOJA" }));
  let uploading: ReturnType<TestMember["post"]> | undefined;
  // Whoever holds the space keeps the preview from being opened.
  await db.transaction(async (tx) => {
    await tx.run(sql`select from spaces where space_id = ${member.spaceId} for no key update`);
    uploading = member.post("/imports", { content: ofx(many), account_id });
    await until("all lines to be read", async () => {
      const [reading] = (await member.get("/imports")).body as (Import & { progress: { done: number; total: number } })[];
      return reading?.state === "reading" && reading.progress.done === 1_100 && reading.progress.total === 1_100;
    });
    const early = await member.post("/imports", { content: ofx(COFFEES), account_id });
    assert.deepEqual([early.status, early.headers["retry-after"]], [429, "5"], early.text);
    await upload(other.member, ofx(COFFEES), { account_id: other.account_id });
  });
  // On a busy machine it has waited too long, and says so.
  assert.ok([201, 503].includes((await uploading)?.status ?? 0));
  assert.equal((await upload(member, ofx(COFFEES), { account_id })).lines, 3);
});

test("a table that nobody knows is asked about, read by the answer, and its like by what is remembered; undo forgets that too", async () => {
  const { member, account_id } = await newMember();
  const layouts = async () => (await member.get("/import_layouts")).body as { id: number; header: string[]; columns: object }[];
  const table = (rows: string) => `Quando|Nada|Quem|Quanto\n${rows}`;
  const columns = { day: 0, description: [2], amount: 3, separator: "|", dayOrder: "dmy" };
  const reply = await member.post("/imports", { content: "Quando|Quem\n05/01/2026|Feira\n", account_id });
  assert.equal(reply.status, 422);
  assert.deepEqual(
    (reply.body as { question: { sample: string[][] } }).question.sample.at(-1),
    ["05/01/2026", "Feira"],
    reply.text,
  );
  const first = await upload(member, table("05/01/2026|a|Feira|-8,00\n06/01/2026|a|Bar|-9,00\n"), { account_id, columns });
  assert.deepEqual([first.counts, await layouts()], [{ new: 2 }, []]);
  const applied = await apply(member, first);
  const [layout] = await layouts();
  assert.deepEqual([layout?.header, layout?.columns], [["Quando", "Nada", "Quem", "Quanto"], columns]);
  const next = await upload(member, table("07/01/2026|b|Cinema|-7,00\n"), { account_id });
  const { about } = next as unknown as { about: { question: unknown; chosen: { remembered: boolean } } };
  assert.deepEqual([next.counts, about.question, about.chosen.remembered], [{ new: 1 }, null, true]);
  const [line] = (await linesOf(member, next)) as unknown as { description: string; amount_cents: number }[];
  assert.deepEqual([line?.description, line?.amount_cents], ["Cinema", -700]);
  assert.equal((await member.delete(`/imports/${next.id}`)).status, 200);
  await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual(await layouts(), []);
  await apply(member, await upload(member, table("05/01/2026|a|Feira|-8,00\n"), { account_id, columns }));
  const gone = await member.delete(`/import_layouts/${(await layouts())[0]?.id}`);
  assert.equal(gone.status, 200, gone.text);
  assert.deepEqual(await layouts(), []);
});

test("amounts that may be thousands or have three decimals are a question, until a person says the decimal sign", async () => {
  const { member, account_id } = await newMember();
  const table = (sign: string, rows: [string, string][]) =>
    `Quando|Quem|Quanto\n${rows.map(([who, amount]) => `05/01/2026|${who}|${amount.replace(".", sign)}\n`).join("")}`;
  const rows: [string, string][] = [
    ["Feira", "-10.999"],
    ["Bar", "5"],
  ];
  const preview = async (content: string, columns?: object) => {
    const uploaded = await upload(member, content, { account_id, ...(columns && { columns }) });
    const lines = (await linesOf(member, uploaded)) as unknown as {
      amount_cents: number | null;
      sure: boolean;
      reason: string;
    }[];
    return {
      made: uploaded,
      lines: lines.map(({ amount_cents: cents, sure }) => [cents, sure]),
      reasons: lines.map(({ reason }) => reason),
    };
  };
  const chosenColumns = { day: 0, description: [1], amount: 2, separator: "|" };
  for (const sign of [",", "."]) {
    const { made, lines, reasons } = await preview(table(sign, rows));
    assert.deepEqual(
      lines,
      [
        [-1_099_900, false],
        [500, true],
      ],
      sign,
    );
    assert.match(reasons[0] ?? "", /três casas decimais/);
    assert.equal(made.undecided, 1);
    const { question } = (made as unknown as { about: { question: { guess: Record<string, unknown> } } }).about;
    assert.ok(!("decimal" in question.guess), "the guess sent back is no answer");
    const refused = await member.post(`/imports/${made.id}/apply`);
    assert.equal(refused.status, 422, refused.text);
    // Whether it came or went says nothing about how much it is.
    await member.put(`/imports/${made.id}/lines/1`, { income: false });
    assert.equal((await member.post(`/imports/${made.id}/apply`)).status, 422);
    // The other sign makes them thousands, which is then sure; this one gives them three decimals.
    const other = sign === "," ? "." : ",";
    assert.deepEqual((await preview(table(sign, rows), { ...chosenColumns, decimal: other })).lines, [
      [-1_099_900, true],
      [500, true],
    ]);
    const precise = await preview(table(sign, rows), { ...chosenColumns, decimal: sign });
    assert.deepEqual(precise.lines, [
      [500, true],
      [null, true],
    ]);
    assert.match(precise.reasons[1] ?? "", /mais de duas casas decimais/);
  }
  const { lines } = await preview(table(".", [...rows, ["Luz", "-0.005"]]));
  assert.deepEqual(
    lines,
    [
      [500, true],
      [null, true],
      [null, true],
    ],
    "a zero shows the sign",
  );
  assert.deepEqual((await preview(table(".", [...rows, ["Luz", "-7.50"]]))).lines.slice(0, 2), [
    [500, true],
    [-750, true],
  ]);
});

test("a bank's layout does not make three decimals sure either", async () => {
  const { member, account_id } = await newMember();
  const nubank = (amount: string) => `Data,Valor,Identificador,Descrição\n05/01/2026,${amount},a,Feira\n`;
  const uploaded = await upload(member, nubank("-10.999"), { account_id });
  assert.deepEqual([uploaded.counts, uploaded.undecided], [{ new: 1 }, 1]);
  assert.equal((await upload(member, nubank("-10.99"), { account_id })).undecided, 0);
});

test("an OFX has at most two decimals, and one without a readable row is told so", async () => {
  const { member, account_id } = await newMember();
  const withAmounts = (...amounts: string[]) =>
    amounts.reduce(
      (text, amount) => text.replace(/<TRNAMT>-?\d+\.00</, `<TRNAMT>${amount}<`),
      ofx(amounts.map((_, at) => ({ day: "2026-01-05", cents: -100, text: `Bar ${at}` }))),
    );
  for (const bad of ["-0.005", "-10,999", "-10.999", "-1.000"]) {
    const none = await member.post("/imports", { content: withAmounts(bad), account_id });
    assert.equal(none.status, 422, none.text);
    const { errors } = none.body as { errors: Record<string, string[]> };
    assert.deepEqual(errors, { file: ["nenhum lançamento pôde ser lido", "o valor tem mais de duas casas decimais"] }, bad);
    const some = await upload(member, withAmounts(bad, "-7"), { account_id });
    assert.deepEqual(some.counts, { new: 1, error: 1 }, bad);
    const [, line] = (await linesOf(member, some)) as unknown as { reason: string }[];
    assert.equal(line?.reason, "o valor tem mais de duas casas decimais");
  }
  const days = await member.post("/imports", {
    content: ofx(COFFEES).replaceAll(/<DTPOSTED>\d+/g, "<DTPOSTED>20261399"),
    account_id,
  });
  assert.deepEqual((days.body as { errors: object }).errors, {
    file: ["nenhum lançamento pôde ser lido", "a data não existe ou não foi entendida"],
  });
  const empty = await member.post("/imports", { content: ofx([]), account_id });
  assert.deepEqual((empty.body as { errors: object }).errors, { file: ["nenhum lançamento foi encontrado"] });
  assert.deepEqual(
    (await upload(member, withAmounts("-1.234", "-7,50"), { account_id })).counts,
    { new: 2 },
    "thousands that another amount shows",
  );
});

test("a line of IOF names its purchase, and what both became", async () => {
  const { member } = await newMember();
  const card = ((await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10 })).body as { id: number }).id;
  const bought = [
    { day: "2025-12-20", cents: -10_000, text: "Hotel Mar" },
    { day: "2025-12-20", cents: -350, text: "IOF de compra internacional" },
  ];
  const preview = await upload(member, cardCsv(bought), { credit_card_id: card, invoice: 312 });
  const purchases = async () =>
    (await linesOf(member, preview)).map((line) => (line as unknown as { purchase: unknown }).purchase);
  assert.deepEqual(await purchases(), [null, { n: 1, transaction_id: null }]);
  await apply(member, preview);
  const [hotel, tax] = await linesOf(member, preview);
  assert.ok(hotel?.transaction_id && tax?.transaction_id !== hotel.transaction_id);
  assert.deepEqual(await purchases(), [null, { n: 1, transaction_id: hotel.transaction_id }]);
});

test("whatever is downloaded again and in which order, cut, shuffled, overlapped or reworded, each thing is there once; undo leaves nothing", async () => {
  const SHOPS = ["CAFE DA PRACA", "PADARIA SOL", "MERCADO NORTE"];
  const happened = fc.array(fc.record({ day: fc.nat(8), cents: fc.constantFrom(-800, -1200), shop: fc.nat(2) }), {
    minLength: 2,
    maxLength: 15,
  });
  const taken = fc.record({
    from: fc.nat(8),
    to: fc.nat(8),
    ids: fc.constantFrom("none", "same", "new"),
    isReworded: fc.boolean(),
    shuffle: fc.nat(99),
  });
  await fc.assert(
    fc.asyncProperty(happened, fc.array(taken, { minLength: 2, maxLength: 3 }), async (rows, downloads) => {
      const { member, account_id } = await newMember();
      const seen = new Set<number>();
      const versions: (number | undefined)[] = [];
      for (const [round, { from, to, ids, isReworded, shuffle }] of downloads.entries()) {
        const [first, last] = [Math.min(from, to), Math.max(from, to)];
        const lines = rows.flatMap(({ day, cents, shop }, index): (BankLine & { at: number })[] => {
          if (day < first || day > last) return [];
          const id = { none: {}, same: { id: `s${index}` }, new: { id: `r${round}-${index}` } }[ids];
          const text = `${isReworded ? "COMPRA CARTAO " : ""}${SHOPS[shop]}`;
          return [{ day: addDays("2026-01-01", day), cents, text, ...id, at: index }];
        });
        if (lines.length === 0) continue;
        for (const { at } of lines) seen.add(at);
        const shuffled = lines.toSorted((one, other) => ((one.at * 37 + shuffle) % 11) - ((other.at * 37 + shuffle) % 11));
        const preview = await member.post("/imports", { content: `${ofx(shuffled)}${" ".repeat(round)}`, account_id });
        if (preview.status !== 201) assert.fail(preview.text);
        const applied = await apply(member, preview.body as Import, { proposals: "accept" });
        versions.push(applied.made?.version);
      }
      const written = (await rowsOf(member)).map(({ date, amount_cents: cents }) => `${date} ${cents}`).sort();
      const expected = [...seen].map((at) => `${addDays("2026-01-01", rows[at]?.day as number)} ${rows[at]?.cents}`).sort();
      assert.deepEqual(written, expected);
      for (const version of versions.toReversed()) await member.post("/changes/undo", { version });
      assert.deepEqual(await rowsOf(member), []);
    }),
    { numRuns: 5 },
  );
});

test("a preview says what the lines lack between the bank's own balances", async () => {
  const { member, account_id } = await newMember();
  const file = (final: string) =>
    `INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE\n100,00;0,00;-8,00;${final}\n\n` +
    "RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE\n05-01-2026;Pagamento Café;1;-8,00;92,00\n";
  const difference = async (content: string) => {
    const { about } = (await upload(member, content, { account_id })) as unknown as { about: Record<string, unknown> };
    return [about.layout, about.opening_cents, about.closing_cents, about.difference_cents];
  };
  assert.deepEqual(await difference(file("92,00")), ["mercado_pago", 10_000, 9200, 0]);
  assert.deepEqual(await difference(file("90,00")), ["mercado_pago", 10_000, 9000, -200]);
});

test("a purchase whose first part nobody saw begins with the part that came", async () => {
  const { member } = await newMember();
  const card = ((await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10 })).body as { id: number }).id;
  const file = { credit_card_id: card, invoice: 312 };
  const second = await upload(
    member,
    cardCsv([{ day: "2025-12-22", cents: -3333, text: "Livraria Aurora - Parcela 2/4" }]),
    file,
  );
  assert.equal((await apply(member, second)).made?.created, 3);
  const rows = (await rowsOf(member)) as unknown as Record<string, unknown>[];
  assert.deepEqual(
    rows.map((row) => [row.installment, row.total_installments, row.credit_card_invoice_id]),
    [
      [2, 4, 312],
      [3, 4, 313],
      [4, 4, 314],
    ],
  );
});
