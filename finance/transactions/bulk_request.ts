// What a client wants done to many transactions: which ones, and what.
import { Type } from "typebox";
import { readInside } from "../fields/inside.ts";
import { readWholeMonths } from "../fields/period.ts";
import { readFlag, readIds } from "../fields/readers.ts";
import { addProblem, type Submitted, saidField } from "../fields/record.ts";
import type { RowFilter } from "../rows/queries_filter.ts";
import { type EditRequest, readEditRequest } from "./edit_request.ts";
import { PLACE_FIELDS, readPlaceFilter, readSearchFilter, SEARCH_FIELDS } from "./filter.ts";
import { NewTransactionBody } from "./new_transaction.ts";

export const MOST_ROWS = 5_000;
/** A body has at most 5,000 keys and items. */
export const MOST_IDS = 4_900;

export const FilterBody = Type.Object(
  { ...PLACE_FIELDS, ...SEARCH_FIELDS },
  { minProperties: 1, description: "As GET /transactions takes it" },
);

const { properties } = NewTransactionBody;
export const SetBody = Type.Partial(
  Type.Object({
    description: properties.description,
    notes: properties.notes,
    tags: properties.tags,
    account_id: properties.account_id,
    credit_card_id: properties.credit_card_id,
    credit_card_invoice_id: properties.credit_card_invoice_id,
    category_id: properties.category_id,
    date: properties.date,
    paid: properties.paid,
    amount_cents: properties.amount_cents,
    kind: properties.kind,
  }),
  { minProperties: 1, description: "As PUT /transactions/:id takes it, for this one of its series" },
);

export interface BulkRequest {
  ids: readonly number[] | undefined;
  filter: Omit<RowFilter, "spaceId"> | undefined;
  /** Undefined where they shall be deleted. */
  set: EditRequest | undefined;
}

/** Notes what is wrong. */
export function readBulkRequest(record: Submitted, today: string): BulkRequest {
  const ids = readIds(record, "ids", MOST_IDS);
  if (ids?.length === 0) addProblem(record, "ids", { kind: "blank" });
  const filter = readInside(
    record,
    "filter",
    { known: Object.keys(FilterBody.properties), mayBeNull: MAY_BE_NULL },
    (inside) => ({
      ...readPlaceFilter(inside, today, readWholeMonths(inside, undefined, false)),
      ...readSearchFilter(inside),
    }),
  );
  const set = readInside(record, "set", { known: Object.keys(SetBody.properties), mayBeNull: MAY_BE_NULL }, readEditRequest);
  const isDelete = readFlag(record, "delete") ?? false;
  demandOne(record, "ids", "filter", [saidField(record, "ids") !== undefined, saidField(record, "filter") !== undefined]);
  demandOne(record, "set", "delete", [saidField(record, "set") !== undefined, isDelete]);
  return { ids, filter, set };
}

function demandOne(record: Submitted, one: string, other: string, [hasOne, hasOther]: readonly [boolean, boolean]): void {
  if (hasOne && hasOther) addProblem(record, other, { kind: "exclusive", values: { other: one } });
  if (!hasOne && !hasOther && !record.problems.has(other)) addProblem(record, one, { kind: "required" });
}

/** Null empties these. */
const MAY_BE_NULL = ["notes", "credit_card_invoice_id"];
