import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, rolesOf } from "./import_columns.ts";
import { creates, decide, waits, writing } from "./imports.ts";

const question = {
  header: ["Quando", "O quê", "Detalhe", "Quanto", "Saldo"],
  sample: [["01/02/2026", "PIX", "Ana", "10,00", "20,00"]],
  guess: { day: 0, description: [1, 2], amount: 3, separator: ";", headerRow: 1 },
};

test("a guess becomes roles of columns, and roles become what finance is sent", () => {
  const roles = rolesOf(question);
  assert.deepEqual(roles, ["day", "description", "description", "amount", "none"]);
  assert.deepEqual(columnsOf([...roles.slice(0, 4), "balance"], question.guess, { isInverted: true }), {
    columns: { amount: 3, balance: 4, separator: ";", headerRow: 1, isInverted: true, day: 0, description: [1, 2] },
  });
});

test("roles that make no table are refused by what is missing", () => {
  assert.deepEqual(columnsOf(["description", "amount"], null, {}), { problem: "day" });
  assert.deepEqual(columnsOf(["day", "amount"], null, {}), { problem: "description" });
  assert.deepEqual(columnsOf(["day", "description"], null, {}), { problem: "amount" });
  assert.deepEqual(columnsOf(["day", "description", "amount", "amount"], null, {}), { problem: "twice" });
  assert.ok("columns" in columnsOf(["day", "description", "credit", "debit"], null, {}));
  assert.deepEqual(rolesOf({ header: ["a", "b"], sample: [["1", "2", "3"]], guess: null }), ["none", "none", "none"]);
});

test("a proposal waits until it is answered, and a decision is said whole", () => {
  const proposal = { verdict: "match" as const, sure: false, decision: null };
  assert.equal(waits(proposal), true);
  assert.equal(waits({ ...proposal, decision: { action: "skip" } }), false);
  assert.equal(waits({ ...proposal, decision: { category_id: 3 } }), true);
  assert.equal(creates(proposal), false);
  assert.equal(creates({ ...proposal, decision: { action: "new" } }), true);
  assert.equal(creates({ verdict: "new", sure: true, decision: { action: "skip" } }), false);
  assert.deepEqual(decide({ action: "match", transaction_id: 9, category_id: 4 }, { action: "new", description: "" }), {
    action: "new",
    category_id: 4,
  });
  assert.equal(writing({ counts: { new: 5, known: 9, match: 2 }, undecided: 1 }), 6);
});
