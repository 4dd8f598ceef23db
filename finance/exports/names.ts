// Rows that name records without depending on them: rules of imports, what is remembered of merchants, and purchases that use goals. What
// they name may be gone, and then they say nothing.
import type { Actions, Conditions } from "../import_rules/rule.ts";
import type { TableName } from "../tables/tables.ts";
import type { Row } from "./columns.ts";
import type { NewId } from "./renumber.ts";

/** The row with the new ids of what it names; undefined where it is left out, because it could do nothing or anything. */
export function renamed(table: TableName, row: Row, newId: NewId): Row | undefined {
  if (table === "category_memory") {
    const category = newId("categories", row.category_id);
    return category === undefined ? undefined : { ...row, category_id: category };
  }
  if (table === "goal_moves" && row.transaction_id !== null) {
    const purchase = newId("transactions", row.transaction_id);
    return purchase === undefined ? undefined : { ...row, transaction_id: purchase };
  }
  if (table !== "import_rules") return row;
  const { account_id: account, credit_card_id: card, ...conditions } = row.conditions as Conditions;
  const { category_id: category, transfer_account_id: other, ...actions } = row.actions as Actions;
  const [accountId, cardId] = [newId("accounts", account), newId("credit_cards", card)];
  const [categoryId, otherId] = [newId("categories", category), newId("accounts", other)];
  // Without its place a rule would hold everywhere.
  if ((account !== undefined && accountId === undefined) || (card !== undefined && cardId === undefined)) return;
  const left = {
    ...actions,
    ...(categoryId !== undefined && { category_id: categoryId }),
    ...(otherId !== undefined && { transfer_account_id: otherId }),
  };
  if (Object.keys(left).length === 0) return;
  const target = {
    ...(accountId !== undefined && { account_id: accountId }),
    ...(cardId !== undefined && { credit_card_id: cardId }),
  };
  return { ...row, conditions: { ...conditions, ...target }, actions: left };
}
