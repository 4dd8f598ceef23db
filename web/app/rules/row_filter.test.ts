import assert from "node:assert/strict";
import { test } from "node:test";
import type { Category, Transaction } from "./records.ts";
import { filterOfQuery, isFiltering, matching, type RowFilter, searchQuery, stateOf } from "./row_filter.ts";
import { ROW } from "./testing.ts";

const TODAY = "2026-11-16";
const row = (values: Partial<Transaction>): Transaction => ({ ...ROW, ...values });
const idsOf = (rows: readonly Transaction[], filter: RowFilter) => matching(rows, filter, TODAY).map(({ id }) => id);
const category = (id: number, parent: number | null = null) => ({ id, parent_id: parent, name: `${id}` }) as Category;

test("a search looks past accents and case, and at tags", () => {
  const rows = [row({}), row({ id: 2, description: "Táxi", tags: [{ name: "viagem" }], credit_card_id: 7 })];
  assert.deepEqual(idsOf(rows, { text: "ACUCAR pao" }), [1]);
  assert.deepEqual(idsOf(rows, { text: "viag" }), [2]);
  assert.deepEqual(idsOf(rows, { place: "card:7" }), [2]);
});

test("kinds: transfers and payments of invoices are neither income nor expense", () => {
  const rows = [
    row({ id: 1 }),
    row({ id: 2, amount_cents: 100 }),
    row({ id: 3, oposite_transaction_id: 4 }),
    row({ id: 4, amount_cents: 100, oposite_transaction_id: 3 }),
    row({ id: 5, paid_credit_card_id: 7 }),
  ];
  assert.deepEqual(idsOf(rows, { kind: "expense" }), [1]);
  assert.deepEqual(idsOf(rows, { kind: "income" }), [2]);
  assert.deepEqual(idsOf(rows, { kind: "transfer" }), [3, 4, 5]);
  assert.deepEqual(idsOf(rows, { kind: "counted" }), [1, 2]);
});

test("every row has one state: paid, overdue from the day after its date on, else open; purchases on cards are never overdue", () => {
  const unpaid = (date: string, card: number | null = null) => row({ date, paid: false, credit_card_id: card });
  assert.equal(stateOf(row({ date: "2026-01-01" }), TODAY), "paid");
  assert.equal(stateOf(unpaid("2026-11-15"), TODAY), "overdue");
  assert.equal(stateOf(unpaid(TODAY), TODAY), "open");
  assert.equal(stateOf(unpaid("2026-11-15", 7), TODAY), "open");
});

test("amounts count without their sign, and both ends belong to them; tags are whole names", () => {
  const rows = [100, -200, -300].map((cents, index) => row({ id: index + 1, amount_cents: cents }));
  assert.deepEqual(idsOf(rows, { minCents: 100, maxCents: 200 }), [1, 2]);
  assert.deepEqual(idsOf(rows, { minCents: 201 }), [3]);
  assert.deepEqual(idsOf(rows, { minCents: 300, maxCents: 200 }), []);
  const tagged = [row({ id: 1, tags: [{ name: "viagem" }] }), row({ id: 2, tags: [{ name: "viagem 2" }] })];
  assert.deepEqual(idsOf(tagged, { tag: "viagem" }), [1]);
});

test("an address says what is filtered; what is unknown in it does not filter", () => {
  const categories = [category(3), category(4, 3), category(5)];
  const filter = filterOfQuery(
    { category: "3", kind: "income", state: "open", min: "100", max: "x", tag: "", month: "2026-01" },
    categories,
  );
  assert.deepEqual(filter.categories, new Set([3, 4]));
  assert.deepEqual(
    [filter.kind, filter.state, filter.minCents, filter.maxCents, filter.tag],
    ["income", "open", 100, undefined, undefined],
  );
  assert.ok(isFiltering(filter));
  assert.ok(!isFiltering(filterOfQuery({ month: "2026-01", category: "99", kind: "all", state: "x", max: "-5" }, categories)));
});

test("a person's rows are those that they wrote; what is no id does not filter", () => {
  const rows = [row({ id: 1, created_by_id: 3 }), row({ id: 2, created_by_id: 4 }), row({ id: 3, created_by_id: null })];
  assert.deepEqual(idsOf(rows, filterOfQuery({ person: "3" }, [])), [1]);
  assert.deepEqual(idsOf(rows, filterOfQuery({ person: "9" }, [])), []);
  for (const person of ["", "x", "-3", "0", "3.5", "99999999999"]) assert.ok(!isFiltering(filterOfQuery({ person }, [])), person);
});

test("the server searches by what it knows, and is never asked for what it refuses", () => {
  assert.equal(searchQuery({ text: "a b", kind: "counted", minCents: 5, maxCents: 9 }), "q=a+b&min_cents=5&max_cents=9");
  assert.equal(
    searchQuery({ text: "x".repeat(99), kind: "income", minCents: 9, maxCents: 5 }),
    `q=${"x".repeat(64)}&kind=income`,
  );
});
