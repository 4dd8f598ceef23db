import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportLine } from "./records.ts";
import { offerFor, ruleOf, stableText } from "./rule_offer.ts";

const line = (n: number, description: string, change: Partial<ImportLine> = {}): ImportLine => ({
  n,
  line: n,
  raw: description,
  date: "2026-02-03",
  amount_cents: -4590,
  description,
  installment: null,
  total_installments: null,
  verdict: "new",
  reason: "",
  sure: true,
  target: null,
  fill: { category_id: 1, by: "default", description: null, tags: null },
  decision: null,
  transaction_id: null,
  ...change,
});

test("days and numbers at the end of a bank's text are no part of the rule", () => {
  const texts: [string, string][] = [
    ["PIX QRS IFOOD COM A10/11", "PIX QRS IFOOD COM"],
    ["RSHOP-HORTIFRUT-02/11", "RSHOP-HORTIFRUT"],
    ["POSTO IPE 42", "POSTO IPE"],
    ["TBI 0341.22871-4 C/C", "TBI 0341.22871-4 C/C"],
    ["IOF 12", "IOF 12"],
    ["  Padaria   São João ", "Padaria São João"],
    ["99APP *99App", "99APP *99App"],
  ];
  for (const [text, stable] of texts) assert.equal(stableText(text), stable);
  assert.equal(stableText("X".repeat(300)).length, 100);
});

test("a corrected line offers a rule, and says how many other lines it would fill", () => {
  const corrected = line(1, "Pix QRS iFood A10/11", { decision: { category_id: 8, description: "iFood" } });
  const others = [
    corrected,
    line(2, "PIX QRS IFOOD B12/11"),
    line(3, "PIX QRS IFOOD", { amount_cents: 4590 }),
    line(4, "PIX QRS IFOOD", { verdict: "known" }),
    line(5, "POSTO"),
  ];
  const offer = offerFor(corrected, others);
  assert.deepEqual(offer, { text: "Pix QRS iFood", categoryId: 8, description: "iFood", tags: undefined, others: 1 });
  assert.deepEqual(offer && ruleOf(offer, corrected), {
    name: "iFood",
    conditions: { text_contains: "Pix QRS iFood", sign: "expense" },
    actions: { category_id: 8, description: "iFood" },
  });
  assert.equal(offerFor(line(1, "POSTO"), []), undefined);
  assert.equal(offerFor(line(1, "POSTO", { decision: { action: "skip", category_id: 8 } }), []), undefined);
});
