// The fields of a new transaction. Nothing but a description is needed; what is there must be right.
import { Type } from "typebox";
import { FIRST_KEPT_INVOICE, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { isDay, LAST_DAY } from "../calendar/day.ts";
import { dayAfter, PERIODICITIES, type Periodicity, STEPS, stepsThrough } from "../calendar/periodicity.ts";
import { farthestEnd, usualEnd } from "../extension/how_far.ts";
import { readDate, readFlag, readId, readInteger, readOneOf, readText, readTextOrNull } from "../fields/readers.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import { Day, Filled, RecordId, Tags } from "../fields/schemas.ts";
import { MOST_CENTS, split } from "../money/cents.ts";
import { refuseNewLinks } from "./links.ts";
import { isKept, judgeCardDays, readNamedPlace, refuseTwoPlaces } from "./place.ts";
import { MOST_INSTALLMENTS, type Repetition, readRepetition } from "./repetition.ts";
import { KINDS, signedAs } from "./sign.ts";
import { readTagNames } from "./tag_names.ts";

export const LONGEST_NOTES = 10_000;
export const MOST_OCCURRENCES = 10_000;

const PeriodicityField = Type.String({ enum: PERIODICITIES });

export const NewTransactionBody = Type.Object({
  description: Filled(),
  date: Type.Optional(Day({ description: "Today unless given" })),
  amount_cents: Type.Optional(
    Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS, description: "Negative for an expense; the total of instalments" }),
  ),
  kind: Type.Optional(Type.String({ enum: [...KINDS], description: "Says the sign outright" })),
  paid: Type.Optional(
    Type.Boolean({ description: "True unless given, if the date is not in the future. On a card it follows the invoice" }),
  ),
  account_id: Type.Optional(RecordId({ description: "The default account unless given; not together with a card" })),
  credit_card_id: Type.Optional(RecordId({ description: "Makes it a purchase on a card" })),
  credit_card_invoice_id: Type.Optional(
    Type.Integer({
      minimum: FIRST_KEPT_INVOICE,
      maximum: LAST_KEPT_INVOICE,
      description: "The invoice whose period holds the date unless given",
    }),
  ),
  category_id: Type.Optional(RecordId({ description: "A default category unless given" })),
  notes: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_NOTES }), Type.Null()])),
  tags: Type.Optional(Tags),
  recurrence_attributes: Type.Optional(
    Type.Object({ periodicity: PeriodicityField }, { additionalProperties: false, description: "Makes it fixed" }),
  ),
  installments_attributes: Type.Optional(
    Type.Object(
      { periodicity: PeriodicityField, total: Type.Integer({ minimum: 1, maximum: MOST_INSTALLMENTS }) },
      { additionalProperties: false },
    ),
  ),
});

export interface NewTransaction {
  description: string;
  date: string;
  /** On an account; a purchase on a card is stored as paid. */
  paid: boolean;
  amountCents: number;
  /** An account, or a card: in answers both stand in `account_id`. The default account where neither is named. */
  accountId: number | undefined;
  creditCardId: number | undefined;
  /** The invoice that the client named for it. */
  pinnedInvoice: number | undefined;
  /** Where undefined: of the two default categories the one that fits the amount's sign. */
  categoryId: number | undefined;
  notes: string | null;
  tags: readonly string[];
  /** Undefined for a row that stands alone. The fields above are those of the first occurrence. */
  series: NewSeries | undefined;
}

export interface NewSeries {
  kind: "fixed" | "installments";
  periodicity: Periodicity;
  /** All instalments; of a fixed series no more than this, and none past the day to which the others have theirs. */
  occurrences: number;
  /** Of each occurrence but the first. */
  laterCents: number;
}

export interface ReadTransaction {
  transaction: NewTransaction;
  /** What is wrong with it if it turns out to be a purchase on a card. */
  cardProblems: Submitted["problems"];
}

/** Notes what is wrong in the record; the answer counts only if nothing is. */
export function readNewTransaction(record: Submitted, today: string): ReadTransaction {
  const date = readDate(record, "date") ?? today;
  const cents = readInteger(record, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS }) ?? 0;
  const amountCents = signedAs(cents, readOneOf(record, "kind", KINDS));
  refuseNewLinks(record);
  const repetition = readRepetition(record);
  const place = readNamedPlace(record);
  refuseTwoPlaces(record, place);
  const isOnAccount = place.accountId === undefined && place.creditCardId === undefined;
  if (isOnAccount && typeof place.invoice === "number") addProblem(record, "credit_card_invoice_id", { kind: "unknown" });
  const common = {
    description: readText(record, "description", { required: true }) ?? "",
    date,
    paid: readFlag(record, "paid") ?? date <= today,
    accountId: place.creditCardId === undefined ? place.accountId : undefined,
    creditCardId: place.creditCardId,
    pinnedInvoice: place.invoice ?? undefined,
    categoryId: readId(record, "category_id"),
    notes: readTextOrNull(record, "notes", { most: LONGEST_NOTES }) ?? null,
    tags: readTagNames(record) ?? [],
  };
  const repeated = repetition && repeat(record, repetition, date, amountCents, today);
  const cardProblems = problemsOnCard(date, place.invoice, repetition);
  return { transaction: { ...common, amountCents, series: undefined, ...repeated }, cardProblems };
}

function repeat(record: Submitted, repetition: Repetition, date: string, amountCents: number, today: string) {
  if (repetition.kind === "fixed") return { series: fixed(record, repetition, date, amountCents, today) };
  return installments(record, repetition, date, amountCents);
}

/** Of a fixed one no row is made past the days that are kept for cards. */
function problemsOnCard(date: string, invoice: number | null | undefined, repetition: Repetition | undefined) {
  const found: Pick<Submitted, "problems"> = { problems: new Map() };
  const { kind, periodicity, total } = repetition ?? { kind: "fixed", periodicity: "monthly", total: 1 };
  const steps = kind === "fixed" ? 0 : total - 1;
  judgeCardDays(found, date, dayAfter(date, periodicity, steps));
  const step: { days?: number; months?: number } = STEPS[periodicity];
  if (typeof invoice === "number" && !isKept(invoice + steps * (step.months ?? 0)))
    addProblem(found, "credit_card_invoice_id", { kind: "unknown" });
  return found.problems;
}

function fixed(record: Submitted, { periodicity }: Repetition, date: string, amountCents: number, today: string): NewSeries {
  const countThrough = (day: string) => Math.max(stepsThrough(date, periodicity, day), 0) + 1;
  if (countThrough(usualEnd(today)) > MOST_OCCURRENCES)
    addProblem(record, "date", { kind: "tooManyOccurrences", values: { most: MOST_OCCURRENCES } });
  return { kind: "fixed", periodicity, occurrences: countThrough(farthestEnd(today)), laterCents: amountCents };
}

/** The amount that is sent is the total. */
function installments(record: Submitted, { periodicity, total }: Repetition, date: string, totalCents: number) {
  if (Math.abs(totalCents) < total && !record.problems.has("amount_cents"))
    addProblem(record, "amount_cents", { kind: "unsplittable", values: { parts: total } });
  if (!isDay(dayAfter(date, periodicity, total - 1)))
    addProblem(record, "date", { kind: "tooLarge", values: { most: LAST_DAY } });
  const [amountCents = 0, laterCents = 0] = split(totalCents, total);
  const series: NewSeries = { kind: "installments", periodicity, occurrences: total, laterCents };
  return { amountCents, series };
}
