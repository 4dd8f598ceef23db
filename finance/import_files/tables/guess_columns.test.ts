import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, latin, onlyLine, read, reasons } from "../testing.ts";
import { layoutReport } from "./columns.ts";

const UNKNOWN = `Banco Desconhecido
Quando;O que foi;Quanto;Saldo
05/08/2026;Padaria;-12,00;100,00
06/08/2026;Salário;1.500,00;1.600,00
`;

test("an unknown table is guessed and asked about, with its header, a sample and a key to remember the answer by", () => {
  const file = read(latin(UNKNOWN));
  assert.deepEqual(file.needs?.header, ["Quando", "O que foi", "Quanto", "Saldo"]);
  assert.deepEqual(file.needs?.sample[0], ["05/08/2026", "Padaria", "-12,00", "100,00"]);
  assert.deepEqual(file.needs?.guess, {
    day: 0,
    description: [1],
    amount: 2,
    balance: 3,
    isInverted: false,
    dayOrder: "dmy",
    decimal: ",",
    headerRow: 2,
    separator: ";",
    encoding: "windows-1252",
  });
  assert.match(file.needs?.headerKey ?? "", /^[0-9a-f]{32}$/);
  assert.equal(read(UNKNOWN.toUpperCase()).needs?.headerKey, file.needs?.headerKey);
  assert.deepEqual([file.layout, file.refusal], [null, null]);
  assert.deepEqual(brief(file), [
    ["2026-08-05", -1200, "Padaria"],
    ["2026-08-06", 150000, "Salário"],
  ]);
});

test("the guess, given back as the answer, reads the same and asks no more", () => {
  const first = read(UNKNOWN);
  const second = read(UNKNOWN, { columns: first.needs?.guess ?? assert.fail() });
  assert.equal(second.needs, null);
  assert.deepEqual(second.statements, first.statements);
});

test("what the caller says of the columns wins over layouts and guesses", () => {
  const text = "a|b|c\n08/05/2026|12.50|Shop\n";
  const line = onlyLine(
    read(text, {
      columns: {
        day: 0,
        description: [2],
        amount: 1,
        isInverted: true,
        dayOrder: "mdy",
        decimal: ".",
        separator: "|",
        headerRow: 1,
        place: "card",
      },
    }),
  );
  assert.deepEqual([line.day, line.amountCents, line.description], ["2026-08-05", -1250, "Shop"]);
  const reading = read("date,title,amount\n2026-08-05,A,1.00\n", { columns: { day: 0, description: [1], amount: 2 } });
  assert.deepEqual([reading.layout, onlyLine(reading).amountCents], [null, 100]);
  const two = read("x;y;z;w;v\n05/08/2026;A;B;;5,00\n06/08/2026;C;D;7,00;\n", {
    columns: { day: 0, description: [1, 2], credit: 3, debit: 4 },
  });
  assert.deepEqual(brief(two), [
    ["2026-08-05", -500, "A - B"],
    ["2026-08-06", 700, "C - D"],
  ]);
});

test("columns that are not there are refused, with the question again", () => {
  for (const columns of [
    { day: 9, description: [1], amount: 2 },
    { day: 0, description: [1] },
    { day: -1, description: [1], amount: 2 },
    { day: 0, description: [0.5], amount: 2 },
  ]) {
    const file = read(UNKNOWN, { columns });
    assert.deepEqual([file.refusal, file.statements], ["columns_wrong", []]);
    assert.notEqual(file.needs, null);
  }
});

test("letters, two columns, English headers and month first are guessed", () => {
  const letters = read("05/08/2026;Padaria;12,00;D\n06/08/2026;Loja;13,00;C\n");
  assert.deepEqual(
    brief(letters).map(([, cents]) => cents),
    [-1200, 1300],
  );
  assert.equal(letters.needs?.guess?.headerRow, 0);
  const two = read("When,What,Credit,Debit\n08/25/2026,Shop,,12.00\n08/05/2026,Pay,15.00,\n");
  assert.deepEqual(brief(two), [
    ["2026-08-25", -1200, "Shop"],
    ["2026-08-05", 1500, "Pay"],
  ]);
});

test("a table without days or amounts is asked about and not read", () => {
  const file = read("a,b\nc,d\n");
  assert.deepEqual([file.refusal, file.needs?.guess, file.statements], ["columns_unknown", null, []]);
});

test("bad lines of a table are listed with their reasons", () => {
  const file = read(
    "date,title,amount\n2026-08-05,A,1.00\n2026-02-31,B,1.00\n2026-08-05,C,x1\n2026-08-05,D,\n,E,5.00\n2026-08-05,F,1.234\n",
  );
  assert.deepEqual(reasons(file), [
    [3, "day_invalid"],
    [4, "amount_invalid"],
    [5, "amount_missing"],
    [6, "day_missing"],
    [7, "amount_too_precise"],
  ]);
  assert.deepEqual(file.problems[0]?.raw, "2026-02-31; B; 1.00");
  assert.equal(brief(file).length, 1);
});

test("the report of an unknown layout has its header and the shape of its values, and neither names nor amounts", () => {
  const question = read(UNKNOWN).needs ?? assert.fail();
  assert.deepEqual(layoutReport(question), {
    header: ["Quando", "O que foi", "Quanto", "Saldo"],
    shapes: [
      ["99/99/9999", "x", "-99,99", "999,99"],
      ["99/99/9999", "x", "9.999,99", "9.999,99"],
    ],
  });
});
