// A row of `series` as the database keeps it: the rule of the dates, and the row that the next occurrence will be like.
import type { Periodicity } from "../calendar/periodicity.ts";

export interface StoredSeries {
  id: number;
  kind: "fixed" | "installments";
  periodicity: Periodicity;
  /** 1 for a fixed series. */
  total_installments: number;
  /** What the instalments sum to; null for a fixed series. */
  total_cents: number | null;
  /** The date of occurrence `anchor_occurrence`; all later ones are counted from it, so that the day of the month is kept. */
  anchor_date: string;
  anchor_occurrence: number;
  /** The highest that was ever made: what was deleted is not made again. */
  last_occurrence: number;
  ended: boolean;
  account_id: number | null;
  credit_card_id: number | null;
  /** Where the client named the invoice of the occurrence at the anchor: the others are counted from it. */
  pinned_invoice: number | null;
  category_id: number;
  description: string;
  amount_cents: number;
  notes: string | null;
  tags: readonly string[];
  created_at: string;
  updated_at: string;
}
