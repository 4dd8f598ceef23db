// Files that somebody has changed: each is refused in words, or leaves books that are right and can be read.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { checkBooks } from "../integrity/check_space.ts";
import { TABLE_NAMES, TABLES, type TableName } from "../tables/tables.ts";
import { fillSpace } from "../testing/mirrored_space.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import type { ExportedFile, ExportedRow } from "./testing.ts";

/** More of them: `COFRE_RESTORE_RUNS=500 npm test -- --test-timeout=1200000 finance/exports/restore_fuzz.test.ts`. */
const RUNS = Number(process.env.COFRE_RESTORE_RUNS ?? 15);
const ENOUGH = 100;
const RESTORED = TABLE_NAMES.filter((name) => TABLES[name].notRestored === undefined);
const READS = [
  "/accounts",
  "/categories",
  "/credit_cards",
  "/transactions",
  "/budgets",
  "/overview",
  "/balances",
  "/tags",
  "/invoices",
  "/reports/net_worth",
  "/reports/cash_flow",
  "/reports/categories",
  "/forecast?days=60",
  "/import_rules",
  "/exports?format=json",
];

const finance = shareTestFinance();
let eva: TestMember;
let file: ExportedFile;
before(async () => {
  const ana = await finance.member("ana@example.com");
  await fillSpace(ana, ana, "x");
  file = (await ana.get("/exports?format=json")).body as ExportedFile;
  eva = await finance.member("eva@example.com");
});

/** Which row and column; numbers choose among those that there are. */
interface Mutation {
  table: number;
  row: number;
  column: number;
  how: "value" | "other" | "drop" | "twice" | "swap" | "without" | "space";
  value: unknown;
}

const strange = fc.oneof(
  fc.constantFrom(null, 0, 1, -1, 2, 3, 480, 481, 1e6, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER, 1.5, true, false),
  fc.constantFrom("", " ", "none", "fixed", "installments", "daily", "yearly", "earnings", "x".repeat(300), "\u0000", "ffffff"),
  fc.constantFrom("1900-01-01", "2199-12-31", "2026-02-01", "2026-02-30", "infinity", "2026-01-01T00:00:00Z"),
  fc.constantFrom([], [1], ["a", "a"], {}, { account_id: 1 }),
  fc.integer({ min: -2_000, max: 2_000 }),
);
const mutation: fc.Arbitrary<Mutation> = fc.record({
  table: fc.nat(),
  row: fc.nat(),
  column: fc.nat(),
  value: strange,
  how: fc.constantFrom("value", "value", "value", "other", "other", "other", "drop", "twice", "swap", "without", "space"),
});

const pick = <Item>(items: readonly Item[], choice: number): Item => items[choice % items.length] as Item;

function mutate(file: ExportedFile, { table, row: choice, column, how, value }: Mutation): void {
  if (how === "space") {
    file.space[pick(Object.keys(file.space), column)] = value;
    return;
  }
  const rows = file[pick(RESTORED, table) as TableName];
  if (rows.length === 0) return;
  const row = pick(rows, choice);
  const name = pick(Object.keys(row), column);
  const other = pick(rows, choice + 1 + column);
  if (how === "value") Object.assign(row, { [name]: value });
  // What another row has is right by itself.
  else if (how === "other") Object.assign(row, { [name]: other[name] });
  else if (how === "drop") rows.splice(rows.indexOf(row), 1);
  else if (how === "twice") rows.push({ ...row, id: 1_900_000_000 + column } as ExportedRow);
  else if (how === "without") delete row[name];
  else rows.reverse();
}

test("POST /exports/restore of a file that was changed answers 422 with a reason, or 201 with books that are right", async () => {
  const { db } = finance.service.world;
  const outcomes = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      const given = structuredClone(file);
      for (const each of mutations) mutate(given, each);
      const reply = await eva.post("/exports/restore", given, { "accept-language": "en" });
      outcomes.set(reply.status, (outcomes.get(reply.status) ?? 0) + 1);
      assert.ok([201, 422].includes(reply.status), `${reply.status}: ${reply.text}`);
      if (reply.status === 422) {
        const { errors } = reply.body as { errors: Record<string, string[]> };
        assert.match(Object.values(errors).flat().join(), /^can't be restored: |too many/);
        return;
      }
      assert.deepEqual(await db.transaction((tx) => checkBooks(tx, eva.spaceId)), []);
      for (const path of READS) assert.equal((await eva.get(path)).status, 200, path);
      const undone = await eva.post("/changes/undo", { version: (reply.body as { version: number }).version });
      assert.deepEqual([undone.status, (undone.body as { kept: unknown[] }).kept], [200, []], undone.text);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: RUNS * 4_000, markInterruptAsFailure: false },
  );
  if (RUNS >= ENOUGH) assert.ok((outcomes.get(201) ?? 0) > 0 && (outcomes.get(422) ?? 0) > 0, JSON.stringify([...outcomes]));
  const staged = await db.one<{ left: number }>(sql`select count(*) as left from staged_changes`);
  assert.equal(staged.left, 0);
});
