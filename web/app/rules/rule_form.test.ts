import assert from "node:assert/strict";
import { test } from "node:test";
import { formOf, ruleFrom } from "./rule_form.ts";

const rule = {
  name: "Posto",
  enabled: false,
  conditions: { merchant_pattern: "posto*", sign: "expense" as const, min_cents: 500, first_day: 3 },
  actions: { category_id: 4, tags: ["carro", "viagem"], stop: true },
};

test("a rule that was opened and saved unchanged is the same rule", () => {
  assert.deepEqual(ruleFrom(formOf(rule), rule), rule);
});

test("what the form does not show stays, and what was cleared in it goes", () => {
  const form = { ...formOf(rule), condition: "text_contains", text: " shell ", sign: "", tags: "", description: "Posto" };
  assert.deepEqual(ruleFrom(form, rule), {
    name: "Posto",
    enabled: false,
    conditions: { text_contains: "shell", min_cents: 500, first_day: 3 },
    actions: { category_id: 4, description: "Posto", stop: true },
  });
});

test("a new rule without a name is named after its text", () => {
  const form = { ...formOf(undefined), text: "ifood", category: "7" };
  assert.deepEqual(ruleFrom(form), {
    name: "ifood",
    enabled: true,
    conditions: { text_contains: "ifood" },
    actions: { category_id: 7 },
  });
});
