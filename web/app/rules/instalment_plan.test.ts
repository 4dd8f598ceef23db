import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf } from "./instalment_plan.ts";
import { ROW } from "./testing.ts";

test("a plan has every instalment in order, and what is past and ahead adds up to its total", () => {
  const rows = [3, 1, 2].map((installment) => ({
    ...ROW,
    id: installment,
    installment,
    total_installments: 3,
    date: `2026-0${installment}-31`,
    amount_cents: installment === 1 ? -3334 : -3333,
  }));
  const plan = planOf(rows, rows[2] as (typeof rows)[0]);
  assert.deepEqual(
    plan.steps.map(({ month, when }) => [month, when]),
    [
      ["2026-01", "past"],
      ["2026-02", "now"],
      ["2026-03", "ahead"],
    ],
  );
  assert.deepEqual([plan.totalCents, plan.pastCents, plan.aheadCents], [10_000, 6667, 3333]);
});
