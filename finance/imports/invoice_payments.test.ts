// Lines of a bank's file that pay the invoice of a card.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, list } from "../transactions/testing.ts";
import { apply, type BankLine, cardOfx, type Import, linesOf, ofx, upload } from "./testing.ts";

const finance = shareTestFinance();

/** Due in January 2026. */
const JANUARY = 312;

let members = 0;
async function newMember() {
  const member = await finance.member(`payer${++members}@example.com`);
  const { id: account_id } = (await member.post("/accounts", { name: "Banco", default: true })).body as { id: number };
  return { member, account_id };
}

async function newCard(member: TestMember, { name = "Roxo", cents = -30_000, ...more }: Record<string, unknown> = {}) {
  const reply = await member.post("/credit_cards", { name, closing_day: 3, due_day: 10, ...more });
  assert.equal(reply.status, 201, reply.text);
  const { id } = reply.body as { id: number };
  await create(member, { description: "tv", amount_cents: cents, date: "2026-01-02", credit_card_id: id });
  return id;
}

const paidLine = (text: string, more: Partial<BankLine> = {}): BankLine => ({ day: "2026-01-09", cents: -30_000, text, ...more });
const balanceOf = async (member: TestMember, card: number) =>
  ((await member.get(`/credit_cards/${card}/invoices/${JANUARY}`)).body as { balance_cents: number }).balance_cents;
const paymentsOf = async (member: TestMember) =>
  (await list(member))
    .filter((row) => row.paid_credit_card_id !== null)
    .map((row) => [row.paid_credit_card_id, row.paid_credit_card_invoice_id, row.amount_cents, row.account_id]);

test("a payment of an invoice in a bank's file is proposed for the card that owes it, paid when it is accepted, and undone with the import", async () => {
  for (const text of ["Pagamento de fatura", "PAG FATURA CARTAO", "PAGTO FATURA", "PAGAMENTO CARTAO DE CREDITO"]) {
    const { member, account_id } = await newMember();
    const card = await newCard(member);
    const preview = await upload(member, ofx([paidLine(text)]), { account_id });
    assert.deepEqual([preview.counts, preview.undecided], [{ payment: 1 }, 1], text);
    const [line] = await linesOf(member, preview);
    const target = { transaction_id: null, credit_card_id: card, invoice: JANUARY, options: null };
    assert.deepEqual([line?.sure, line?.target], [false, target]);
    // Nobody has said yes yet.
    assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 422);
    assert.deepEqual(await paymentsOf(member), []);
    assert.equal((await member.put(`/imports/${preview.id}/lines/1`, { action: "accept" })).status, 200);
    const applied = await apply(member, preview);
    assert.deepEqual(await paymentsOf(member), [[card, JANUARY, -30_000, account_id]]);
    assert.equal(await balanceOf(member, card), 0);
    // The card's own side of it writes nothing.
    const file = cardOfx([{ day: "2026-01-09", cents: 30_000, text: "Pagamento recebido" }]);
    await apply(member, await upload(member, file, { credit_card_id: card, invoice: JANUARY }));
    assert.equal((await paymentsOf(member)).length, 1);
    assert.equal(await balanceOf(member, card), 0);
    await member.post("/changes/undo", { version: applied.made?.version });
    assert.deepEqual(await paymentsOf(member), []);
    assert.equal(await balanceOf(member, card), -30_000);
    await assertSumsAreRight(finance.service.world.db, member.spaceId);
  }
});

test("the amount decides which card, then the name in the text; where several may be meant, the line asks", async () => {
  const { member, account_id } = await newMember();
  const roxo = await newCard(member, { name: "Cartão Roxo" });
  const inter = await newCard(member, { name: "Inter Gold", cents: -45_000 });
  const verdictFor = async (text: string, cents: number) => {
    const [line] = await linesOf(member, await upload(member, ofx([paidLine(text, { cents })]), { account_id }));
    const { credit_card_id: card = null, options = null } = line?.target ?? {};
    return [line?.verdict, line?.sure, card, options?.map((each) => each.credit_card_id) ?? null];
  };
  assert.deepEqual(await verdictFor("PAGAMENTO DE FATURA", -30_000), ["payment", false, roxo, null]);
  assert.deepEqual(await verdictFor("PAGAMENTO DE FATURA", -45_000), ["payment", false, inter, null]);
  assert.deepEqual(await verdictFor("PAGAMENTO FATURA INTER", -20_000), ["payment", false, inter, null]);
  assert.deepEqual(await verdictFor("PAGAMENTO DE FATURA", -20_000), ["payment", false, null, [roxo, inter]]);
  // The amount says one card and the text another.
  assert.deepEqual(await verdictFor("PAGAMENTO FATURA INTER", -30_000), ["payment", false, null, [roxo, inter]]);
  // Of two that fit, the one that this account pays for.
  const other = (await member.post("/accounts", { name: "Outro" })).body as { id: number };
  await member.put(`/credit_cards/${inter}`, { payment_account_id: other.id });
  assert.deepEqual(await verdictFor("PAGAMENTO DE FATURA", -20_000), ["payment", false, roxo, null]);
  // What the card names as the account that pays for it, with just the amount owed, needs no question.
  await member.put(`/credit_cards/${roxo}`, { payment_account_id: account_id });
  assert.deepEqual(await verdictFor("PAGAMENTO DE FATURA", -30_000), ["payment", true, roxo, null]);
});

test("what a rule of the user calls a transfer is not proposed as the payment of an invoice", async () => {
  const { member, account_id } = await newMember();
  await newCard(member);
  const other = (await member.post("/accounts", { name: "Cartões" })).body as { id: number };
  const rule = { conditions: { text_contains: "fatura" }, actions: { transfer_account_id: other.id } };
  assert.equal((await member.post("/import_rules", { name: "Fatura", ...rule })).status, 201);
  const preview = await upload(member, ofx([paidLine("PAGAMENTO DE FATURA")]), { account_id });
  assert.deepEqual([preview.counts, preview.undecided], [{ transfer: 1 }, 0]);
});

test("a line that asks which invoice it pays is accepted by nothing but an answer", async () => {
  const { member, account_id } = await newMember();
  const [one, other] = [await newCard(member, { name: "Azul" }), await newCard(member, { name: "Verde" })];
  const preview = await upload(member, ofx([paidLine("PAGAMENTO DE FATURA")]), { account_id });
  const path = `/imports/${preview.id}/lines`;
  assert.equal((await member.put(`${path}/1`, { action: "accept" })).status, 422);
  assert.deepEqual((await member.put(path, { verdict: "payment", action: "accept" })).body, { lines: 0 });
  assert.equal((await member.post(`/imports/${preview.id}/apply`, { proposals: "accept" })).status, 422);
  assert.equal(((await member.get(`/imports/${preview.id}`)).body as Import).undecided, 1);
  const answer = await member.put(`${path}/1`, { action: "pay", credit_card_id: other, invoice: JANUARY });
  assert.equal(answer.status, 200, answer.text);
  await apply(member, preview);
  assert.deepEqual(await paymentsOf(member), [[other, JANUARY, -30_000, account_id]]);
  assert.deepEqual([await balanceOf(member, one), await balanceOf(member, other)], [-30_000, 0]);
  await assertSumsAreRight(finance.service.world.db, member.spaceId);
});

test("PUT /imports/:id/lines/:n with pay: any line that leaves an account, an invoice of one's own open card, nothing else", async () => {
  const { member, account_id } = await newMember();
  const stranger = await newMember();
  const [card, theirs] = [await newCard(member), await newCard(stranger.member)];
  const archived = await newCard(member, { name: "Velho" });
  await member.put(`/credit_cards/${archived}`, { archived: true });
  const statement = ofx([paidLine("BOLETO BANCO X", { cents: -12_345 }), paidLine("PIX RECEBIDO", { cents: 5_000 })]);
  const preview = await upload(member, statement, { account_id });
  const onCard = await upload(member, cardOfx([paidLine("LOJA", { cents: -700 })]), { credit_card_id: card, invoice: JANUARY });
  const pay = { action: "pay", credit_card_id: card, invoice: JANUARY };
  const refused: [number, number, object, string][] = [
    [preview.id, 1, { action: "pay" }, "credit_card_id"],
    [preview.id, 1, { action: "pay", credit_card_id: card }, "invoice"],
    [preview.id, 1, { ...pay, invoice: 99_999 }, "invoice"],
    [preview.id, 1, { ...pay, credit_card_id: theirs }, "credit_card_id"],
    [preview.id, 1, { ...pay, credit_card_id: account_id }, "credit_card_id"],
    [preview.id, 1, { ...pay, credit_card_id: archived }, "credit_card_id"],
    [preview.id, 1, { ...pay, action: "new" }, "action"],
    [preview.id, 1, { ...pay, income: true }, "action"],
    [preview.id, 2, pay, "action"],
    [onCard.id, 1, pay, "action"],
  ];
  for (const [id, n, body, field] of refused) {
    const reply = await member.put(`/imports/${id}/lines/${n}`, body);
    assert.equal(reply.status, 422, reply.text);
    assert.ok(field in (reply.body as { errors: object }).errors, reply.text);
  }
  assert.equal((await member.put(`/imports/${preview.id}/lines`, { verdict: "new", action: "pay" })).status, 422);
  assert.equal((await member.put(`/imports/${preview.id}/lines/1`, pay)).status, 200);
  await apply(member, preview);
  assert.deepEqual(await paymentsOf(member), [[card, JANUARY, -12_345, account_id]]);
  assert.equal(await balanceOf(member, card), -17_655);
});

test("a payment that was entered by hand is that line, though the bank booked it some days before: it does not count twice", async () => {
  const { member, account_id } = await newMember();
  const card = await newCard(member);
  const paid = await member.post(`/credit_cards/${card}/invoices/${JANUARY}/payments`, { account_id, date: "2026-01-10" });
  assert.equal(paid.status, 201, paid.text);
  const preview = await upload(member, ofx([paidLine("PAGAMENTO DE FATURA", { day: "2026-01-04" })]), { account_id });
  assert.deepEqual([preview.counts, preview.undecided], [{ match: 1 }, 0]);
  await apply(member, preview);
  assert.deepEqual(await paymentsOf(member), [[card, JANUARY, -30_000, account_id]]);
  assert.equal(await balanceOf(member, card), 0);
});

test("where the card that was chosen is archived meanwhile, apply is 409 and the line asks anew", async () => {
  const { member, account_id } = await newMember();
  const card = await newCard(member);
  const preview = await upload(member, ofx([paidLine("BOLETO BANCO X")]), { account_id });
  const decision = { action: "pay", credit_card_id: card, invoice: JANUARY, description: "Fatura" };
  assert.equal((await member.put(`/imports/${preview.id}/lines/1`, decision)).status, 200);
  await member.put(`/credit_cards/${card}`, { archived: true });
  assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 409);
  assert.deepEqual(await paymentsOf(member), []);
  const [line] = await linesOf(member, preview);
  assert.deepEqual([line?.verdict, line?.decision], ["new", { description: "Fatura" }]);
  assert.equal((await apply(member, preview)).made?.created, 1);
  assert.deepEqual(await paymentsOf(member), []);
});

test("what was accepted is not accepted of something else: after 409 the line has the new verdict, without that answer and with the rest", async () => {
  const { member, account_id } = await newMember();
  const category = (await member.post("/categories", { name: "Casa" })).body as { id: number };
  const typed = await create(member, { description: "Presente", amount_cents: -5000, date: "2026-01-04", account_id });
  const preview = await upload(
    member,
    ofx([paidLine("LOJA XYZ", { day: "2026-01-05", cents: -5000 }), paidLine("CAFE", { cents: -800 })]),
    { account_id },
  );
  const fields = { category_id: category.id, description: "Caneca" };
  assert.equal((await member.put(`/imports/${preview.id}/lines/1`, { ...fields, action: "accept" })).status, 200);
  assert.equal((await member.put(`/imports/${preview.id}/lines/2`, { action: "skip" })).status, 200);
  await member.delete(`/transactions/${typed.id}`);
  assert.equal((await member.post(`/imports/${preview.id}/apply`)).status, 409);
  const lines = await linesOf(member, preview);
  assert.deepEqual(
    lines.map(({ verdict, decision }) => [verdict, decision]),
    [
      ["new", fields],
      ["new", { action: "skip" }],
    ],
  );
});
