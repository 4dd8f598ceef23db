// A credit card as the database keeps it, and as the API shows it.
import { Type } from "typebox";
import { byInvoice, type InvoiceSums, outstandingOf } from "../billing/balance.ts";
import { type CardDays, newestDays } from "../billing/cycle.ts";
import { momentText } from "../calendar/moment.ts";
import { credit_cards } from "../tables/credit_cards.ts";
import { emptyRecord } from "../tables/empty_record.ts";
import type { VisibleColumns } from "../tables/table.ts";
import type { StoredCard } from "../tables/tables.ts";

export interface CardRow extends StoredCard {
  created_at: Date;
  updated_at: Date;
  default: boolean;
  /** Oldest first; the newest are the ones that are shown. */
  days: CardDays[];
  /** Of its invoices, as few as tell what is owed. */
  sums: InvoiceSums[];
}

const Text = Type.Union([Type.String(), Type.Null()]);
const Moment = Type.String({ format: "date-time" });
const Day = Type.Integer({ minimum: 1, maximum: 31 });

export const CardReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Text,
  card_network: Text,
  closing_day: Day,
  due_day: Day,
  limit_cents: Type.Integer({ description: "0 means no limit" }),
  kind: Type.Literal("credit_card"),
  type: Type.Literal("credit_card"),
  archived: Type.Boolean(),
  default: Type.Boolean(),
  institution_id: Type.String(),
  institution_name: Text,
  payment_account_id: Type.Union([Type.Integer(), Type.Null()], { description: "Pays the invoices; null: the default account" }),
  outstanding_cents: Type.Integer({ description: "What is owed on all invoices, future ones too" }),
  available_cents: Type.Union([Type.Integer(), Type.Null()], {
    description: "What is left of the limit; null where there is none",
  }),
  created_at: Moment,
  updated_at: Moment,
});

export function presentCard(card: CardRow, timeZone: string) {
  const newest = newestDays(card.days);
  const outstandingCents = outstandingOf(byInvoice(card.sums));
  return {
    id: card.id,
    name: card.name,
    description: card.description,
    card_network: card.card_network,
    closing_day: newest.closingDay,
    due_day: newest.dueDay,
    limit_cents: card.limit_cents,
    kind: "credit_card" as const,
    type: "credit_card" as const,
    archived: card.archived,
    default: card.default,
    institution_id: card.institution_id,
    institution_name: card.institution_name,
    payment_account_id: card.payment_account_id,
    outstanding_cents: outstandingCents,
    available_cents: card.limit_cents === 0 ? null : card.limit_cents - outstandingCents,
    created_at: momentText(card.created_at, timeZone),
    updated_at: momentText(card.updated_at, timeZone),
  } satisfies VisibleColumns<typeof credit_cards>;
}

/** What a refused new card is shown as, under the fields that were submitted. */
export const UNSAVED_CARD = emptyRecord(CardReply, credit_cards, {
  kind: "credit_card",
  type: "credit_card",
  default: false,
  outstanding_cents: 0,
});
