import assert from "node:assert/strict";
import { test } from "node:test";
import { OTHER_FILES } from "../testing/other_files.ts";
import { allLines, brief, read, reasons } from "../testing.ts";

const text = Buffer.from(OTHER_FILES.camt).toString();

test("CAMT.053: booked entries with sign, party and text; batches that sum up are a line for each detail", () => {
  const file = read(OTHER_FILES.camt);
  assert.equal(file.format, "camt053");
  const [statement] = file.statements;
  assert.deepEqual(statement?.account, { bank: "EXAMBRXX", branch: null, number: "BR1800000000141455123924100C2", name: null });
  assert.deepEqual([statement?.currency, statement?.period], ["BRL", { start: "2026-08-01", end: "2026-08-31" }]);
  assert.deepEqual(
    statement?.balances.map(({ day, when, cents }) => [day, when, cents]),
    [
      ["2026-07-31", "before", 100000],
      ["2026-08-31", "after", -5000],
    ],
  );
  assert.deepEqual(brief(file), [
    ["2026-08-05", -4250, "Beatriz Lima - aluguel & luz"],
    ["2026-08-06", 1000, "Ana"],
    ["2026-08-06", 2000, "Bia"],
    ["2026-08-07", 500, "estorno"],
  ]);
  assert.deepEqual(
    allLines(file).map(({ fitid, document }) => [fitid, document]),
    [
      ["ref-1", null],
      ["ref-2a", "e2e-1"],
      ["ref-2", null],
      ["ref-3", null],
    ],
  );
  assert.deepEqual(reasons(file), [
    [26, "not_booked"],
    [27, "other_currency"],
  ]);
});

test("CAMT.053: a batch that does not sum up is one line; namespaces and status as a code are read too", () => {
  assert.deepEqual(
    brief(read(text.replace(">20.00<", ">20.01<"))).map(([, cents]) => cents),
    [-4250, 3000, 500],
  );
  const other = text
    .replaceAll(/<(\/?)(?=[A-Z])/g, "<$1n:")
    .replaceAll("<n:Sts>BOOK</n:Sts>", "<n:Sts><n:Cd>BOOK</n:Cd></n:Sts>");
  assert.deepEqual(brief(read(other)), brief(read(text)));
});

test("CAMT.053: an entry without side, day or amount is listed; a DTD is refused", () => {
  const entry = (inside: string) => `<Ntry>${inside}<Sts>BOOK</Sts></Ntry>`;
  const amount = '<Amt Ccy="BRL">1.00</Amt>';
  const file = read(
    `<Document><BkToCstmrStmt><Stmt><Acct><Ccy>BRL</Ccy></Acct>${entry(`${amount}<BookgDt><Dt>2026-08-05</Dt></BookgDt>`)}${entry(`${amount}<CdtDbtInd>CRDT</CdtDbtInd>`)}${entry("<CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-08-05</Dt></BookgDt>")}</Stmt>`,
  );
  assert.deepEqual(
    file.problems.map(({ reason }) => reason),
    ["unknown_type", "day_invalid", "amount_missing"],
  );
  assert.equal(read(`<!DOCTYPE x [<!ENTITY a "b">]>${text}`).refusal, "declares_entities");
  assert.equal(read(`<BkToCstmrStmt><Acct></Acct>${"<Ntry></Ntry>".repeat(50_001)}`).refusal, "too_many_lines");
});
