// Test support: what the model expects of transfers: two rows that mirror each other.
import type { Model, Row } from "./model.ts";
import type { Operations } from "./operations.ts";
import { newPlainFields, plainFields } from "./plain_fields.ts";
import { bodyOf, type Plan, type Planner, refusalOf } from "./plan.ts";
import { accountOf, pick, rowOf, showRow } from "./state.ts";

export const createTransfer: Planner<Operations["create transfer"]> = (model, operation) => {
  const { cents, date = model.today, paid = date <= model.today, names } = operation;
  const from = pick(model, "account", operation.from);
  const to = pick(model, "account", operation.from + 10 * operation.further);
  const [fromName, toName] = { plain: ["from_account_id", "to_account_id"], books: ["credit_account_id", "debit_account_id"] }[
    names
  ] as [string, string];
  const isClosed = (id: number) => accountOf(model, id)?.archived ?? true;
  let out: Row;
  return {
    method: "POST",
    path: "/transfers",
    body: bodyOf({
      [fromName]: from,
      [toName]: to,
      amount_cents: cents,
      date: operation.date,
      paid: operation.paid,
      ...plainFields(operation),
    }),
    refusal:
      refusalOf({ amount_cents: cents < 1, [toName]: from === to }) ??
      refusalOf({ [fromName]: isClosed(from), [toName]: isClosed(to) }),
    commit: ({ id, oposite_transaction_id: other }) => {
      const common = {
        categoryId: model.transfersCategoryId,
        parts: null,
        description: "Transferência",
        date,
        paid,
        ...newPlainFields(operation),
      };
      const rest = {
        ...common,
        series: undefined,
        occurrence: null,
        opposite: undefined,
        pays: undefined,
        invoice: null,
        pinned: false,
        createdBy: model.userId,
        createdAt: model.now,
        updatedAt: model.now,
      };
      out = { ...rest, id, accountId: from, cents: -cents };
      const into: Row = { ...rest, id: other as number, accountId: to, cents, opposite: out };
      out.opposite = into;
      model.rows.push(out, into);
    },
    expected: () => showRow(model, out),
  };
};

export const changeTransfer: Planner<Operations["change transfer"]> = (model, operation) => {
  const row = rowOf(model, pick(model, operation.ofAny ? "row" : "leg", operation.row));
  const { cents, date, paid } = operation;
  const plain = plainFields(operation);
  const description = operation.renames ? `changed ${model.now}` : undefined;
  const accountId = operation.account === undefined ? undefined : pick(model, "account", operation.account);
  const plan: Plan = {
    method: "PUT",
    path: `/transfers/${row?.id ?? model.gone.row}`,
    body: bodyOf({ description, amount_cents: cents, date, paid, ...plain, account_id: accountId }),
  };
  if (!row?.opposite) return { ...plan, refusal: "unknown" };
  const isSame = cents === row.cents;
  return {
    ...plan,
    refusal: refusalOf({
      amount_cents: cents !== undefined && cents < 1 && !isSame,
      account_id: accountId !== undefined && accountId !== row.accountId,
    }),
    commit: () => setBoth(model, row, { cents: isSame ? undefined : cents, date, paid, ...plain, description }),
    expected: () => showRow(model, row),
  };
};

export interface LegEdit extends Omit<Operations["change transaction"], "row" | "account" | "card" | "invoice" | "category"> {
  targetId: number | undefined;
  toCard: boolean;
  named: { accountId: number | undefined; cardId: number | undefined; invoice: number | undefined };
  categoryId: number | undefined;
  description: string | undefined;
}

/** Through /transactions: it keeps its direction and its category, and may move to a third account. */
export function changeLeg(model: Model, row: Row, edit: LegEdit, wrong: Record<string, boolean>): Partial<Plan> {
  const { targetId, toCard, named, categoryId, kind, cents, totalCents } = edit;
  const isOther = targetId !== undefined && targetId === row.opposite?.accountId;
  const onCard = Boolean(wrong.credit_card_id) || (toCard && named.cardId !== undefined);
  return {
    refusal: refusalOf({
      account_id: Boolean(wrong.account_id) || isOther || (toCard && named.cardId === undefined),
      credit_card_id: onCard,
      credit_card_invoice_id: named.invoice !== undefined && !onCard,
      category_id: Boolean(wrong.category_id) || (categoryId !== undefined && categoryId !== row.categoryId),
      amount_cents: cents === 0,
      kind: kind !== undefined && (kind === "expense") !== row.cents < 0,
      total_amount_cents: totalCents !== undefined,
    }),
    commit: () => {
      setBoth(model, row, { ...edit, cents: cents && Math.abs(cents) });
      if (targetId !== undefined) row.accountId = targetId;
    },
    expected: () => showRow(model, row),
  };
}

type Shared = { cents?: number | undefined } & Partial<{ [Name in keyof Row]: Row[Name] | undefined }>;

function setBoth(model: Model, row: Row, { cents, date, paid, description, ...fields }: Shared): void {
  for (const leg of [row, row.opposite as Row]) {
    const shared = { date, paid, description, ...plainFields(fields) };
    Object.assign(leg, Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined)));
    if (cents !== undefined) leg.cents = leg.cents < 0 ? -cents : cents;
    leg.updatedAt = model.now;
  }
}

export const deleteTransfer: Planner<Operations["delete transfer"]> = (model, operation) => {
  const row = rowOf(model, pick(model, operation.ofAny ? "row" : "leg", operation.row));
  const plan: Plan = { method: "DELETE", path: `/transfers/${row?.id ?? model.gone.row}` };
  if (!row?.opposite) return { ...plan, refusal: "unknown" };
  const view = { ...showRow(model, row.cents < 0 ? row : row.opposite), deleted: true };
  return { ...plan, commit: () => deletePair(model, row), expected: () => view };
};

export function deletePair(model: Model, row: Row): void {
  model.rows = model.rows.filter((each) => each !== row && each !== row.opposite);
  model.gone.row = row.id as number;
}
