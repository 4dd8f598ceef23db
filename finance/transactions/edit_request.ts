// What a client wants changed of a transaction, whatever is stored.
import { readDate, readFlag, readId, readInteger, readOneOf, readText, readTextOrNull } from "../fields/readers.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { LONGEST_NOTES } from "./new_transaction.ts";
import { type NamedPlace, readNamedPlace } from "./place.ts";
import type { RowEdit, Scope } from "./row_edit.ts";
import { KINDS, type Kind } from "./sign.ts";
import { readTagNames } from "./tag_names.ts";

/** What is undefined stays as it is. */
export interface EditRequest extends Omit<RowEdit, "amount" | "place" | "invoice">, NamedPlace {
  cents: number | undefined;
  /** For all instalments together. */
  totalCents: number | undefined;
  kind: Kind | undefined;
  scope: Scope;
}

/** Notes what is wrong in the record, whatever is stored. */
export function readEditRequest(record: Submitted): EditRequest {
  const range = { least: -MOST_CENTS, most: MOST_CENTS };
  const request = {
    description: readText(record, "description", { filled: true }),
    notes: readTextOrNull(record, "notes", { most: LONGEST_NOTES }),
    tags: readTagNames(record),
    ...readNamedPlace(record),
    categoryId: readId(record, "category_id"),
    date: readDate(record, "date"),
    paid: readFlag(record, "paid"),
    cents: readInteger(record, "amount_cents", range),
    totalCents: readInteger(record, "total_amount_cents", range),
    kind: readOneOf(record, "kind", KINDS),
    scope: readScope(record),
  };
  if (request.cents !== undefined && request.totalCents !== undefined)
    addProblem(record, "total_amount_cents", { kind: "exclusive", values: { other: "amount_cents" } });
  return request;
}

/** Both together mean all. A transaction that stands alone is all there is of it. */
export function readScope(record: Submitted): Scope {
  const future = readFlag(record, "update_future");
  if (readFlag(record, "update_all")) return "all";
  return future ? "future" : "one";
}
