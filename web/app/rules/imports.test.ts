import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, rolesOf } from "./import_columns.ts";
import { correctedDecision, creates, decide, filledOf, invoicePaid, mayPay, payableInvoices, waits, writing } from "./imports.ts";

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

const line = { verdict: "new" as const, sure: true, decision: null, description: "POSTO IPE 42" };
const fill = { category_id: 12, by: "rule" as const, description: "Posto", tags: ["carro"] };

test("what rules and memory would fill is shown where a transaction is made, and what the user says comes before it", () => {
  assert.deepEqual(filledOf({ ...line, fill }), { description: "Posto", tags: ["carro"], category: { id: 12, by: "rule" } });
  const said = { description: "Gasolina", tags: [], category_id: 3 };
  assert.deepEqual(filledOf({ ...line, fill, decision: said }), { description: "Gasolina", tags: [], category: null });
  const nothing = { description: "POSTO IPE 42", tags: [], category: null };
  assert.deepEqual(filledOf({ ...line, fill, verdict: "known" }), nothing);
  assert.deepEqual(filledOf({ ...line, fill, decision: { action: "skip" } }), nothing);
  assert.deepEqual(filledOf({ ...line, fill: null }), nothing);
});

test("a payment is of the invoice that is proposed until the user says another; one that asks is of none", () => {
  const target = { transaction_id: null, credit_card_id: 7, invoice: 312, options: null };
  const payment = { verdict: "payment" as const, decision: null, target, date: "2026-01-09" };
  assert.deepEqual(invoicePaid(payment), { credit_card_id: 7, invoice: 312 });
  assert.equal(invoicePaid({ ...payment, decision: { action: "new" } }), undefined);
  const chosen = { credit_card_id: 8, invoice: 311 };
  assert.deepEqual(invoicePaid({ ...payment, verdict: "new", decision: { action: "pay", ...chosen } }), chosen);
  const asks = { ...payment, target: { ...target, credit_card_id: null, invoice: null, options: [chosen] } };
  assert.equal(invoicePaid(asks), undefined);
  const shown = payableInvoices(asks, [7, 8]).map((each) => [each.credit_card_id, each.invoice]);
  assert.deepEqual(shown, [
    [8, 311],
    [7, 312],
    [7, 311],
    [7, 313],
    [8, 312],
    [8, 313],
  ]);
  assert.deepEqual(decide({ action: "pay", ...chosen, category_id: 4 }, { action: "skip" }), { action: "skip", category_id: 4 });
  assert.equal(creates({ verdict: "new", sure: true, decision: { action: "pay", ...chosen } }), false);
  assert.equal(mayPay({ account_id: 1 }, { amount_cents: -1 }), true);
  assert.equal(mayPay({ account_id: null }, { amount_cents: -1 }), false);
  assert.equal(mayPay({ account_id: 1 }, { amount_cents: 1 }), false);
});

test("a correction keeps in the decision only what differs from what would be filled", () => {
  const typed = { row: 9, invoice: { credit_card_id: 7, invoice: 312 }, income: "", notes: " " };
  const texts = { description: " Posto ", tags: "carro" };
  const filled = { ...line, fill };
  assert.deepEqual(correctedDecision(filled, { ...typed, ...texts, action: "accept" }), {});
  assert.deepEqual(correctedDecision({ ...filled, sure: false }, { ...typed, ...texts, action: "accept" }), { action: "accept" });
  assert.deepEqual(correctedDecision(filled, { ...typed, ...texts, action: "match" }), { action: "match", transaction_id: 9 });
  assert.deepEqual(
    correctedDecision(
      { ...filled, decision: { category_id: 3, description: "Gasolina" } },
      { ...typed, action: "pay", income: "out", description: "Posto", tags: "carro, viagem", notes: "sim" },
    ),
    { action: "pay", credit_card_id: 7, invoice: 312, category_id: 3, tags: ["carro", "viagem"], notes: "sim", income: false },
  );
});
