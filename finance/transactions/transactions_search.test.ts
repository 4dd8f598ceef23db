// GET /transactions with q, tag, paid, kind, min_cents, max_cents and recurrence_id.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bookRows } from "../integrity/testing.ts";
import { statementsOf as explainable, explainForAnyValues, nodesOf } from "../testing/plans.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, statementsOf, type TransactionView, wrongFields } from "./testing.ts";

const ALL = "start_date=1990-01-01&end_date=2027-12-31";

const finance = shareTestFinance();
let ana: TestMember;
let rui: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  rui = await finance.member("rui@example.com");
});

const find = async (query: object, member = ana) => {
  const parameters = new URLSearchParams(query as Record<string, string>);
  const reply = await member.get(`/transactions?${ALL}&${parameters}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TransactionView[];
};
const named = async (query: object, member = ana) => (await find(query, member)).map(({ description }) => description).sort();

test("GET /transactions?q finds rows whose words begin so, in the description or the notes, whatever their accents and case", async () => {
  await create(ana, { description: "Pão de Açúcar", notes: "promoção de CAFÉ", date: "1995-03-04" });
  await create(ana, { description: "açougue do João (cartão)", date: "2001-01-01" });
  await create(ana, { description: "Uber*Viagem 12/03", date: "2020-01-01" });
  await create(ana, { description: "PIZZARIA ÉTNA 🍕", date: "2020-01-01" });
  await create(rui, { description: "Pão de queijo" });
  const cases: [q: string, descriptions: string[]][] = [
    ["pao", ["Pão de Açúcar"]],
    ["PÃO acuc", ["Pão de Açúcar"]],
    ["aç", ["Pão de Açúcar", "açougue do João (cartão)"]],
    ["cafe pao", ["Pão de Açúcar"]],
    ["car", ["açougue do João (cartão)"]],
    ["(JOAO)", ["açougue do João (cartão)"]],
    ["viagem", ["Uber*Viagem 12/03"]],
    ["uber 12 3", []],
    ["12/03", ["Uber*Viagem 12/03"]],
    ["etna", ["PIZZARIA ÉTNA 🍕"]],
    ["🍕", ["PIZZARIA ÉTNA 🍕"]],
    ["ao", []],
    ["pao pizzaria", []],
    ["' | \\ & ! :* <->", []],
    ["'pao':* | 'uber'", []],
    ["ac\u0327u\u0301car", ["Pão de Açúcar"]],
  ];
  for (const [q, descriptions] of cases) assert.deepEqual(await named({ q }), descriptions, q);
  assert.deepEqual(await named({ q: "pao" }, rui), ["Pão de queijo"]);
});

test("GET /transactions?q follows a row that changes and goes, and takes rows of any length", async () => {
  const row = await create(ana, { description: "primeiro", notes: "ĳ".repeat(9_999), tags: ["x".repeat(40)] });
  assert.deepEqual(await named({ q: "ij".repeat(20) }), ["primeiro"]);
  await ana.put(`/transactions/${row.id}`, { description: "segundo", notes: null });
  assert.deepEqual([await named({ q: "primeiro" }), await named({ q: "segundo" })], [[], ["segundo"]]);
  await ana.delete(`/transactions/${row.id}`);
  assert.deepEqual(await named({ q: "segundo" }), []);
});

test("GET /transactions?tag has those with exactly that tag, whatever is in it", async () => {
  const tags = ["viagem", "Viagem", "via", "it's", "a\\b", "a\u0001b", "a\u0001", "c'\\''", "12#x", "a & b"];
  for (const tag of tags) await create(rui, { description: tag, tags: [tag, "todos"] });
  for (const tag of tags) assert.deepEqual(await named({ tag }, rui), [tag]);
  assert.equal((await find({ tag: "todos" }, rui)).length, tags.length);
  assert.deepEqual(await named({ tag: "todos", q: "via" }, rui), ["Viagem", "via", "viagem"]);
  for (const tag of ["b", "a", "todo", "viage"]) assert.deepEqual(await named({ tag }, rui), [], tag);
  assert.deepEqual(await find({ tag: "todos" }), []);
});

test("GET /transactions?paid chooses as it is shown: purchases by their invoices, what is carried over included", async () => {
  const lia = await finance.member("lia@example.com");
  const card = (await lia.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 10 })).body as { id: number };
  await create(lia, { description: "conta paga", paid: true, date: "2026-01-02" });
  await create(lia, { description: "conta em aberto", paid: false, date: "2026-01-03" });
  const parts = { periodicity: "monthly", total: 6 };
  const bought = { credit_card_id: card.id, date: "2025-10-10", amount_cents: -6_000, installments_attributes: parts };
  const { credit_card_invoice_id: first } = await create(lia, { description: "em seis", ...bought });
  const pay = (invoice: number, cents: number) =>
    lia.post(`/credit_cards/${card.id}/invoices/${invoice}/payments`, { amount_cents: cents });
  const number = first as number;
  const check = async () => {
    const all = await find({}, lia);
    const [yes, no] = [await find({ paid: true }, lia), await find({ paid: false }, lia)];
    const idsOf = (rows: TransactionView[], isPaid: boolean) => rows.filter(({ paid }) => paid === isPaid).map(({ id }) => id);
    assert.deepEqual(
      yes.map(({ id }) => id),
      idsOf(all, true),
    );
    assert.deepEqual(no.map(({ id }) => id).sort(), idsOf(all, false).sort());
    return yes.length;
  };
  const before = await check();
  await pay(number, 400);
  await pay(number + 1, 1_600);
  assert.equal(await check(), before + 3, "the second is paid with what the first left, and two payments are rows");
  await pay(number + 3, 1_000);
  await check();
  assert.deepEqual(await named({ paid: false, account_id: card.id }, lia), Array(4).fill("em seis"));
  assert.deepEqual(await named({ paid: false, q: "conta" }, lia), ["conta em aberto"]);
});

test("GET /transactions?kind, min_cents, max_cents and recurrence_id", async () => {
  const eva = await finance.member("eva@example.com");
  const other = (await eva.post("/accounts", { name: "Outra" })).body as { id: number };
  const card = (await eva.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 10 })).body as { id: number };
  const { account_id: account } = await create(eva, { description: "salário", amount_cents: 5_000 });
  await create(eva, { description: "mercado", amount_cents: -700 });
  await create(eva, { description: "zero", amount_cents: 0 });
  await eva.post("/transfers", { from_account_id: account, to_account_id: other.id, amount_cents: 300, description: "mesada" });
  await eva.post(`/credit_cards/${card.id}/invoices/313/payments`, { amount_cents: 100, description: "fatura" });
  const fixed = await create(eva, {
    description: "aluguel",
    amount_cents: -1,
    date: "2027-11-01",
    recurrence_attributes: { periodicity: "monthly" },
  });
  const cases: [query: object, descriptions: string[]][] = [
    [{ kind: "income" }, ["salário"]],
    [{ kind: "expense", max_cents: 9_999, min_cents: 2 }, ["mercado"]],
    [{ kind: "transfer" }, ["mesada", "mesada"]],
    [{ kind: "payment" }, ["fatura"]],
    [{ min_cents: 700 }, ["mercado", "salário"]],
    [{ min_cents: 701, max_cents: 5_000 }, ["salário"]],
    [{ max_cents: 0 }, ["zero"]],
    [{ min_cents: 300, max_cents: 300 }, ["mesada", "mesada"]],
    [{ recurrence_id: fixed.recurrence_id }, ["aluguel", "aluguel"]],
    [{ recurrence_id: fixed.recurrence_id, kind: "income" }, []],
    [{ q: "", tag: "", recurrence_id: "", max_cents: 0 }, ["zero"]],
  ];
  for (const [query, descriptions] of cases) assert.deepEqual(await named(query, eva), descriptions, JSON.stringify(query));
  const theirs = await ana.get(`/transactions?recurrence_id=${fixed.recurrence_id}`);
  assert.deepEqual(wrongFields(theirs), ["recurrence_id"]);
  assert.equal(theirs.text, (await ana.get("/transactions?recurrence_id=9007199254740991")).text);
});

test("GET /transactions refuses what is no search, and the links to other pages search for the same", async () => {
  const refused: [query: string, field: string][] = [
    [`q=${"x".repeat(65)}`, "q"],
    ["q=a&q=b", "q"],
    [`tag=${"x".repeat(41)}`, "tag"],
    ["paid=talvez", "paid"],
    ["kind=despesa", "kind"],
    ["min_cents=-1", "min_cents"],
    ["min_cents=1.5", "min_cents"],
    ["max_cents=1000000000000", "max_cents"],
    ["min_cents=5&max_cents=4", "max_cents"],
    ["recurrence_id=x", "recurrence_id"],
    ["recurrence_id=0", "recurrence_id"],
  ];
  for (const [query, field] of refused) assert.deepEqual(wrongFields(await ana.get(`/transactions?${query}`)), [field], query);
  const reply = await ana.get(`/transactions?${ALL}&q=%C3%A9tna%20%F0%9F%8D%95&paid=true&page=1&per_page=1`);
  assert.equal(reply.headers["x-total-count"], "1");
  assert.match(String(reply.headers.link), /q=%C3%A9tna\+%F0%9F%8D%95&paid=true&page=1/);
});

test("GET /transactions finds words, tags, amounts and what is unpaid by their indexes, in one round trip", async () => {
  const { db } = finance.service.world;
  const max = await finance.member("max@example.com");
  const rows = Array.from({ length: 4_000 }, (_, index) => ({
    amount_cents: -index,
    description: `linha ${index}`,
    tags: [`t${index}`],
    date: new Date(Date.UTC(2000, 0, index)).toISOString().slice(0, 10),
  }));
  await bookRows(db, max.spaceId, rows);
  await db.run(sql`analyze transactions`);
  const indexes: [query: object, index: string][] = [
    [{ q: "linha 77" }, "transactions_search_idx"],
    [{ tag: "t88" }, "transactions_search_idx"],
    [{ min_cents: 50, max_cents: 60 }, "transactions_amount_idx"],
    [{ paid: false }, "transactions_unpaid_idx"],
  ];
  for (const [query, index] of indexes) {
    assert.equal((await statementsOf(db, () => find(query, max))).length, 1);
    const [statement] = (await explainable(db, () => find(query, max))).filter(({ text }) => /matching/.test(text));
    const used = nodesOf(await explainForAnyValues(db, statement!)).map((node) => node["Index Name"]);
    assert.ok(used.includes(index), `${JSON.stringify(query)}: ${used}`);
    assert.ok(!used.includes("transactions_date_idx"), `${JSON.stringify(query)}: ${used}`);
  }
});
