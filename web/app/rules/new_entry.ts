// The request that books a new entry.
import type { RequestedPart } from "./records.ts";
import { readTags } from "./tags.ts";

export type EntryKind = "expense" | "income" | "transfer";

export interface NewEntry {
  kind: EntryKind;
  cents: number;
  description: string;
  date: string;
  /** `account:3`, `card:7` */
  place: string;
  /** The account that receives a transfer. */
  target: string;
  category: string;
  invoice: string;
  repeat: string;
  parts: string;
  tags: string;
  /** None: not split. */
  split: readonly RequestedPart[];
  paid: boolean;
}

export function requestOf(entry: NewEntry): { path: string; body: Record<string, unknown> } {
  const { description, date, cents } = entry;
  if (entry.kind !== "transfer") return { path: "/transactions", body: transactionOf(entry) };
  const body = { description, date, amount_cents: cents, from_account_id: idOf(entry.place), to_account_id: idOf(entry.target) };
  return { path: "/transfers", body };
}

const idOf = (place: string) => Number(place.split(":")[1]);

function transactionOf({ kind, description, date, cents, place, paid, ...entry }: NewEntry): Record<string, unknown> {
  const isCard = place.startsWith("card:") && kind === "expense";
  const placeId = idOf(place);
  const tags = readTags(entry.tags);
  return {
    description,
    date,
    amount_cents: kind === "expense" ? -cents : cents,
    ...(isCard ? { credit_card_id: placeId } : { account_id: placeId, paid }),
    ...(isCard && entry.invoice !== "" && { credit_card_invoice_id: Number(entry.invoice) }),
    ...(entry.category !== "" && entry.split.length === 0 && { category_id: Number(entry.category) }),
    ...(entry.split.length > 0 && { parts: entry.split }),
    ...(tags.length > 0 && { tags }),
    ...repeatOf(entry),
  };
}

/** Every month, without an end or in instalments. */
export function repeatOf({ repeat, parts }: Pick<NewEntry, "repeat" | "parts">): Record<string, unknown> {
  const times = { periodicity: "monthly" };
  return {
    ...(repeat === "fixed" && { recurrence_attributes: times }),
    ...(repeat === "parts" && { installments_attributes: { ...times, total: Number(parts) } }),
  };
}
