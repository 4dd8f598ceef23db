// Known clients of the original service, by the forms in which each sends its requests about cards and invoices.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Type } from "typebox";
import type { Call, Reply } from "../kernel/testing/client.ts";
import { CreditCard, Failure, Invoice, InvoiceWithRows, shaped, Transaction } from "./testing/client_shapes.ts";
import { shareTestFinance, type TestMember } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

type Send = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Exactly these headers and no others, apart from the credentials. An object goes as JSON, under the type that the headers name. */
function from(headers: Record<string, string>, authorization = ana.authorization): Send {
  return (method, path, body) => {
    const options: Call = { method, headers: { authorization, ...headers } };
    if (body !== undefined) options.body = typeof body === "string" ? body : JSON.stringify(body);
    return finance.call(path, options);
  };
}

const JSON_UTF8 = { "content-type": "application/json; charset=utf-8" };
const List = Type.Array;
type Row = { id: number; oposite_transaction_id: number; account_id: number; date: string } & Record<string, unknown>;

test("api-doc, Organizze-Wrapper, organizze-mcp: cards by body and by query string; purchases, and what was answered sent back whole", async () => {
  const docs = from({ "user-agent": "Esdras (esdras@organizze.com.br)" });
  const wrapper = from({ "user-agent": "Ana (ana@example.com)", "content-length": "0", ...JSON_UTF8 });
  const go = from({ "user-agent": "organizze-mcp (ana@example.com)", "content-type": "application/json" });
  const hipercard = { name: "Hipercard", card_network: "hipercard", due_day: 15, closing_day: 2, limit_cents: 500_000 };
  const card = shaped(await docs("POST", "/credit_cards", hipercard), 201, CreditCard);
  const path = `/credit_cards/${card.id}`;
  assert.deepEqual([card.kind, card.type, card.archived, card.institution_id], ["credit_card", "credit_card", false, "default"]);
  const days = { name: "Visa Exclusive", due_day: 17, closing_day: 4, update_invoices_since: "2015-07-01" };
  const changed = shaped(await docs("PUT", path, days), 200, CreditCard);
  assert.deepEqual([changed.name, changed.due_day, changed.closing_day, changed.limit_cents], ["Visa Exclusive", 17, 4, 500_000]);
  shaped(await wrapper("PUT", `${path}?name=Visa&limit_cents=1200000`), 200, CreditCard);
  const echoed = shaped(await go("PUT", path, { ...changed, name: "Visa", limit_cents: 1_200_000 }), 200, CreditCard);
  assert.deepEqual([echoed.closing_day, echoed.limit_cents, echoed.payment_account_id], [4, 1_200_000, null]);
  assert.ok(shaped<{ id: number }[]>(await docs("GET", "/credit_cards"), 200, List(CreditCard)).some(({ id }) => id === card.id));

  // organizze-mcp: the card alone; with an account beside it nobody could tell. NOrganizze: instalments by their total.
  const purchase = { description: "Livro", amount_cents: -6_000, date: "2015-09-06", credit_card_id: card.id };
  const bought = shaped<Row>(await go("POST", "/transactions", purchase), 201, Transaction);
  assert.deepEqual(
    [bought.account_id, bought.account_type, bought.credit_card_id, bought.credit_card_invoice_id],
    [card.id, "CreditCard", card.id, 189],
  );
  const accounts = (await docs("GET", "/accounts")).body as { id: number }[];
  const account = accounts[0]?.id as number;
  const both = (await go("POST", "/transactions", { ...purchase, account_id: account })).body as { errors: object };
  assert.deepEqual(both.errors, { credit_card_id: ["não pode ser usado junto com account_id"] });
  const parts = { ...purchase, installments_attributes: { periodicity: "monthly", total: 3 }, tags: ["viagem"] };
  const first = shaped<Row>(await docs("POST", "/transactions", parts), 201, Transaction);
  assert.deepEqual([first.amount_cents, first.installment, first.total_installments], [-2_000, 1, 3]);
  const ofCard = `/transactions?start_date=2015-09-01&end_date=2015-11-30&credit_card_id=${card.id}`;
  const rows = shaped<Row[]>(await wrapper("GET", ofCard), 200, List(Transaction));
  assert.deepEqual(
    rows.map((row) => row.credit_card_invoice_id),
    [191, 190, 189, 189],
  );
  const back = shaped<Row>(await go("PUT", `/transactions/${bought.id}`, { ...bought, notes: "lido" }), 200, Transaction);
  assert.deepEqual({ ...back, notes: null, updated_at: bought.updated_at }, bought);
  shaped(await go("PUT", `/transactions/${bought.id}`, { account_id: account }), 200, Transaction);
  shaped(await wrapper("PUT", `/transactions/${bought.id}?credit_card_id=${card.id}`), 200, Transaction);
  shaped(await go("PUT", path, { archived: true, default: false }), 200, CreditCard);
  assert.equal((await go("POST", "/transactions", purchase)).status, 422);
  shaped(await from({ "user-agent": "Java-http-client/21", ...JSON_UTF8 })("DELETE", path, {}), 200, CreditCard);
  shaped(await docs("GET", path), 404, Failure);
});

function invoiceClients() {
  const json = { "content-type": "application/json" };
  const python = from({ "user-agent": "python-requests/2.32.3", accept: "*/*" });
  const wrapper = from({ "user-agent": "Ana (ana@example.com)", "content-length": "0", ...JSON_UTF8 });
  const pluggy = from({ "user-agent": "organizze-pluggy (ana@example.com)", ...json });
  return { json, python, wrapper, pluggy };
}

/** A card with one purchase, on its invoice of March. */
async function newInvoice() {
  const { wrapper, pluggy } = invoiceClients();
  const named = "name=Visa&card_network=visa&closing_day=5&due_day=10&limit_cents=500000";
  const { id: card } = (await wrapper("POST", `/credit_cards?${named}`)).body as { id: number };
  shaped(
    await pluggy("POST", "/transactions", {
      description: "Livro",
      credit_card_id: card,
      amount_cents: -9_900,
      date: "2026-02-10",
    }),
    201,
    Transaction,
  );
  return { card, invoices: `/credit_cards/${card}/invoices` };
}

test("clients that read invoices: those of a period, and each by its number", async () => {
  const { python } = invoiceClients();
  const { card, invoices } = await newInvoice();
  // rel_gastos_organizze, organizze-sync, organizzer-cli: the invoices of a period, then each by its number.
  const period = `?start_date=2026-03-01&end_date=2026-03-31+00%3A00%3A00`;
  const [listed] = shaped<{ id: number; balance_cents: number }[]>(await python("GET", invoices + period), 200, List(Invoice));
  assert.deepEqual([listed?.id, listed?.balance_cents], [314, -9_900]);
  assert.equal(
    shaped<object[]>(await from({ "user-agent": "axios/1.7.9" })("GET", `${invoices}?start_date=&end_date=`), 200, List(Invoice))
      .length,
    12,
  );
  const full = shaped<{ transactions: Row[] }>(await python("GET", `${invoices}/314`), 200, InvoiceWithRows);
  assert.deepEqual([full.transactions.length, full.transactions[0]?.account_id], [1, card]);
});

test("clients that pay invoices: the payment as an object or a list, writes by body and by query string", async () => {
  const { json, python, wrapper, pluggy } = invoiceClients();
  const { card, invoices } = await newInvoice();
  // The generated Python and TypeScript clients want a list; OrganizzeApiClient and NOrganizze an object, or the 404.
  assert.deepEqual(shaped<Row[]>(await python("GET", `${invoices}/314/payments?shape=array`), 200, List(Transaction)), []);
  const java = from({ "user-agent": "Java-http-client/21", ...json });
  assert.deepEqual(shaped<Row[]>(await java("GET", `${invoices}/314/payments`), 200, List(Transaction)), []);

  // organizze-pluggy pays with a negative amount, its marker in the notes and its tags in one text; others leave all to the server.
  const paid = {
    amount_cents: -4_000,
    date: "2026-03-10",
    notes: "[pluggy:0a1b]",
    joined_tags: "pluggy,cartão",
    account_id: null,
  };
  const first = shaped<Row>(await pluggy("POST", `${invoices}/314/payments`, paid), 201, Transaction);
  assert.deepEqual(
    [first.amount_cents, first.notes, first.tags],
    [-4_000, "[pluggy:0a1b]", [{ name: "pluggy" }, { name: "cartão" }]],
  );
  assert.deepEqual([first.paid_credit_card_id, first.paid_credit_card_invoice_id], [card, 314]);
  const second = shaped<Row>(await wrapper("POST", `${invoices}/314/payments?date=2026-03-11&paid=True`), 201, Transaction);
  assert.equal(second.amount_cents, -5_900);
  assert.equal(
    shaped<Row>(await from({ "user-agent": "node" })("GET", `${invoices}/314/payments`), 200, Transaction).id,
    second.id,
  );
  assert.equal(shaped<Row[]>(await python("GET", `${invoices}/314/payments?shape=array`), 200, List(Transaction)).length, 2);

  // What was answered is sent back whole with one field changed.
  const back = shaped(await pluggy("PUT", `${invoices}/314/payments/${first.id}`, { ...first, notes: "" }), 200, Transaction);
  assert.deepEqual({ ...back, notes: first.notes, updated_at: first.updated_at }, first);
  shaped(await pluggy("PUT", `/transactions/${second.id}`, { ...second, notes: "conciliado" }), 200, Transaction);
  shaped(await pluggy("DELETE", `/transactions/${second.id}`, {}), 200, Transaction);
  shaped(await from({ "user-agent": "curl/8.5.0" })("DELETE", `${invoices}/314/payments/${first.id}`), 200, Transaction);
  assert.equal(shaped<{ payments: Row[] }>(await python("GET", `${invoices}/314`), 200, InvoiceWithRows).payments.length, 0);
});
