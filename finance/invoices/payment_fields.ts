// The fields of a payment, new or changed.
import { Type } from "typebox";
import { readDate, readFlag, readId, readInteger, readText, readTextOrNull } from "../fields/readers.ts";
import { addProblem, isSaid, type Submitted, saidField } from "../fields/record.ts";
import { Day, Filled, LONGEST_TAG, MOST_TAGS, RecordId, Tags } from "../fields/schemas.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { LONGEST_NOTES } from "../transactions/new_transaction.ts";
import { readTagNames } from "../transactions/tag_names.ts";

const LONGEST_JOINED = 10_000;

export const PaymentBody = Type.Object({
  account_id: Type.Optional(RecordId({ description: "The one that pays for the card unless given, else the default account" })),
  amount_cents: Type.Optional(
    Type.Integer({
      minimum: -MOST_CENTS,
      maximum: MOST_CENTS,
      not: { const: 0 },
      description: "With or without a sign; what is owed unless given",
    }),
  ),
  date: Type.Optional(Day({ description: "Today unless given" })),
  paid: Type.Optional(Type.Boolean({ description: "True unless given; a planned payment does not count yet" })),
  description: Type.Optional(Filled()),
  notes: Type.Optional(Type.Union([Type.String({ maxLength: LONGEST_NOTES }), Type.Null()])),
  category_id: Type.Optional(RecordId({ description: "The one of payments unless given" })),
  tags: Type.Optional(Tags),
  joined_tags: Type.Optional(
    Type.String({
      maxLength: LONGEST_JOINED,
      pattern: `^[^,]{0,${LONGEST_TAG}}(,[^,]{0,${LONGEST_TAG}}){0,${MOST_TAGS - 1}}$`,
      description: "Instead of tags: their names, with commas between them",
    }),
  ),
});

/** What is undefined is absent, or wrong and noted in the record. */
export interface PaymentRequest {
  accountId: number | undefined;
  categoryId: number | undefined;
  /** Less than nothing. */
  amountCents: number | undefined;
  date: string | undefined;
  paid: boolean | undefined;
  description: string | undefined;
  notes: string | null | undefined;
  tags: string[] | undefined;
}

/** `link`: the card and the invoice of the path, which a client may repeat. */
export function readPayment(record: Submitted, link: { creditCardId: number; invoice: number }): PaymentRequest {
  judgeLink(record, "paid_credit_card_id", link.creditCardId);
  judgeLink(record, "paid_credit_card_invoice_id", link.invoice);
  return {
    accountId: readId(record, "account_id"),
    categoryId: readId(record, "category_id"),
    amountCents: readAmount(record),
    date: readDate(record, "date"),
    paid: readFlag(record, "paid"),
    description: readText(record, "description", { filled: true }),
    notes: readTextOrNull(record, "notes", { most: LONGEST_NOTES }),
    tags: isSaid(record, "tags") ? readTagNames(record) : readJoinedTags(record),
  };
}

/** A payment leaves the account, however it is sent. */
function readAmount(record: Submitted): number | undefined {
  const cents = readInteger(record, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS });
  if (cents === 0) addProblem(record, "amount_cents", { kind: "tooSmall", values: { least: 1 } });
  return cents && -Math.abs(cents);
}

function readJoinedTags(record: Submitted): string[] | undefined {
  const joined = readText(record, "joined_tags", { most: LONGEST_JOINED });
  if (joined === undefined) return;
  const names = joined.split(",").filter((name) => name.trim() !== "");
  const split: Submitted = { fields: new Map([["tags", { value: names, isText: false }]]), problems: new Map() };
  const tags = readTagNames(split);
  for (const problem of split.problems.get("tags") ?? []) addProblem(record, "joined_tags", problem);
  return tags;
}

function judgeLink(record: Submitted, name: string, expected: number): void {
  const sent = saidField(record, name);
  // Read for what is wrong with it; an invoice before 2000 has no id that the reader would take.
  if (sent && sent.value !== expected && readId(record, name, Number.MAX_SAFE_INTEGER) !== expected)
    addProblem(record, name, { kind: "unchangeable" });
}
