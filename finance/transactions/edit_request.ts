// What a client wants changed of a transaction, whatever is stored.
import { readDate, readFlag, readId, readIdOrNull, readInteger, readOneOf } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { LARGEST_RECORD_ID } from "../fields/schemas.ts";
import { joinProblems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { plainFields } from "../rows/plain_fields.ts";
import { type RequestedAccountOrCard, readAccountOrCard } from "./account_or_card.ts";
import { type RequestedParts, readParts } from "./requested_parts.ts";
import type { RowEdit, Scope } from "./row_edit.ts";
import { KINDS, type Kind } from "./sign.ts";

/** What is undefined stays as it is. */
export interface EditRequest extends Omit<RowEdit, "amount" | "accountOrCard" | "invoice" | "parts">, RequestedAccountOrCard {
  parts: RequestedParts | undefined;
  cents: number | undefined;
  /** For all instalments together. */
  totalCents: number | undefined;
  kind: Kind | undefined;
  scope: Scope;
}

export function readEditRequest(record: Submitted): WithProblems<EditRequest> {
  const plain = readAll(plainFields.read(record));
  const accountOrCard = readAccountOrCard(record);
  const rest = readAll({
    categoryId: readId(record, "category_id"),
    date: readDate(record, "date"),
    paid: readFlag(record, "paid"),
    cents: readInteger(record, "amount_cents", ANY_CENTS),
    totalCents: readInteger(record, "total_amount_cents", ANY_CENTS),
    kind: readOneOf(record, "kind", KINDS),
    parts: readParts(record),
    refundOfId: readIdOrNull(record, "refund_of_id", LARGEST_RECORD_ID),
    scope: readScope(record),
  });
  const isTwoAmounts = rest.value.cents !== undefined && rest.value.totalCents !== undefined;
  return {
    value: { ...plain.value, ...accountOrCard.value, ...rest.value },
    problems: joinProblems(
      plain.problems,
      accountOrCard.problems,
      rest.problems,
      problemIf(isTwoAmounts, "total_amount_cents", { kind: "exclusive", values: { other: "amount_cents" } }),
    ),
  };
}

const ANY_CENTS = { least: -MOST_CENTS, most: MOST_CENTS };

/** Both together mean all. A transaction that stands alone is all there is of it. */
export function readScope(record: Submitted): WithProblems<Scope> {
  const { value, problems } = readAll({ future: readFlag(record, "update_future"), all: readFlag(record, "update_all") });
  if (value.all) return { value: "all", problems };
  return { value: value.future ? "future" : "one", problems };
}
