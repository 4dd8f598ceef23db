// What a client wants done to many transactions: which ones, and what.
import { Type } from "typebox";
import { readInside } from "../fields/inside.ts";
import { readWholeMonths } from "../fields/period.ts";
import { readFlag, readIds } from "../fields/readers.ts";
import { isPresent, type Submitted } from "../fields/record.ts";
import { hasProblem, joinProblems, type Problems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { plainFields } from "../rows/plain_fields.ts";
import type { RowFilter } from "../rows/queries_filter.ts";
import { type EditRequest, readEditRequest } from "./edit_request.ts";
import { readSearchFilter, readTargetFilter, SEARCH_FIELDS, TARGET_FIELDS } from "./filter.ts";
import { NewTransactionBody } from "./new_transaction.ts";

export const MOST_ROWS = 5_000;
/** A body has at most 5,000 keys and items. */
export const MOST_IDS = 4_900;

export const FilterBody = Type.Object(
  { ...TARGET_FIELDS, ...SEARCH_FIELDS },
  { minProperties: 1, description: "As GET /transactions takes it" },
);

const { properties } = NewTransactionBody;
export const SetBody = Type.Partial(
  Type.Object({
    ...plainFields.schemas,
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

export function readBulkRequest(record: Submitted, today: string): WithProblems<BulkRequest> {
  const ids = readIds(record, "ids", MOST_IDS);
  const { value, problems } = readAll({
    filter: readInside(record, "filter", { allowed: Object.keys(FilterBody.properties), mayBeNull: MAY_BE_NULL }, (inside) =>
      readFilter(inside, today),
    ),
    set: readInside(record, "set", { allowed: Object.keys(SetBody.properties), mayBeNull: MAY_BE_NULL }, readEditRequest),
    isDelete: readFlag(record, "delete"),
  });
  return {
    value: { ids: ids.value, filter: value.filter, set: value.set },
    problems: joinProblems(
      ids.problems,
      problemIf(ids.value?.length === 0, "ids", { kind: "blank" }),
      problems,
      checkOne("ids", "filter", [isPresent(record, "ids"), isPresent(record, "filter")]),
      checkOne("set", "delete", [isPresent(record, "set"), value.isDelete === true], hasProblem(problems, "delete")),
    ),
  };
}

function readFilter(inside: Submitted, today: string): WithProblems<BulkRequest["filter"]> {
  const wholeMonths = readWholeMonths(inside, undefined, false);
  const accountOrCard = readTargetFilter(inside, today, wholeMonths.value);
  const search = readSearchFilter(inside);
  return {
    value: { ...accountOrCard.value, ...search.value },
    problems: joinProblems(wholeMonths.problems, accountOrCard.problems, search.problems),
  };
}

/** One of two fields, and not both. Nobody is asked for one who has sent the other, if only a wrong one. */
function checkOne(one: string, other: string, [hasOne, hasOther]: readonly [boolean, boolean], isOtherWrong = false): Problems {
  if (hasOne && hasOther) return [[other, { kind: "exclusive", values: { other: one } }]];
  return problemIf(!hasOne && !hasOther && !isOtherWrong, one, { kind: "required" });
}

/** Null empties these. */
const MAY_BE_NULL = [...plainFields.nullable, "credit_card_invoice_id"];
