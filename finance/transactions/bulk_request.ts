// What a client wants done to many transactions: which ones, and what.
import { Type } from "typebox";
import { WrittenNumber } from "../../kernel/http/json.ts";
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
  const filter = readInside(record, "filter", Object.keys(FilterBody.properties), (inside) => ({
    ...readPlaceFilter(inside, today, readWholeMonths(inside, undefined, false)),
    ...readSearchFilter(inside),
  }));
  const set = readInside(record, "set", Object.keys(SetBody.properties), readEditRequest);
  const isDelete = readFlag(record, "delete") ?? false;
  demandOne(record, "ids", "filter", [saidField(record, "ids") !== undefined, saidField(record, "filter") !== undefined]);
  demandOne(record, "set", "delete", [saidField(record, "set") !== undefined, isDelete]);
  return { ids, filter, set };
}

function demandOne(record: Submitted, one: string, other: string, [hasOne, hasOther]: readonly [boolean, boolean]): void {
  if (hasOne && hasOther) addProblem(record, other, { kind: "exclusive", values: { other: one } });
  if (!hasOne && !hasOther && !record.problems.has(other)) addProblem(record, one, { kind: "required" });
}

/** A name that is not known would choose more than was meant, or do less. What is wrong inside is answered under both names. */
function readInside<Read>(
  record: Submitted,
  name: string,
  known: readonly string[],
  read: (inside: Submitted) => Read,
): Read | undefined {
  const field = saidField(record, name);
  if (!field) return;
  const { value } = field;
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof WrittenNumber) {
    addProblem(record, name, { kind: "notAnObject" });
    return;
  }
  const entries = Object.entries(value).filter(([key, each]) => each !== null || MAY_BE_NULL.has(key));
  if (entries.length === 0) addProblem(record, name, { kind: "blank" });
  for (const [key] of entries) if (!known.includes(key)) addProblem(record, `${name}.${key}`, { kind: "invalid" });
  const inside: Submitted = {
    fields: new Map(entries.map(([key, each]) => [key, { value: each, isText: false }])),
    problems: new Map(),
  };
  const result = read(inside);
  for (const [key, problems] of inside.problems) for (const problem of problems) addProblem(record, `${name}.${key}`, problem);
  return result;
}

/** Null empties these. */
const MAY_BE_NULL = new Set(["notes", "credit_card_invoice_id"]);
