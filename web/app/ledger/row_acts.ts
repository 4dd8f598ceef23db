// What is done with one row from its menu, its swipe or its details. Each has an undo.
import { currentDay } from "../clock.ts";
import { type Method, write } from "../data/api.ts";
import type { Store } from "../data/store.ts";
import { editWords } from "../data/words.ts";
import { copyOf } from "../rules/draft.ts";
import { isNeutral } from "../rules/figures.ts";
import type { Refusal, Transaction } from "../rules/records.ts";
import { reasonOf } from "../ui/problems.tsx";
import { rowWords } from "./row_words.ts";

/** A purchase on a card is paid with its invoice. */
export const canBePaid = (row: Transaction) => row.credit_card_id === null && !isNeutral(row);

export const markPaid = (store: Store, row: Transaction) =>
  act(store, editWords.saved, "PUT", `/transactions/${row.id}`, { paid: !row.paid });

export const duplicate = (store: Store, row: Transaction) =>
  act(store, rowWords.duplicated, "POST", "/transactions", copyOf(row, currentDay()));

/** Of a series only this one. */
export const remove = (store: Store, row: Transaction) => act(store, rowWords.removed, "DELETE", `/transactions/${row.id}`, {});

async function act(store: Store, text: string, method: Method, path: string, body: object): Promise<void> {
  try {
    const { undo } = await write(store, method, path, body);
    store.message.value = { text, undo };
  } catch (error) {
    store.message.value = { text: reasonOf(error as Refusal) };
  }
}
