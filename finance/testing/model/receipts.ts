// Test support: receipts in the model: files of rows, by the hash of what they hold.
import { createHash } from "node:crypto";
import { png } from "../../attachment_files/testing.ts";
import { BASE_PATH } from "../../endpoint.ts";
import type { Model, Row } from "./model.ts";
import type { Operations } from "./operations.ts";
import type { Plan, Planner } from "./plan.ts";
import { pick, rowOf } from "./state.ts";

const bytesOf = (red: number) => png({ red });
const hashOf = (red: number) => createHash("sha256").update(bytesOf(red)).digest("hex");

export const createReceipt: Planner<Operations["create receipt"]> = (model, { row: choice, red }) => {
  const row = rowOf(model, pick(model, "row", choice));
  const plan: Plan = { method: "POST", path: `/transactions/${row?.id ?? model.gone.row}/attachments`, body: bytesOf(red) };
  if (!row) return { ...plan, refusal: "unknown" };
  const id = hashOf(red);
  const isNew = !row.files?.some((file) => file.id === id);
  const commit = () => {
    if (!isNew) return;
    row.files = [...(row.files ?? []), { id, at: model.now, bytes: bytesOf(red).length }];
    row.updatedAt = model.now;
  };
  return { ...plan, changesNothing: !isNew, commit, expected: () => [show(row, id)] };
};

export const deleteReceipt: Planner<Operations["delete receipt"]> = (model, { row: choice, red }) => {
  const row = rowOf(model, pick(model, "row", choice));
  const id = hashOf(red);
  const plan: Plan = { method: "DELETE", path: `/transactions/${row?.id ?? model.gone.row}/attachments/${id}` };
  if (!row?.files?.some((file) => file.id === id)) return { ...plan, refusal: "unknown" };
  const shown = show(row, id);
  return { ...plan, commit: () => remove(model, row, id), expected: () => shown };
};

function remove(model: Model, row: Row, id: string): void {
  const left = row.files?.filter((file) => file.id !== id) ?? [];
  row.files = left.length === 0 ? undefined : left;
  row.updatedAt = model.now;
}

function show(row: Row, id: string) {
  const file = row.files?.find((each) => each.id === id);
  const url = `${BASE_PATH}/transactions/${row.id}/attachments/${id}`;
  return { id, name: "recibo.png", type: "image/png", size_bytes: file?.bytes, url, created_at: file?.at };
}
