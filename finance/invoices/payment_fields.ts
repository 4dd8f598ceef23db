// The fields of a payment, new or changed.
import { Type } from "typebox";
import { readDate, readFlag, readId, readInteger, readText } from "../fields/readers.ts";
import { isPresent, presentField, type Submitted } from "../fields/record.ts";
import { Day, LONGEST_TAG, MOST_TAGS, RecordId } from "../fields/schemas.ts";
import { readTagNames } from "../fields/tag_names.ts";
import { joinProblems, NO_PROBLEMS, type Problems, problemIf, readAll, type WithProblems } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { type PlainEdit, plainFields } from "../rows/plain_fields.ts";

const LONGEST_JOINED = 10_000;

const { tags, ...otherPlainSchemas } = plainFields.schemas;

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
  ...otherPlainSchemas,
  category_id: Type.Optional(RecordId({ description: "The one of payments unless given" })),
  tags,
  joined_tags: Type.Optional(
    Type.String({
      maxLength: LONGEST_JOINED,
      pattern: `^[^,]{0,${LONGEST_TAG}}(,[^,]{0,${LONGEST_TAG}}){0,${MOST_TAGS - 1}}$`,
      description: "Instead of tags: their names, with commas between them",
    }),
  ),
});

/** What is undefined is absent or wrong. */
export interface PaymentRequest extends PlainEdit {
  accountId: number | undefined;
  categoryId: number | undefined;
  /** Less than nothing. */
  amountCents: number | undefined;
  date: string | undefined;
  paid: boolean | undefined;
}

/** `link`: the card and the invoice of the path, which a client may repeat. */
export function readPayment(record: Submitted, link: { creditCardId: number; invoice: number }): WithProblems<PaymentRequest> {
  const plain = plainFields.read(record);
  const { value, problems } = readAll({
    accountId: readId(record, "account_id"),
    categoryId: readId(record, "category_id"),
    amountCents: readAmount(record),
    date: readDate(record, "date"),
    paid: readFlag(record, "paid"),
    ...plain,
    tags: isPresent(record, "tags") ? plain.tags : readJoinedTags(record),
  });
  return {
    value,
    problems: joinProblems(
      checkLink(record, "paid_credit_card_id", link.creditCardId),
      checkLink(record, "paid_credit_card_invoice_id", link.invoice),
      problems,
    ),
  };
}

/** A payment leaves the account, however it is sent. */
function readAmount(record: Submitted): WithProblems<number | undefined> {
  const { value: cents, problems } = readInteger(record, "amount_cents", { least: -MOST_CENTS, most: MOST_CENTS });
  const isNothing = problemIf(cents === 0, "amount_cents", { kind: "tooSmall", values: { least: 1 } });
  return { value: cents && -Math.abs(cents), problems: joinProblems(problems, isNothing) };
}

function readJoinedTags(record: Submitted): WithProblems<string[] | undefined> {
  const joined = readText(record, "joined_tags", { most: LONGEST_JOINED });
  if (joined.value === undefined) return { value: undefined, problems: joined.problems };
  const names = joined.value.split(",").filter((name) => name.trim() !== "");
  const { value, problems } = readTagNames({ fields: new Map([["tags", { value: names, isText: false }]]) });
  return { value, problems: problems.map(([, problem]) => ["joined_tags", problem]) };
}

function checkLink(record: Submitted, name: string, expected: number): Problems {
  const field = presentField(record, name);
  if (!field || field.value === expected) return NO_PROBLEMS;
  // Read for what is wrong with it; an invoice before 2000 has no id that the reader would take.
  const { value: id, problems } = readId(record, name, Number.MAX_SAFE_INTEGER);
  return joinProblems(problems, problemIf(id !== expected, name, { kind: "unchangeable" }));
}
