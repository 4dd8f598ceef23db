// The fields of a new transaction. Nothing but a description is needed; what is there must be right.
import { Type } from "typebox";
import { FIRST_KEPT_INVOICE, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { isDay, LAST_DAY } from "../calendar/day.ts";
import { dayAfter, PERIODICITIES, type Periodicity, STEPS, stepsThrough } from "../calendar/periodicity.ts";
import { farthestEnd, usualEnd } from "../extension/how_far.ts";
import { readDate, readFlag, readId, readInteger, readOneOf } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import { Day, LARGEST_RECORD_ID, RecordId } from "../fields/schemas.ts";
import {
  ABSENT,
  hasProblem,
  joinProblems,
  orElse,
  type Problems,
  problemIf,
  readAll,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import { MOST_CENTS, split } from "../money/cents.ts";
import { type PlainFields, plainFields } from "../rows/plain_fields.ts";
import { requestedParts, type StoredParts } from "../tables/parts.ts";
import { MOST_INSTALLMENTS } from "../tables/transactions.ts";
import { checkCardDays, checkOnlyOne, isStoredInvoice, readAccountOrCard } from "./account_or_card.ts";
import { checkNewLinks } from "./links.ts";
import { type Repetition, readRepetition } from "./repetition.ts";
import { type RequestedParts, readParts, signedParts } from "./requested_parts.ts";
import { KINDS, signedAs } from "./sign.ts";
import { divide, type SplitTransfer, withAlone } from "./split_transfers.ts";

export const MOST_OCCURRENCES = 10_000;

const PeriodicityField = Type.String({ enum: PERIODICITIES });

const { description, ...otherPlainSchemas } = plainFields.newSchemas;

export const NewTransactionBody = Type.Object({
  description,
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
  ...otherPlainSchemas,
  recurrence_attributes: Type.Optional(
    Type.Object({ periodicity: PeriodicityField }, { additionalProperties: false, description: "Makes it fixed" }),
  ),
  installments_attributes: Type.Optional(
    Type.Object(
      { periodicity: PeriodicityField, total: Type.Integer({ minimum: 1, maximum: MOST_INSTALLMENTS }) },
      { additionalProperties: false },
    ),
  ),
  parts: Type.Optional(
    Type.Unsafe({
      ...requestedParts,
      description:
        "What it is split into: 2 to 50 parts that sum to amount_cents, each with a category; of instalments those of the total. The category of the largest is that of the transaction. An empty list: not split. A part with account_id in place of category_id is a transfer with that account: the transaction keeps the rest",
    }),
  ),
  refund_of_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_RECORD_ID,
      description:
        "The purchase whose money it brings back. Where neither category_id nor parts is given, it is booked under the categories of the purchase, in proportion to what is left of them",
    }),
  ),
});

export interface NewTransaction extends PlainFields {
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
  /** Of instalments those of the total; null where it is not split. */
  parts: StoredParts | null;
  /** Parts that get rows of their own. */
  transfers: readonly SplitTransfer[];
  /** With the indexes of the request. */
  requestedParts: RequestedParts | undefined;
  /** The purchase that it gives back; its parts hold where no category is named. */
  refundOfId: number | undefined;
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

export interface TransactionInput extends WithProblems<NewTransaction> {
  /** What is wrong with it if it turns out to be a purchase on a card. */
  cardProblems: Problems;
}

export function readNewTransaction(record: Submitted, today: string): TransactionInput {
  const amount = readAll({
    date: orElse(readDate(record, "date"), today),
    cents: orElse(readInteger(record, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS }), 0),
    kind: readOneOf(record, "kind", KINDS),
  });
  const { date, cents, kind } = amount.value;
  const repetition = readRepetition(record);
  const accountOrCard = readAccountOrCard(record);
  const { accountId, creditCardId, invoice } = accountOrCard.value;
  const isOnDefault = accountId === undefined && creditCardId === undefined;
  const { description, ...plain } = plainFields.readComplete(record);
  const rest = readAll({
    description,
    paid: orElse(readFlag(record, "paid"), date <= today),
    categoryId: readId(record, "category_id"),
    ...plain,
  });
  const hasCents = !hasProblem(amount.problems, "amount_cents");
  const signedCents = signedAs(cents, kind);
  const requested = readParts(record);
  const signed = hasCents && requested.value ? signedParts(requested.value, signedCents) : requested;
  const division = signed.problems.length > 0 || !signed.value ? ABSENT : divide(signed.value, signedCents);
  const { cents: keptCents = signedCents, parts = [], alone, transfers = [] } = division.value ?? {};
  const refund = readId(record, "refund_of_id", LARGEST_RECORD_ID);
  const amounts = repeat(repetition.value, { date, cents: requested.value?.length ? keptCents : signedCents, hasCents, today });
  return {
    value: {
      ...rest.value,
      ...(alone && withAlone(rest.value, alone)),
      ...amounts.value,
      date,
      accountId: creditCardId === undefined ? accountId : undefined,
      creditCardId,
      pinnedInvoice: invoice ?? undefined,
      parts: parts.length > 0 ? parts : null,
      ...(alone && { categoryId: alone.category_id }),
      requestedParts: requested.value,
      transfers,
      refundOfId: refund.value,
    },
    problems: joinProblems(
      amount.problems,
      checkNewLinks(record),
      repetition.problems,
      accountOrCard.problems,
      checkOnlyOne(accountOrCard.value),
      problemIf(isOnDefault && typeof invoice === "number", "credit_card_invoice_id", { kind: "unknown" }),
      rest.problems,
      amounts.problems,
      signed.problems,
      division.problems,
      refund.problems,
      problemIf(refund.value !== undefined && repetition.value !== undefined, "refund_of_id", {
        kind: "exclusive",
        values: { other: repetition.value?.kind === "fixed" ? "recurrence_attributes" : "installments_attributes" },
      }),
    ),
    cardProblems: checkOnCard(date, invoice, repetition.value),
  };
}

type Amounts = Pick<NewTransaction, "amountCents" | "series">;

interface First {
  date: string;
  /** Signed; of instalments the total. */
  cents: number;
  /** Nobody is told that an amount which could not be read cannot be split. */
  hasCents: boolean;
  today: string;
}

function repeat(repetition: Repetition | undefined, first: First): WithProblems<Amounts> {
  if (!repetition) return valid({ amountCents: first.cents, series: undefined });
  return repetition.kind === "fixed" ? fixed(repetition, first) : installments(repetition, first);
}

function fixed({ periodicity }: Repetition, { date, cents, today }: First): WithProblems<Amounts> {
  const countThrough = (day: string) => Math.max(stepsThrough(date, periodicity, day), 0) + 1;
  const isTooMany = countThrough(usualEnd(today)) > MOST_OCCURRENCES;
  const series = { kind: "fixed", periodicity, occurrences: countThrough(farthestEnd(today)), laterCents: cents } as const;
  return {
    value: { amountCents: cents, series },
    problems: problemIf(isTooMany, "date", { kind: "tooManyOccurrences", values: { most: MOST_OCCURRENCES } }),
  };
}

function installments({ periodicity, total }: Repetition, { date, cents, hasCents }: First): WithProblems<Amounts> {
  const [amountCents = 0, laterCents = 0] = split(cents, total);
  const isUnsplittable = hasCents && Math.abs(cents) < total;
  return {
    value: { amountCents, series: { kind: "installments", periodicity, occurrences: total, laterCents } },
    problems: joinProblems(
      problemIf(isUnsplittable, "amount_cents", { kind: "unsplittable", values: { parts: total } }),
      problemIf(!isDay(dayAfter(date, periodicity, total - 1)), "date", { kind: "tooLarge", values: { most: LAST_DAY } }),
    ),
  };
}

/** Of a fixed one no row is made past the days that are kept for cards. */
function checkOnCard(date: string, invoice: number | null | undefined, repetition: Repetition | undefined): Problems {
  const { kind, periodicity, total } = repetition ?? { kind: "fixed", periodicity: "monthly", total: 1 };
  const steps = kind === "fixed" ? 0 : total - 1;
  const step: { days?: number; months?: number } = STEPS[periodicity];
  const isPastLastInvoice = typeof invoice === "number" && !isStoredInvoice(invoice + steps * (step.months ?? 0));
  return joinProblems(
    checkCardDays(date, dayAfter(date, periodicity, steps)),
    problemIf(isPastLastInvoice, "credit_card_invoice_id", { kind: "unknown" }),
  );
}
