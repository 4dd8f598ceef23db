// What becomes of lines that the user decides, and of lines that are transfers, payments and parts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance } from "../testing.ts";
import { create, list, type TransactionView } from "../transactions/testing.ts";
import { apply, type BankLine, COFFEES, cardCsv, cardOfx, linesOf, newImporter, ofx, upload } from "./testing.ts";

const finance = shareTestFinance();

const newMember = () => newImporter(finance);

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
  const rows = await list(member);
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
  const rows = (await list(member)).map(({ amount_cents: cents, paid_credit_card_id: paid }) => [cents, paid]);
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
  const purchases = await list(member);
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
  assert.equal((await list(member)).length, 4);
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
  const rows = (await list(member)) as unknown as Record<string, unknown>[];
  assert.deepEqual(
    rows.map((row) => [row.installment, row.total_installments, row.credit_card_invoice_id]),
    [
      [2, 4, 312],
      [3, 4, 313],
      [4, 4, 314],
    ],
  );
});
