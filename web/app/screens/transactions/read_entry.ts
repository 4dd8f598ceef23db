// Reads the fields of a new entry.
import { entryWords } from "../../ledger/words.ts";
import { type NewEntry, requestOf } from "../../rules/new_entry.ts";
import { ownRefusal } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import type { NewEntryState } from "./use_new_entry.ts";

type Values = Omit<NewEntry, "cents" | "split"> & { split: string };

/** Throws what is wrong with the fields. `given` replaces fields. */
export async function readEntry({ fields, isTransfer, cents = 0 }: NewEntryState, given: Partial<Values> = {}) {
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])) as unknown as Values;
  const entry = { ...values, ...given };
  entry.description = entry.description.trim() || (isTransfer ? entryWords.kinds.transfer : "");
  const wrong: Record<string, string> = {};
  if (cents <= 0) wrong.amount_cents = entryWords.badAmount;
  if (entry.description === "") wrong.description = formWords.missing;
  if (entry.date === "") wrong.date = formWords.badDay;
  const signed = entry.kind === "expense" ? -cents : cents;
  const split = isTransfer || entry.split === "" ? [] : (await import("./read_split.ts")).readSplit(entry.split, signed, wrong);
  if (isTransfer && entry.target === "") wrong.to_account_id = entryWords.samePlace;
  if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
  return requestOf({ ...entry, cents, split });
}
