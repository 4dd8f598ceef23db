import assert from "node:assert/strict";
import { test } from "node:test";
import { OTHER_FILES } from "../testing/other_files.ts";
import { allLines, brief, onlyLine, read, reasons } from "../testing.ts";

test("QIF: lists with their accounts, transfers, splits, dates in the order that all rows tell", () => {
  const file = read(OTHER_FILES.qif);
  assert.equal(file.format, "qif");
  assert.deepEqual(
    file.statements.map(({ place, account }) => [place, account.name]),
    [
      ["account", "Checking"],
      ["card", "Visa"],
    ],
  );
  assert.deepEqual(brief(file), [
    ["2026-08-25", -123456, "Market"],
    ["2026-08-05", -5000, "To savings"],
    ["2026-08-06", -1000, "Book shop"],
  ]);
  const [market, savings] = allLines(file);
  assert.deepEqual(market?.splits, [
    { amountCents: -100000, category: "Food", description: "fruit" },
    { amountCents: -23456, category: "Home", description: null },
  ]);
  assert.deepEqual(
    [market?.notes, market?.document, savings?.transferAccount, savings?.category],
    ["weekly", "101", "Savings", null],
  );
  assert.deepEqual(
    file.statements[0]?.balances.map(({ day, when, cents }) => [day, when, cents]),
    [["2026-08-01", "before", 100000]],
  );
});

test("QIF: comma amounts, day first, splits that do not sum, missing amounts and impossible days", () => {
  const file = read(
    "!Type:Bank\nD25/08/2026\nT-1.234,56\nPA\n^\nD26/08/26\nT-10,00\nSX\n$-9,00\n^\nD27/08/26\nPB\n^\nD31/02/26\nT1\n^\n",
  );
  assert.deepEqual(brief(file), [["2026-08-25", -123456, "A"]]);
  assert.deepEqual(reasons(file), [
    [6, "splits_differ"],
    [11, "amount_missing"],
    [14, "day_invalid"],
  ]);
});

test("QIF: the memo stands for a missing payee, the last entry needs no end, other lists are passed over", () => {
  assert.equal(onlyLine(read("!Type:Cat\nNFood\n^\n!Type:CCard\nD8/5'26\nT-1.00\nMmemo")).description, "memo");
  assert.equal(read("!Type:Bank\n").refusal, "no_lines");
});

test("QIF: too much is refused", () => {
  assert.equal(read(`!Type:Bank\n${"T1\n^\n".repeat(50_001)}`).refusal, "too_many_lines");
  assert.equal(read("!Type:Bank\n".repeat(201)).refusal, "too_many_statements");
});
