import assert from "node:assert/strict";
import { test } from "node:test";
import { CSV_FILES } from "../testing/csv_files.ts";
import { allLines, read, reasons } from "../testing.ts";

const accounts = (name: keyof typeof CSV_FILES) =>
  read(CSV_FILES[name]).statements.map(({ account, lines }) => [account.name, lines.length]);

test("YNAB: a statement for each account, splits are one line, transfers name the other account", () => {
  assert.deepEqual(accounts("ynab"), [
    ["Checking", 2],
    ["Savings", 1],
  ]);
  const [market, transfer] = allLines(read(CSV_FILES.ynab));
  assert.deepEqual(market?.splits, [
    { amountCents: -100000, category: "Needs: Food", description: "fruit" },
    { amountCents: -125010, category: "Needs: Home", description: "soap" },
  ]);
  assert.deepEqual([market?.category, transfer?.transferAccount, transfer?.splits], [null, "Savings", []]);
});

test("YNAB: dates in the user's order, told by all rows", () => {
  const text = Buffer.from(CSV_FILES.ynab).toString();
  const dmy = text.replaceAll("08/25/2026", "25/08/2026").replaceAll("08/05/2026", "05/08/2026");
  assert.deepEqual(
    allLines(read(dmy)).map(({ day }) => day),
    allLines(read(text)).map(({ day }) => day),
  );
});

test("Actual: the parent has the total and its parts, also where they do not sum to it", () => {
  assert.deepEqual(accounts("actual"), [
    ["Checking", 2],
    ["Savings", 1],
  ]);
  const [market, transfer] = allLines(read(CSV_FILES.actual));
  assert.deepEqual(
    [market?.notes, market?.splits.map(({ amountCents, category, description }) => [amountCents, category, description])],
    [
      "weekly",
      [
        [-2000, "Food", "fruit"],
        [-1000, "Home", null],
      ],
    ],
  );
  assert.equal(transfer?.transferAccount, "Savings");
  const differs = Buffer.from(CSV_FILES.actual).toString().replace("-20.00", "-20.01");
  assert.deepEqual(reasons(read(differs)), [[2, "splits_differ"]]);
});

test("Firefly III: a transfer is on both accounts, a group is a split", () => {
  assert.deepEqual(accounts("firefly"), [
    ["Checking", 4],
    ["Savings", 1],
  ]);
  const lines = allLines(read(CSV_FILES.firefly));
  assert.deepEqual(lines[0]?.splits, [
    { amountCents: -2000, category: "Food", description: "Fruit" },
    { amountCents: -1000, category: "Home", description: "Soap" },
  ]);
  assert.deepEqual(lines[0]?.tags, ["week", "food"]);
  const transfers = lines.filter(({ transferAccount }) => transferAccount !== null);
  assert.deepEqual(
    transfers.map(({ amountCents, transferAccount, document, fitid }) => [amountCents, transferAccount, document, fitid]),
    [
      [-5000, "Savings", "102", "ext-1"],
      [5000, "Checking", "102", "ext-1"],
    ],
  );
});

test("Mobills: a statement for each account, categories with their second level, tags; unpaid is planned", () => {
  assert.deepEqual(accounts("mobills"), [
    ["Banco A", 1],
    ["Banco B", 1],
  ]);
  const [market, salary] = allLines(read(CSV_FILES.mobills));
  assert.deepEqual([market?.category, market?.tags, market?.isPlanned], ["Casa / Feira", ["mes", "casa"], false]);
  assert.equal(salary?.isPlanned, true);
  const positive = Buffer.from(CSV_FILES.mobills).toString().replace("R$ -", "R$ ");
  assert.ok(allLines(read(positive)).every(({ isSenseUnsure }) => isSenseUnsure));
  const utf16 = Buffer.from(Buffer.from(CSV_FILES.mobills).toString(), "utf16le");
  assert.equal(allLines(read(utf16)).length, 2);
});
