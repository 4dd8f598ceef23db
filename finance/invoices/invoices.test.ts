// Invoices as they are read: the tables of the original service number by number, the periods of lists, the words for how they stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance } from "../testing.ts";
import { create, statementsOf, wrongFields } from "../transactions/testing.ts";
import { buy, explainInvoice, figuresOf, type InvoiceView, listInvoices, newCard, pay, readInvoice } from "./testing.ts";

const finance = shareTestFinance();

const db = () => finance.service.world.db;
let members = 0;
const someone = () => finance.member(`invoice${++members}@example.com`);

const figures = (each: InvoiceView) => [
  each.id,
  each.date,
  each.starting_date,
  each.closing_date,
  each.amount_cents,
  each.payment_amount_cents,
  each.previous_balance_cents,
  each.balance_cents,
];

test("the invoices of the original service's year: every row, with the days changed in the middle of it", async () => {
  const ana = await someone();
  const card = await newCard(ana, { name: "Hipercard", closing_day: 2, due_day: 15 });
  const rows: [cents: number, date: string][] = [
    [-25_098, "2015-05-02"],
    [584_900, "2015-05-03"],
    [40_000, "2015-06-03"],
    [-10_000, "2015-07-03"],
    [-22_098, "2015-07-05"],
    [-15_000, "2015-09-04"],
    [-30_000, "2015-10-05"],
  ];
  for (const [cents, date] of rows) await buy(ana, card, cents, date);
  assert.deepEqual(await figuresOf(ana, card, 186, 187), [
    [0, 40_000, 0, 40_000],
    [0, -32_098, 0, -32_098],
  ]);
  const changed = await ana.put(`/credit_cards/${card}`, { due_day: 17, closing_day: 4, update_invoices_since: "2015-07-01" });
  assert.equal(changed.status, 200, changed.text);
  await pay(ana, card, 186, { amount_cents: 70_000, date: "2015-07-17" });
  const listed = await listInvoices(ana, card, "?start_date=2015-01-01&end_date=2015-12-31");
  assert.deepEqual(listed.map(figures), [
    [180, "2015-01-15", "2014-12-03", "2015-01-02", 0, 0, 0, 0],
    [181, "2015-02-15", "2015-01-03", "2015-02-02", 0, 0, 0, 0],
    [182, "2015-03-15", "2015-02-03", "2015-03-02", 0, 0, 0, 0],
    [183, "2015-04-15", "2015-03-03", "2015-04-02", 0, 0, 0, 0],
    [184, "2015-05-15", "2015-04-03", "2015-05-02", -25_098, 0, 0, -25_098],
    [185, "2015-06-15", "2015-05-03", "2015-06-02", 584_900, 0, 0, 584_900],
    [186, "2015-07-17", "2015-06-03", "2015-07-04", 30_000, -70_000, 0, 100_000],
    [187, "2015-08-17", "2015-07-05", "2015-08-04", -22_098, 0, 100_000, 77_902],
    [188, "2015-09-17", "2015-08-05", "2015-09-04", -15_000, 0, 0, -15_000],
    [189, "2015-10-17", "2015-09-05", "2015-10-04", 0, 0, 0, 0],
    [190, "2015-11-17", "2015-10-05", "2015-11-04", -30_000, 0, 0, -30_000],
    [191, "2015-12-17", "2015-11-05", "2015-12-04", 0, 0, 0, 0],
  ]);
  assert.deepEqual(Object.keys(listed[0] as object), [
    "id",
    "date",
    "starting_date",
    "closing_date",
    "amount_cents",
    "payment_amount_cents",
    "balance_cents",
    "previous_balance_cents",
    "credit_card_id",
    "status",
  ]);
  for (const each of listed) {
    assert.equal(each.credit_card_id, card);
    const { transactions, payments, ...alone } = await readInvoice(ana, card, each.id);
    assert.deepEqual(alone, each);
    assert.equal(
      transactions.reduce((sum, row) => sum + row.amount_cents, 0),
      each.amount_cents,
    );
    assert.equal(payments.length, each.id === 186 ? 1 : 0);
  }
  await assertSumsAreRight(db(), ana.spaceId);
});

test("what is left of a paid invoice is carried to the next, over- and underpaid: the worked example, number by number", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  await buy(ana, card, -30_000, "2026-02-06");
  await buy(ana, card, -12_345, "2026-03-05");
  await buy(ana, card, 2_000, "2026-02-20");
  await buy(ana, card, -10_000, "2026-03-06");
  assert.deepEqual(await figuresOf(ana, card, 314, 315, 316), [
    [0, -40_345, 0, -40_345],
    [0, -10_000, 0, -10_000],
    [0, 0, 0, 0],
  ]);
  await pay(ana, card, 314, { amount_cents: -40_000 });
  assert.deepEqual(await figuresOf(ana, card, 314, 315), [
    [0, -40_345, -40_000, -345],
    [-345, -10_000, 0, -10_345],
  ]);
  await pay(ana, card, 315, { amount_cents: 11_000 });
  assert.deepEqual(await figuresOf(ana, card, 315, 316, 317), [
    [-345, -10_000, -11_000, 655],
    [655, 0, 0, 655],
    [0, 0, 0, 0],
  ]);
  const listed = await listInvoices(ana, card, "?start_date=2026-05-01&end_date=2026-06-30");
  assert.deepEqual(
    listed.map((each) => [each.id, each.previous_balance_cents, each.balance_cents]),
    [
      [316, 655, 655],
      [317, 0, 0],
    ],
  );
});

test("GET .../invoices covers the current year, or the due dates of a period; one bound alone means its whole year", async () => {
  const ana = await someone();
  const card = await newCard(ana, { closing_day: 31, due_day: 31 });
  const ids = async (query: string) => (await listInvoices(ana, card, query)).map(({ id }) => id);
  const year = (first: number) => Array.from({ length: 12 }, (_, month) => first + month);
  const thisYear = (Number(finance.clock.now().toISOString().slice(0, 4)) - 2000) * 12;
  assert.deepEqual(await ids(""), year(thisYear));
  assert.deepEqual(await ids("?start_date=2015-07-01"), year(180));
  assert.deepEqual(await ids("?end_date=2015-07-01"), year(180));
  assert.deepEqual(await ids("?start_date=2026-02-28&end_date=2026-03-30"), [313]);
  assert.deepEqual(await ids("?start_date=2026-02-28&end_date=2026-03-31T23:59:59Z"), [313, 314]);
  assert.deepEqual(await ids("?start_date=1900-01-01&end_date=1990-02-28"), [-120, -119]);
  assert.deepEqual(await ids("?start_date=2150-01-01"), []);
  assert.equal((await ids("?start_date=1900-01-01&end_date=2199-12-31")).length, 1332);
  const refused = async (query: string) => wrongFields(await ana.get(`/credit_cards/${card}/invoices${query}`));
  assert.deepEqual(await refused("?start_date=2026-02-01&end_date=2026-01-01"), ["end_date"]);
  assert.deepEqual(await refused("?start_date=ontem&end_date=2026-13-01"), ["start_date", "end_date"]);
  await readInvoice(ana, card, -120);
  await readInvoice(ana, card, 1211);
});

test("unknown cards, cards of others and numbers that are none are one 404; another card of the same space has its own invoices", async () => {
  const [ana, bruno] = [await someone(), await someone()];
  const [card, other, theirs] = [await newCard(ana), await newCard(ana, { name: "Elo" }), await newCard(bruno)];
  await buy(ana, card, -500, "2026-02-10");
  await pay(ana, card, 314);
  await buy(bruno, theirs, -900, "2026-02-10");
  await pay(bruno, theirs, 314);
  const urls = [`${theirs}/invoices/314`, `1987654321/invoices/314`, "0/invoices/314", "x/invoices/314", `${card}/invoices/-121`];
  urls.push(`${card}/invoices/1212`, `${card}/invoices/x`, `${card}/invoices/3.14`, `${card}/invoices/314%20`);
  for (const url of urls) {
    for (const path of ["", "/payments", "/payments?shape=array", "/explain"]) {
      const reply = await ana.get(`/credit_cards/${url}${path}`);
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], `${url}${path}`);
    }
    assert.equal((await ana.post(`/credit_cards/${url}/payments`, { amount_cents: 1 })).status, 404);
  }
  for (const id of [theirs, 1_987_654_321, "x"]) assert.equal((await ana.get(`/credit_cards/${id}/invoices`)).status, 404);
  assert.deepEqual(await figuresOf(ana, other, 314), [[0, 0, 0, 0]]);
  const none = `/credit_cards/${other}/invoices/314/payments`;
  for (const each of [none, `${none}?shape=array`]) assert.deepEqual((await ana.get(each)).body, []);
  assert.equal((await ana.get(`${none}?shape=object`)).status, 404);
});

test("the status follows the days and the payments, and the rows are paid when their invoice is", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const now = finance.clock.now();
  const stand = async (time: string) => {
    finance.clock.set(time);
    const { status, transactions } = await readInvoice(ana, card, 314);
    return [status, ...transactions.map(({ paid }) => paid)];
  };
  await buy(ana, card, -1_000, "2026-02-10");
  try {
    // Noon in UTC is the same day in São Paulo; two in the morning is still the day before.
    assert.deepEqual(await stand("2026-02-05T12:00:00Z"), ["future", false]);
    assert.deepEqual(await stand("2026-02-06T12:00:00Z"), ["open", false]);
    assert.deepEqual(await stand("2026-03-06T02:00:00Z"), ["open", false]);
    assert.deepEqual(await stand("2026-03-06T12:00:00Z"), ["closed", false]);
    assert.deepEqual(await stand("2026-03-10T12:00:00Z"), ["closed", false]);
    assert.deepEqual(await stand("2026-03-11T12:00:00Z"), ["overdue", false]);
    const part = await pay(ana, card, 314, { amount_cents: 400 });
    assert.deepEqual(await stand("2026-03-11T12:00:00Z"), ["partial", false]);
    await pay(ana, card, 314);
    assert.deepEqual(await stand("2026-03-11T12:00:00Z"), ["paid", true]);
    assert.equal((await ana.delete(`/credit_cards/${card}/invoices/314/payments/${part.id}`)).status, 200);
    assert.deepEqual(await stand("2026-02-05T12:00:00Z"), ["partial", false]);
  } finally {
    finance.clock.set(now);
  }
});

test("an invoice shows purchases, refunds, instalments and fixed ones as rows of the card, and payments as rows of the account", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  const bought = await buy(ana, card, -900, "2026-02-10", { tags: ["mercado"] });
  const parts = await buy(ana, card, -1_000, "2026-01-31", { installments_attributes: { periodicity: "monthly", total: 3 } });
  await buy(ana, card, -50, "2026-02-07", { recurrence_attributes: { periodicity: "monthly" } });
  const paying = await pay(ana, card, 314, { paid: false, date: "2026-03-10" });
  assert.equal(paying.amount_cents, -1_283);
  const { transactions, payments, ...invoice } = await readInvoice(ana, card, 314);
  assert.deepEqual([invoice.amount_cents, invoice.payment_amount_cents, invoice.balance_cents], [-1_283, 0, -1_283]);
  assert.deepEqual(
    transactions.map((row) => [row.date, row.amount_cents, row.installment, row.total_installments, row.recurring]),
    [
      ["2026-02-28", -333, 2, 3, false],
      ["2026-02-10", -900, 1, 1, false],
      ["2026-02-07", -50, 1, 1, true],
    ],
  );
  for (const row of [...transactions, ...payments]) {
    assert.deepEqual(Object.keys(row).sort(), Object.keys(bought).sort());
    assert.equal(Object.keys(row).length, 26);
    assert.deepEqual((await ana.get(`/transactions/${row.id}`)).body, row);
  }
  assert.deepEqual(
    [transactions[1]?.account_id, transactions[1]?.account_type, transactions[1]?.credit_card_invoice_id, transactions[1]?.tags],
    [card, "CreditCard", 314, [{ name: "mercado" }]],
  );
  assert.deepEqual(payments, [paying]);
  assert.deepEqual(
    [paying.account_type, paying.paid_credit_card_id, paying.paid_credit_card_invoice_id, paying.credit_card_id],
    ["Account", card, 314, null],
  );
  assert.equal((await readInvoice(ana, card, parts.credit_card_invoice_id as number)).transactions[0]?.amount_cents, -334);
});

test("fixed charges are on invoices years ahead, as far as anybody is shown, and an invoice asks the database once", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  await buy(ana, card, -100, "2026-02-07", { recurrence_attributes: { periodicity: "monthly" } });
  const ahead = await listInvoices(ana, card, "?start_date=2031-01-01");
  assert.deepEqual(new Set(ahead.map((each) => each.amount_cents)), new Set([-100]));
  await readInvoice(ana, card, 400);
  await pay(ana, card, 314);
  const path = `/credit_cards/${card}/invoices`;
  for (const each of [path, `${path}/314`, `${path}/314/explain`, `${path}/314/payments`, `${path}/314/payments?shape=array`])
    assert.equal((await statementsOf(db(), () => ana.get(each))).length, 1, each);
});

test("GET .../explain names the rule of each line, and its steps lead to the balance", async () => {
  const ana = await someone();
  const card = await newCard(ana, { closing_day: 2, due_day: 15 });
  await buy(ana, card, -1_000, "2026-01-10", { description: "Sapato" });
  await pay(ana, card, 313, { amount_cents: 400 });
  await ana.put(`/credit_cards/${card}`, { closing_day: 4, due_day: 17, update_invoices_since: "2026-03-01" });
  const pinned = await buy(ana, card, -70, "2025-12-24", { description: "Presente", credit_card_invoice_id: 314 });
  await buy(ana, card, -900, "2026-02-10", { description: "TV", installments_attributes: { periodicity: "monthly", total: 2 } });
  await buy(ana, card, 100, "2026-02-11", { description: "Devolução" });
  await buy(ana, card, -5, "2026-02-12", { description: "Música", recurrence_attributes: { periodicity: "monthly" } });
  const payment = await pay(ana, card, 314, { amount_cents: 500, date: "2026-03-05" });
  await pay(ana, card, 314, { amount_cents: 525, date: "2026-03-17", paid: false });
  const { lines, ...invoice } = await explainInvoice(ana, card, 314);
  assert.deepEqual([invoice.closing_day, invoice.due_day, invoice.balance_cents], [4, 17, -525]);
  assert.deepEqual(
    lines.map((line) => [line.rule, line.amount_cents, line.balance_cents, line.text]),
    [
      [
        "period",
        0,
        0,
        "De 03/02/2026 a 04/03/2026, vence em 17/03/2026: o cartão fecha no dia 4 e vence no dia 17 desde a fatura de março de 2026",
      ],
      ["carry", -600, -600, "Vem da fatura de fevereiro de 2026, que tem pagamento: lançamentos −R$ 10,00, pagamentos R$ 4,00"],
      ["previous_balance", 0, -600, "Saldo anterior: −R$ 6,00"],
      ["pinned", -70, -670, "Presente: compra de 24/12/2025, nesta fatura porque foi escolhida para ela"],
      ["in_period", -450, -1_120, "TV: parcela 1/2 de 10/02/2026, dentro do período"],
      ["in_period", 100, -1_020, "Devolução: estorno de 11/02/2026, dentro do período"],
      ["in_period", -5, -1_025, "Música: compra fixa de 12/02/2026, dentro do período"],
      ["amount", 0, -1_025, "Lançamentos da fatura: −R$ 4,25"],
      ["payment", 500, -525, "Pagamento Março de 2026: pagamento de 05/03/2026"],
      ["planned_payment", 0, -525, "Pagamento Março de 2026: pagamento de R$ 5,25 previsto para 17/03/2026, ainda não conta"],
      ["payment_amount", 0, -525, "Pagamentos da fatura: R$ 5,00"],
      ["balance", 0, -525, "Saldo: R$ 5,25 a pagar"],
    ],
  );
  assert.deepEqual([lines[1]?.invoice_id, lines[3]?.transaction_id, lines[8]?.transaction_id], [313, pinned.id, payment.id]);
  const english = await ana.get(`/credit_cards/${card}/invoices/317/explain`, { "accept-language": "en" });
  assert.deepEqual(
    (english.body as typeof invoice & { lines: typeof lines }).lines.map(({ rule, text }) => `${rule}: ${text}`),
    [
      "period: From 2026-05-05 to 2026-06-04, due on 2026-06-17: the card closes on day 4 and is due on day 17 since the invoice of March 2026",
      "no_carry: Nothing comes from the invoice of May 2026: without a payment its balance stays with it",
      "previous_balance: Previous balance: R$ 0.00",
      "in_period: Música: fixed purchase of 2026-05-12, within the period",
      "amount: On the invoice: −R$ 0.05",
      "payment_amount: Payments: R$ 0.00",
      "balance: Balance: R$ 0.05 to pay",
    ],
  );
});

test("GET .../explain goes back to where nothing was left, and no further", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  await buy(ana, card, -100, "2026-02-07", { recurrence_attributes: { periodicity: "monthly" } });
  const numbers = [314, 315, 316, 317];
  const carried = async (number: number) =>
    (await explainInvoice(ana, card, number)).lines
      .filter(({ rule }) => rule === "carry")
      .map((line) => [line.invoice_id, line.amount_cents]);
  for (const number of numbers) await pay(ana, card, number, { amount_cents: number === 316 ? 60 : 100 });
  assert.deepEqual(await carried(316), [[315, 0]]);
  assert.deepEqual(await carried(318), [
    [316, -40],
    [317, 0],
  ]);
});

test("an invoice costs the same whatever else the card and the account have", async () => {
  const ana = await someone();
  const card = await newCard(ana);
  await create(ana, { description: "x", amount_cents: -1 });
  const path = `/credit_cards/${card}/invoices/314`;
  const [statement = ""] = await statementsOf(db(), () => ana.get(path));
  const summed = new Set([...statement.matchAll(/\bsum\([\s\S]*?\bfrom (\w+)/g)].map(([, table]) => table));
  assert.deepEqual([...summed], ["card_invoices"], "sums are kept, not made of rows");
  const { count } = await db().one<{ count: number }>(sql`select count(*) from card_invoices where space_id = ${ana.spaceId}`);
  assert.equal(count, 0);
  assert.deepEqual(await figuresOf(ana, card, 314), [[0, 0, 0, 0]]);
});
