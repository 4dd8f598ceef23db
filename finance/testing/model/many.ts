// Test support: what the model expects of many transactions that are changed or deleted by one request: each as if alone.
import type { Model, Row } from "./model.ts";
import type { Operations } from "./operations.ts";
import type { Plan, Planner } from "./plan.ts";
import { pick, rowOf } from "./state.ts";
import { changeRow, deleteRow } from "./transactions.ts";

export const changeMany: Planner<Operations["change many"]> = (model, { rows: choices, ...operation }) => {
  const { rows, ids, isUnknown } = chosen(model, choices);
  const planOf = (row: Row) => changeRow(model, operation, row);
  const set = rows[0] ? planOf(rows[0]).body : { paid: true };
  const refused = new Set(rows.flatMap((row) => (planOf(row).refusal ?? []) as string[]).map((field) => `set.${field}`));
  const plan: Plan = { method: "POST", path: "/transactions/bulk", status: 200, body: { ids, set } };
  if (Object.keys(set ?? {}).length === 0) return { ...plan, refusal: ["set"] };
  if (isUnknown) return { ...plan, refusal: ["ids"] };
  if (refused.size > 0) return { ...plan, refusal: [...refused] };
  const transactionIds = withLegs(rows);
  return {
    ...plan,
    commit: (answer) => {
      for (const row of rows) planOf(row).commit?.(answer);
    },
    expected: () => ({ updated: transactionIds.length, deleted: 0, transaction_ids: transactionIds }),
  };
};

export const deleteMany: Planner<Operations["delete many"]> = (model, { rows: choices }) => {
  const { rows, ids, isUnknown } = chosen(model, choices);
  const plan: Plan = { method: "POST", path: "/transactions/bulk", status: 200, body: { ids, delete: true } };
  if (isUnknown) return { ...plan, refusal: ["ids"] };
  const transactionIds = withLegs(rows);
  return {
    ...plan,
    commit: (answer) => {
      for (const row of rows) deleteRow(model, {}, row).commit?.(answer);
    },
    expected: () => ({ updated: 0, deleted: transactionIds.length, transaction_ids: transactionIds }),
  };
};

/** Of a transfer one leg at most: what the other may do depends on what was done to it. */
function chosen(model: Model, choices: readonly number[]): { rows: Row[]; ids: number[]; isUnknown: boolean } {
  const ids = new Set<number>();
  for (const choice of choices) {
    const id = pick(model, "row", choice);
    if (!ids.has(rowOf(model, id)?.opposite?.id as number)) ids.add(id);
  }
  const rows = [...ids].map((id) => rowOf(model, id));
  return { rows: rows.filter((row) => row !== undefined), ids: [...ids], isUnknown: rows.includes(undefined) };
}

function withLegs(rows: readonly Row[]): number[] {
  const ids = rows.flatMap(({ id, opposite }) => (opposite ? [id, opposite.id] : [id]));
  return (ids as number[]).sort((one, other) => one - other);
}
