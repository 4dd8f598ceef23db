// The parts of a transaction while they are typed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOfDraft, copyOf, draftOf, refundOf } from "./draft.ts";
import { byCategory } from "./ledger.ts";
import { asShares, shareOf } from "./row_filter.ts";
import { EMPTY_LINE, evenly, inProportion, linesOf, linesOfParts, type PartLine, partsOf, readLines, textOf } from "./split.ts";
import { ROW } from "./testing.ts";

const line = (amount: string, category = "1"): PartLine => ({ category, amount, description: "", tags: [] });
const amounts = (lines: readonly PartLine[]) => lines.map(({ amount }) => amount);

test("lines without an amount share the rest evenly, and what is left or too much is told", () => {
  assert.deepEqual(readLines([line("70"), line("")], 10_000), { cents: [7_000, 3_000], restCents: 3_000, isRight: true });
  assert.deepEqual(readLines([line("70"), line(""), line("")], 10_001).cents, [7_000, 1_501, 1_500]);
  assert.deepEqual(readLines([line("70"), line("20")], 10_000), { cents: [7_000, 2_000], restCents: 1_000, isRight: false });
  assert.equal(readLines([line("120"), line("-20")], 10_000).isRight, true, "a coupon");
  for (const wrong of [[line("100")], [line("x"), line("")], [line("100"), line("")], [line("50", ""), line("50")]])
    assert.equal(readLines(wrong, 10_000).isRight, false, JSON.stringify(wrong));
});

test("amounts are distributed evenly or in proportion, to the cent", () => {
  const three = [line("1"), line("1"), line("1")];
  assert.deepEqual(amounts(evenly(three, 10_000, "pt-BR")), ["33,34", "33,33", "33,33"]);
  assert.deepEqual(amounts(inProportion([line("50"), line("30"), line("20")], 1_001, "en")), ["5.01", "3.00", "2.00"]);
  assert.deepEqual(amounts(inProportion([line("2,00"), line("1,00")], 100, "pt-BR")), ["0,67", "0,33"]);
  assert.deepEqual(amounts(inProportion([line(""), line("")], 100, "pt-BR")), ["0,50", "0,50"]);
});

const parts = [
  { category_id: 4, amount_cents: -70, description: "pão", tags: [{ name: "casa" }] },
  { category_id: 5, amount_cents: -30, description: null, tags: [] },
];
const row = { ...ROW, category_id: 4, parts };

test("a split row that nobody touched changes nothing; another amount leaves its parts to finance; parts are sent whole", () => {
  for (const language of ["pt-BR", "en"]) assert.deepEqual(changesOfDraft(row, draftOf(row, language)).changes, {});
  const draft = draftOf(row, "pt-BR");
  assert.deepEqual(changesOfDraft(row, { ...draft, amount: "2" }).changes, { amount_cents: -200 });
  const lines = linesOf(draft.parts);
  assert.deepEqual(lines, linesOfParts(parts, -100, "pt-BR"));
  const edited = textOf([
    { ...lines[0]!, amount: "0,60" },
    { ...lines[1]!, amount: "" },
  ]);
  assert.deepEqual(changesOfDraft(row, { ...draft, parts: edited, category: "9" }).changes, {
    parts: [
      { ...parts[0], amount_cents: -60 },
      { ...parts[1], amount_cents: -40 },
    ],
  });
  assert.equal(changesOfDraft(row, { ...draft, parts: textOf([lines[0]!]) }).wrong.parts, true);
  assert.deepEqual(changesOfDraft(row, { ...draft, parts: "", category: "9" }).changes, { category_id: 9, parts: [] });
});

test("a copy and a refund are split alike, and each category gets its share of a row", () => {
  const sent = parts.map((part) => ({ ...part, tags: part.tags.map(({ name }) => name) }));
  assert.deepEqual(copyOf(row, "2026-12-01").parts, sent);
  assert.equal("parts" in refundOf(row, "2026-12-01", { description: "x", cents: 100 }), false);
  assert.deepEqual([shareOf(row, {}), shareOf(row, { categories: new Set([4]) })], [-100, -70]);
  assert.deepEqual(
    asShares([row], { categories: new Set([5]) }).map((each) => each.amount_cents),
    [-30],
  );
  const tagged = { ...row, tags: [{ name: "casa" }] };
  assert.deepEqual(
    [shareOf(row, { tag: "casa" }), shareOf(tagged, { tag: "casa" })],
    [-70, -100],
    "a tag of the row is its parts'",
  );
  assert.deepEqual(
    [row, tagged].map((each) => shareOf(each, { tag: "casa", categories: new Set([5]) })),
    [0, -30],
  );
  const withTransfer = [
    { ...EMPTY_LINE, category: "4", amount: "0.60" },
    { ...EMPTY_LINE, category: "account:7" },
  ];
  assert.deepEqual(
    partsOf(withTransfer, -100).map(({ description, tags, ...each }) => each),
    [
      { category_id: 4, amount_cents: -60 },
      { account_id: 7, amount_cents: -40 },
    ],
  );
  const onlyTransfers = withTransfer.map((line) => ({ ...line, category: "account:7" }));
  assert.deepEqual([readLines(withTransfer, 100).isRight, readLines(onlyTransfers, 100).isRight], [true, false]);
  assert.deepEqual(partsOf(linesOfParts(parts, -100, "en"), -100), parts);
  const groups = byCategory([row, { ...ROW, id: 2, category_id: 5, amount_cents: -5 }]);
  assert.deepEqual(
    groups.map(({ categoryId, sumCents, rows }) => [categoryId, sumCents, rows.length]),
    [
      [4, -70, 1],
      [5, -35, 2],
    ],
  );
});
