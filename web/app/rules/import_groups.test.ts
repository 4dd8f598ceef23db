import assert from "node:assert/strict";
import { test } from "node:test";
import { groupOf, isTaken, openGrouping, originOf, tableRows, toggled } from "./import_groups.ts";
import type { Fill, ImportLine } from "./records.ts";

const fill = (by: Fill["by"]): Fill => ({ category_id: 3, by, description: null, tags: null });
const line = (change: Partial<ImportLine> = {}): ImportLine => ({
  n: 1,
  line: 1,
  raw: "x",
  date: "2026-02-03",
  amount_cents: -100,
  description: "x",
  installment: null,
  total_installments: null,
  verdict: "new",
  reason: "",
  sure: true,
  target: null,
  fill: fill("default"),
  decision: null,
  transaction_id: null,
  ...change,
});

test("what nobody knows or decided asks; what is filled is sure; what is there already stays out", () => {
  const groups: [ImportLine, string][] = [
    [line(), "ask"],
    [line({ fill: fill("rule") }), "sure"],
    [line({ fill: fill("memory") }), "sure"],
    [line({ decision: { category_id: 7 } }), "sure"],
    [line({ verdict: "match", sure: false, fill: fill("rule") }), "ask"],
    [line({ verdict: "match", sure: false, decision: { action: "accept" } }), "sure"],
    [line({ verdict: "known" }), "out"],
    [line({ verdict: "known", decision: { action: "new", category_id: 7 } }), "sure"],
    [line({ verdict: "error" }), "out"],
  ];
  for (const [each, group] of groups) assert.equal(groupOf(each), group, JSON.stringify(each));
  assert.equal(originOf(line({ decision: { category_id: 7 } })), "user");
  assert.equal(originOf(line({ verdict: "transfer" })), "verdict");
  assert.equal(originOf(line({ fill: fill("bank") })), "bank");
});

test("one key takes a line or leaves it out; what needs an answer is not taken blindly", () => {
  assert.deepEqual(toggled(line()), { action: "skip" });
  assert.deepEqual(toggled(line({ decision: { action: "skip" } })), { action: undefined });
  const proposal = line({ verdict: "match", sure: false });
  assert.equal(isTaken(proposal), false);
  assert.deepEqual(toggled(proposal), { action: "accept" });
  assert.deepEqual(toggled({ ...proposal, decision: { action: "accept" } }), { action: "skip" });
  assert.deepEqual(toggled(line({ verdict: "known" })), { action: "new" });
  assert.equal(isTaken(line({ verdict: "known" })), false);
  assert.equal(isTaken(line({ verdict: "known", decision: { action: "new" } })), true);
  const options = [{ credit_card_id: 1, invoice: 313 }];
  const target = { transaction_id: null, credit_card_id: null, invoice: null, options };
  assert.equal(toggled(line({ verdict: "payment", sure: false, target })), undefined);
  assert.equal(toggled(line({ verdict: "error" })), undefined);
});

test("groups have their count and net, folded ones no lines, and an offer follows its line", () => {
  const lines = [
    line({ n: 1 }),
    line({ n: 2, fill: fill("rule"), amount_cents: -500 }),
    line({ n: 3, fill: fill("memory"), amount_cents: 2000 }),
    line({ n: 4 }),
    line({ n: 5, verdict: "known" }),
  ];
  const rows = tableRows(lines, { groupOf, open: new Set(["ask"]), offered: 1 });
  assert.deepEqual(
    rows.map((row) => (row.kind === "group" ? `${row.group} ${row.count}` : `${row.kind} ${row.line.n}`)),
    ["ask 2", "line 1", "offer 1", "line 4", "sure 2", "out 1"],
  );
  const sure = rows.find((row) => row.kind === "group" && row.group === "sure");
  assert.deepEqual(sure, {
    kind: "group",
    group: "sure",
    count: 2,
    netCents: 1500,
    origins: { rule: 1, memory: 1 },
    isOpen: false,
  });
  const opened = tableRows(lines, { groupOf, open: new Set(["sure"]) });
  assert.deepEqual(
    opened.flatMap((row) => (row.kind === "line" ? row.line.n : [])),
    [2, 3],
  );
});

test("a line stays in its group while it is decided, and moves with a new verdict", () => {
  const grouping = openGrouping();
  assert.equal(grouping(line()), "ask");
  assert.equal(grouping(line({ decision: { category_id: 7 } })), "ask");
  assert.equal(grouping(line({ verdict: "known" })), "out");
});
