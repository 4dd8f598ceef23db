// A transaction as the database stores it, and as the API returns it: always the same 26 keys: 25 of Organizze, because some
// clients require each, and created_by_id. A split one has parts too, a linked one its link.
// stored_row.ts is the stored row, transaction_row.ts makes the view, and queries*.ts read rows.
import { type Static, type TUnsafe, Type } from "typebox";
import { storedMomentText } from "../calendar/moment.ts";
import { MOST_PARTS } from "../tables/parts.ts";
import type { VisibleColumns } from "../tables/table.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { transactions } from "../tables/transactions.ts";
import { addressesOf } from "./attachments.ts";
import { presentParts } from "./parts.ts";

/** A row with what answers make of it. */
export interface TransactionRow extends Omit<StoredRow, "account_id" | "invoice_pinned" | "occurrence"> {
  /** Of a purchase on a card: whether its invoice is paid. */
  paid: boolean;
  installment: number;
  /** Of a purchase on a card the card's: no account has the same. */
  account_id: number;
}

/** Written as one schema with two types: a union would be tried out for every value of a long list. */
const orNull = <T extends string | number>(type: "integer" | "string"): TUnsafe<T | null> =>
  Type.Unsafe<T | null>({ type: [type, "null"] });
const IntegerOrNull = orNull<number>("integer");
const Moment = Type.String({ format: "date-time" });
const TagList = Type.Array(Type.Object({ name: Type.String() }));

const Part = Type.Object({
  category_id: Type.Integer(),
  amount_cents: Type.Integer(),
  description: orNull<string>("string"),
  tags: TagList,
});
const Parts = Type.Optional(
  Type.Unsafe<ReturnType<typeof presentParts> | undefined>(
    Type.Array(Part, { maxItems: MOST_PARTS, description: "Of a split transaction alone; they sum to its amount" }),
  ),
);

/** Keys that only those transactions have to which they apply, so that clients which do not know them see what they always saw. */
const LinkedId = (description: string) => Type.Optional(Type.Unsafe<number | undefined>(Type.Integer({ description })));

const RefundExceeds = Type.Object({
  kind: Type.String({ enum: ["refund_exceeds"] }),
  category_id: Type.Integer(),
  left_cents: Type.Integer({ description: "What was left of the purchase under that category" }),
});
type Warning = Static<typeof RefundExceeds>;
const Warnings = Type.Optional(
  Type.Unsafe<readonly Warning[] | undefined>(
    Type.Array(RefundExceeds, {
      description: "Of a write that makes a refund: categories of which it gives back more than was left",
    }),
  ),
);

const properties = {
  id: Type.Integer(),
  description: Type.String(),
  date: Type.String({ format: "date" }),
  paid: Type.Boolean(),
  amount_cents: Type.Integer({ description: "Negative for expenses" }),
  total_installments: Type.Integer(),
  installment: Type.Integer(),
  recurring: Type.Boolean(),
  account_id: Type.Integer(),
  account_type: Type.String(),
  category_id: Type.Integer({ description: "Of a split transaction that of its largest part" }),
  contact_id: IntegerOrNull,
  notes: orNull<string>("string"),
  attachments_count: Type.Integer(),
  credit_card_id: IntegerOrNull,
  credit_card_invoice_id: IntegerOrNull,
  paid_credit_card_id: IntegerOrNull,
  paid_credit_card_invoice_id: IntegerOrNull,
  oposite_transaction_id: IntegerOrNull,
  oposite_account_id: IntegerOrNull,
  created_at: Moment,
  created_by_id: Type.Unsafe<number | null>({
    ...IntegerOrNull,
    description: "The user who wrote it, as GET /members names them; null: not known",
  }),
  updated_at: Moment,
  tags: TagList,
  attachments: Type.Array(Type.String({ description: "The address of a file, relative to the one of this service" })),
  recurrence_id: IntegerOrNull,
  parts: Parts,
  refund_of_id: LinkedId("Of a refund alone: the transaction whose money it brings back, which may be deleted by now"),
  split_from_id: LinkedId("Of a leg of a transfer that was split from a transaction: that one, which may be deleted by now"),
  warnings: Warnings,
} satisfies VisibleColumns<typeof transactions>;

export const TransactionReply = Type.Object(properties);

/** `timeZone`: of the space. */
export function presentTransaction(row: TransactionRow, timeZone: string) {
  return {
    id: row.id,
    description: row.description,
    date: row.date,
    paid: row.paid,
    amount_cents: row.amount_cents,
    total_installments: row.total_installments,
    installment: row.installment,
    recurring: row.recurring,
    account_id: row.account_id,
    account_type: row.credit_card_id === null ? "Account" : "CreditCard",
    category_id: row.category_id,
    contact_id: null,
    notes: row.notes,
    attachments_count: row.attachments?.length ?? 0,
    credit_card_id: row.credit_card_id,
    credit_card_invoice_id: row.credit_card_invoice_id,
    paid_credit_card_id: row.paid_credit_card_id,
    paid_credit_card_invoice_id: row.paid_credit_card_invoice_id,
    oposite_transaction_id: row.oposite_transaction_id,
    oposite_account_id: row.oposite_account_id,
    created_at: storedMomentText(row.created_at, timeZone),
    created_by_id: row.created_by_id,
    updated_at: storedMomentText(row.updated_at, timeZone),
    tags: row.tags.map((name) => ({ name })),
    attachments: row.attachments ? addressesOf(row.id, row.attachments) : [],
    recurrence_id: row.series_id,
    parts: row.parts ? presentParts(row.parts) : undefined,
    refund_of_id: row.refund_of_id ?? undefined,
    split_from_id: row.split_from_id ?? undefined,
  } satisfies VisibleColumns<typeof transactions>;
}

/** The answer to a write; `warnings` alone where there are some. */
export function withWarnings(view: ReturnType<typeof presentTransaction>, warnings: readonly Warning[] | undefined) {
  return { ...view, warnings: warnings?.length ? warnings : undefined };
}

const ONLY_WHERE_THEY_APPLY = new Set(["parts", "refund_of_id", "split_from_id", "warnings"]);

/** What a refused new transaction looks like before its own fields are put in. */
export const NO_TRANSACTION: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.keys(TransactionReply.properties).map((name) => [name, ONLY_WHERE_THEY_APPLY.has(name) ? undefined : null]),
  ),
  attachments_count: 0,
  tags: [],
  attachments: [],
};
