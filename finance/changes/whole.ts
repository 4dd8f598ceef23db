// Whether a row can stand as an undo would leave it: columns of before may not go with those that somebody has changed since.
import { isSplitWhole } from "../rows/parts.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { Row } from "./net.ts";

const isSet = (value: unknown) => value !== null && value !== undefined;

/** `other`: the other leg of its transfer, as it will be; undefined where it is not known or there is none. */
export function isWholeTransaction(current: Row | undefined, restored: Row, other: Row | undefined): boolean {
  const [isOnCard, isPayment, isLeg] = [
    restored.credit_card_id,
    restored.paid_credit_card_id,
    restored.oposite_transaction_id,
  ].map(isSet);
  if (isOnCard && (isPayment || isLeg)) return false;
  if (!isWholeSplit(restored) || (isSet(restored.parts) && (isPayment || isLeg))) return false;
  const becomesPayment = isPayment && current !== undefined && !isSet(current.paid_credit_card_id);
  if (becomesPayment && Number(restored.amount_cents) >= 0) return false;
  return !isLeg || !other || mirrors(restored, other);
}

/** Of a row or a series: its amount or its category may be another since it was split. */
export const isWholeSplit = (restored: Row): boolean => isSplitWhole(restored as unknown as StoredRow);

function mirrors(leg: Row, other: Row): boolean {
  return (
    other.oposite_transaction_id === leg.id &&
    other.account_id === leg.oposite_account_id &&
    leg.account_id === other.oposite_account_id &&
    leg.account_id !== other.account_id &&
    Number(other.amount_cents) === -Number(leg.amount_cents) &&
    other.date === leg.date &&
    other.paid === leg.paid
  );
}

interface CategoriesAfter {
  /** As they will be. */
  all: readonly Row[];
  /** Those that the undo itself writes: each of them is judged by its own parent. */
  undone: ReadonlySet<unknown>;
  /** Those under which something is booked. */
  booked: ReadonlySet<unknown>;
}

/** There are two levels of categories, both of one kind, which no longer changes once something is booked. */
export function categoryProblem(
  current: Row | undefined,
  restored: Row,
  { all, undone, booked }: CategoriesAfter,
): "incomplete" | "needed" | undefined {
  const children = all.filter(({ id, parent_id: parentId }) => parentId === restored.id && !undone.has(id));
  const parent = all.find(({ id }) => id === restored.parent_id);
  if (parent && (isSet(parent.parent_id) || parent.kind !== restored.kind)) return "incomplete";
  if (children.length > 0 && (isSet(restored.parent_id) || children.some(({ kind }) => kind !== restored.kind))) return "needed";
  return current && current.kind !== restored.kind && booked.has(restored.id) ? "needed" : undefined;
}
