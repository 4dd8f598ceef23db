// The fields of a new transaction. Nothing but a description is needed; what is there must be right.
import { Type } from "typebox";
import { isDay, LAST_DAY } from "../calendar/day.ts";
import { dayAfter, PERIODICITIES, stepsThrough } from "../calendar/periodicity.ts";
import {
  LONGEST_NAME,
  readDate,
  readFlag,
  readId,
  readInteger,
  readOneOf,
  readOptionalText,
  readText,
} from "../fields/readers.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import type { NewSeries, NewTransaction } from "../ledger/queries_create.ts";
import { farthestEnd, windowEnd } from "../ledger/window.ts";
import { MOST_CENTS, split } from "../money/cents.ts";
import { refuseLinks } from "./links.ts";
import { MOST_INSTALLMENTS, type Repetition, readRepetition } from "./repetition.ts";
import { KINDS, signedAs } from "./sign.ts";
import { MOST_TAGS, readTagNames } from "./tag_names.ts";

export const LONGEST_NOTES = 10_000;
export const MOST_OCCURRENCES = 10_000;

const Periodicity = Type.String({ enum: PERIODICITIES });
const Tag = Type.Union([Type.Object({ name: Type.String() }), Type.String()]);

export const NewTransactionBody = Type.Object({
  description: Type.String({ maxLength: LONGEST_NAME }),
  date: Type.Optional(Type.String({ format: "date", description: "Today unless told" })),
  amount_cents: Type.Optional(
    Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS, description: "Negative for an expense; the total of instalments" }),
  ),
  kind: Type.Optional(Type.String({ enum: [...KINDS], description: "Says the sign outright" })),
  paid: Type.Optional(Type.Boolean({ description: "True unless told, if the date is not in the future" })),
  account_id: Type.Optional(Type.Integer({ description: "The default account unless told" })),
  category_id: Type.Optional(Type.Integer({ description: "A default category unless told" })),
  notes: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_NOTES }), Type.Null()])),
  tags: Type.Optional(Type.Array(Tag, { maxItems: MOST_TAGS })),
  recurrence_attributes: Type.Optional(Type.Object({ periodicity: Periodicity }, { description: "Makes it fixed" })),
  installments_attributes: Type.Optional(
    Type.Object({ periodicity: Periodicity, total: Type.Integer({ minimum: 1, maximum: MOST_INSTALLMENTS }) }),
  ),
});

/** Notes what is wrong in the record; the answer counts only if nothing is. */
export function readNewTransaction(record: Submitted, today: string): NewTransaction {
  const date = readDate(record, "date") ?? today;
  const cents = readInteger(record, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS }) ?? 0;
  const amountCents = signedAs(cents, readOneOf(record, "kind", KINDS));
  refuseLinks(record);
  const repetition = readRepetition(record);
  const common = {
    description: readText(record, "description", { required: true }) ?? "",
    date,
    paid: readFlag(record, "paid") ?? date <= today,
    accountId: readKnownId(record, "account_id"),
    categoryId: readKnownId(record, "category_id"),
    notes: readOptionalText(record, "notes", { most: LONGEST_NOTES }) ?? null,
    tags: readTagNames(record) ?? [],
  };
  if (!repetition) return { ...common, amountCents, series: undefined };
  if (repetition.kind === "fixed") return { ...common, amountCents, series: fixed(record, repetition, date, amountCents, today) };
  return { ...common, ...installments(record, repetition, date, amountCents, today) };
}

/** Absent means the default one; null means nothing that we know of. */
export function readKnownId(record: Submitted, name: "account_id" | "category_id"): number | undefined {
  const id = readId(record, name);
  if (id === null) addProblem(record, name, { kind: "blank" });
  return id ?? undefined;
}

function fixed(record: Submitted, { periodicity }: Repetition, date: string, amountCents: number, today: string): NewSeries {
  const countThrough = (day: string) => Math.max(stepsThrough(date, periodicity, day), 0) + 1;
  if (countThrough(windowEnd(today)) > MOST_OCCURRENCES)
    addProblem(record, "date", { kind: "tooManyOccurrences", values: { most: MOST_OCCURRENCES } });
  return { kind: "fixed", periodicity, occurrences: countThrough(farthestEnd(today)), laterCents: amountCents, today };
}

/** The amount that is sent is the total. */
function installments(record: Submitted, { periodicity, total }: Repetition, date: string, totalCents: number, today: string) {
  if (Math.abs(totalCents) < total && !record.problems.has("amount_cents"))
    addProblem(record, "amount_cents", { kind: "unsplittable", values: { parts: total } });
  if (!isDay(dayAfter(date, periodicity, total - 1)))
    addProblem(record, "date", { kind: "tooLarge", values: { most: LAST_DAY } });
  const [amountCents = 0, laterCents = 0] = split(totalCents, total);
  const series: NewSeries = { kind: "installments", periodicity, occurrences: total, laterCents, today };
  return { amountCents, series };
}
