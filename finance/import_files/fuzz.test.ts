import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isDay } from "../calendar/day.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { ReadFile } from "./file.ts";
import { LIMITS } from "./limits.ts";
import { readUnguarded } from "./read_file.ts";
import { archive, sheetXml, workbook } from "./testing/archive.ts";
import { CSV_FILES } from "./testing/csv_files.ts";
import { OTHER_FILES } from "./testing/other_files.ts";
import { SHEET_FILES } from "./testing/sheet_files.ts";
import { TODAY } from "./testing.ts";

/** For a longer search: COFRE_FUZZ_RUNS=100000. */
const RUNS = Number(process.env.COFRE_FUZZ_RUNS ?? 1_000);

const FILES: Uint8Array[] = [
  ...Object.values(CSV_FILES),
  ...Object.values(OTHER_FILES),
  ...Object.values(SHEET_FILES),
  workbook(
    sheetXml([
      ["date", "title", "amount"],
      ["2026-08-05", "A", 1.5],
      [{ style: 1, value: 46239 }, "B", { formula: "1" }],
    ]),
  ),
  archive({ "register.csv": CSV_FILES.ynab, "x.ofx": OTHER_FILES.ofx }),
];

type Spoil =
  | { cut: number }
  | { at: number; bytes: Uint8Array }
  | { at: number; bit: number }
  | { at: number; length: number; to: number };

/** Places are shares of the length, so that they fit every file. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const signs = fc.constantFrom(
  "\n",
  '"',
  ";",
  ",",
  "<",
  ">",
  "&",
  "</",
  "<!--",
  "<STMTTRN>",
  "]]>",
  "\0",
  "\ufeff",
  "^\n",
  "=1",
  "-",
  "9".repeat(40),
  "é",
  "/",
);
const spoil: fc.Arbitrary<Spoil> = fc.oneof(
  fc.record({ cut: place }),
  fc.record({
    at: place,
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      signs.map((sign) => new TextEncoder().encode(sign)),
    ),
  }),
  fc.record({ at: place, bit: fc.nat(7) }),
  fc.record({ at: place, length: fc.nat(200), to: place }),
);

function spoiled(bytes: Uint8Array, how: Spoil): Uint8Array {
  if ("cut" in how) return bytes.slice(0, Math.floor(how.cut * bytes.length));
  const at = Math.floor(how.at * bytes.length);
  if ("bytes" in how) return Buffer.concat([bytes.subarray(0, at), how.bytes, bytes.subarray(at)]);
  if ("bit" in how) return bytes.map((byte, index) => (index === at ? byte ^ (1 << how.bit) : byte));
  const piece = bytes.subarray(at, at + how.length);
  const to = Math.floor(how.to * bytes.length);
  return Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)]);
}

/** What holds of whatever a reader gives back. */
function check(file: ReadFile): void {
  assert.ok(file.refusal === null || file.statements.length === 0, `${file.refusal} with statements`);
  assert.ok(file.statements.length <= LIMITS.statements * LIMITS.archivedFiles);
  assert.ok(file.statements.reduce((sum, { lines }) => sum + lines.length, 0) <= LIMITS.lines);
  for (const { lines, balances, period } of file.statements) {
    assert.ok(period === null || (isDay(period.start) && isDay(period.end)));
    for (const { cents, day } of balances) assert.ok(isWhole(cents) && (day === null || isDay(day)));
    for (const line of lines) {
      assert.ok(isDay(line.day), line.day);
      assert.ok(isWhole(line.amountCents), String(line.amountCents));
      assert.ok(line.raw.length <= LIMITS.rawCharacters && line.description.length <= 3 * LIMITS.cellCharacters);
      assert.ok(line.part === null || (line.part.k >= 1 && line.part.k <= line.part.n && line.part.n >= 2 && line.part.n <= 99));
      assert.ok(line.splits.length !== 1);
      const sum = line.splits.reduce((total, { amountCents }) => total + amountCents, 0);
      assert.ok(line.splits.length === 0 || sum === line.amountCents, "splits sum to the line");
    }
  }
  for (const { raw } of file.problems) assert.ok(raw.length <= LIMITS.rawCharacters);
}

const isWhole = (cents: number) => Number.isSafeInteger(cents) && !Object.is(cents, -0) && Math.abs(cents) <= 100 * MOST_CENTS;

test("no reader throws or gives nonsense, however its files are spoiled", () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), fc.array(spoil, { minLength: 1, maxLength: 6 }), (bytes, spoils) => {
      check(readUnguarded(spoils.reduce(spoiled, bytes), { today: TODAY }));
    }),
    { numRuns: RUNS },
  );
});

test("no reader throws on bytes that nobody meant as a file", () => {
  const starts = [
    "",
    "PK\x03\x04",
    "\xd0\xcf\x11\xe0",
    "\x09\x08\x10\x00",
    "<OFX>",
    "!Type:Bank\n",
    "<html>",
    "date,title,amount\n",
    "<Document><BkToCstmrStmt>",
    "\xff\xfe",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2_000 }), (start, rest) => {
      check(readUnguarded(Buffer.concat([Buffer.from(start, "latin1"), rest]), { today: TODAY }));
    }),
    { numRuns: RUNS },
  );
});

test("no answer about the columns makes a reader throw", () => {
  const column = fc.integer({ min: -1, max: 9 });
  const columns = fc.record(
    {
      day: column,
      description: fc.array(column, { maxLength: 3 }),
      amount: column,
      credit: column,
      debit: column,
      letter: column,
      balance: column,
      part: column,
      isInverted: fc.boolean(),
      dayOrder: fc.constantFrom("dmy" as const, "mdy" as const, "ymd" as const),
      decimal: fc.constantFrom("." as const, "," as const),
      separator: fc.string({ maxLength: 2 }),
      encoding: fc.constantFrom("utf-8" as const, "utf-16le" as const, "windows-1252" as const),
      headerRow: fc.integer({ min: -2, max: 100 }),
    },
    { requiredKeys: ["day", "description"] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...FILES), columns, (bytes, chosen) => {
      check(readUnguarded(bytes, { today: TODAY, columns: chosen }));
    }),
    { numRuns: RUNS },
  );
});
