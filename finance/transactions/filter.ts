// Which transactions are meant: the period, where and under what they are booked, and what else is known of them.
import { Type } from "typebox";
import { CALENDAR_MONTHS, type Months } from "../calendar/months.ts";
import { readPeriod } from "../fields/period.ts";
import { readFlag, readId, readInteger, readOneOf, readText } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { LARGEST_RECORD_ID, LenientDay, LONGEST_TAG, RecordId } from "../fields/schemas.ts";
import { joinProblems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { ROW_KINDS, type RowFilter } from "../rows/queries_filter.ts";

const ListDay = LenientDay(
  "YYYY-MM-DD; a time may follow. Whole months count: one date alone means its month, none the current one",
);
const LONGEST_SEARCH = 64;

export const TARGET_FIELDS = {
  start_date: Type.Optional(ListDay),
  end_date: Type.Optional(ListDay),
  exact_dates: Type.Optional(
    Type.Boolean({
      description: "true takes the days as they are, not their whole months; one alone means the rest of its month",
    }),
  ),
  account_id: Type.Optional(RecordId()),
  category_id: Type.Optional(RecordId()),
  credit_card_id: Type.Optional(RecordId()),
};

const Cents = (description: string) => Type.Integer({ minimum: 0, maximum: MOST_CENTS, description });

export const SEARCH_FIELDS = {
  q: Type.Optional(
    Type.String({
      maxLength: LONGEST_SEARCH,
      description: "Each of these words begins one of the description or the notes; accents and case do not matter",
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: LONGEST_TAG, description: "Those that have this tag" })),
  paid: Type.Optional(Type.Boolean({ description: "As it is shown: a purchase on a card is paid when its invoice is" })),
  kind: Type.Optional(
    Type.String({ enum: [...ROW_KINDS], description: "Transfers and payments of invoices are neither income nor expense" }),
  ),
  min_cents: Type.Optional(Cents("Of the amount without its sign")),
  max_cents: Type.Optional(Cents("Of the amount without its sign")),
  recurrence_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LARGEST_RECORD_ID, description: "Those of this series, as their recurrence_id says" }),
  ),
  linked_to_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_RECORD_ID,
      description: "Refunds of this transaction, and legs of transfers that were split from it",
    }),
  ),
};

type TargetFilter = Pick<RowFilter, "start" | "end" | "accountId" | "creditCardId" | "categoryId">;

export function readTargetFilter(
  record: Submitted,
  today: string,
  wholeMonths: boolean,
  months: Months = CALENDAR_MONTHS,
): WithProblems<TargetFilter> {
  const period = readPeriod(record, today, wholeMonths, months);
  const target = readAll({
    accountId: readId(record, "account_id"),
    creditCardId: readId(record, "credit_card_id"),
    categoryId: readId(record, "category_id"),
  });
  return { value: { ...period.value, ...target.value }, problems: joinProblems(period.problems, target.problems) };
}

type SearchFilter = Pick<RowFilter, "words" | "tag" | "paid" | "kind" | "minCents" | "maxCents" | "seriesId" | "linkedToId">;

export function readSearchFilter(record: Submitted): WithProblems<SearchFilter> {
  const range = { least: 0, most: MOST_CENTS };
  const cents = readAll({ minCents: readInteger(record, "min_cents", range), maxCents: readInteger(record, "max_cents", range) });
  const { minCents, maxCents } = cents.value;
  const isTurned = minCents !== undefined && maxCents !== undefined && minCents > maxCents;
  const rest = readAll({
    words: readText(record, "q", { most: LONGEST_SEARCH }),
    tag: readText(record, "tag", { most: LONGEST_TAG }),
    paid: readFlag(record, "paid"),
    kind: readOneOf(record, "kind", ROW_KINDS),
    seriesId: readId(record, "recurrence_id", LARGEST_RECORD_ID),
    linkedToId: readId(record, "linked_to_id", LARGEST_RECORD_ID),
  });
  const { words, tag } = rest.value;
  return {
    value: { ...rest.value, ...cents.value, words: words || undefined, tag: tag || undefined },
    problems: joinProblems(
      cents.problems,
      problemIf(isTurned, "max_cents", { kind: "tooSmall", values: { least: minCents ?? 0 } }),
      rest.problems,
    ),
  };
}
