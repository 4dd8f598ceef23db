// Where a transaction is booked: on an account, or on a card and one of its invoices. Clients name it in two fields, and often in both.
import { FIRST_CARD_DAY, FIRST_KEPT_INVOICE, LAST_CARD_DAY, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { readId, readInteger } from "../fields/readers.ts";
import { addProblem, type Submitted } from "../fields/record.ts";
import type { Places } from "../rows/queries_places.ts";
import type { StoredRow } from "../rows/stored_row.ts";

export type Place = { accountId: number } | { creditCardId: number };

export type PlaceColumns = Pick<StoredRow, "account_id" | "credit_card_id">;

/** As rows and series keep it. */
export function placeColumns(place: Place): PlaceColumns {
  return "accountId" in place
    ? { account_id: place.accountId, credit_card_id: null }
    : { account_id: null, credit_card_id: place.creditCardId };
}

/** As submitted; what is undefined was not. */
interface Named {
  /** An account's or a card's: answers show a card there, and clients send whole records back. */
  accountId: number | undefined;
  creditCardId: number | undefined;
}

export interface NamedPlace extends Named {
  /** The number of the invoice; null leaves it to the date. */
  invoice: number | null | undefined;
}

/** Notes what is wrong, whatever is stored. */
export function readNamedPlace(record: Submitted): NamedPlace {
  const accountId = readId(record, "account_id");
  return { accountId, creditCardId: readId(record, "credit_card_id"), invoice: readInvoice(record) };
}

/** A number that no invoice has is as unknown as one that makes no sense here. */
function readInvoice(record: Submitted): number | null | undefined {
  const field = record.fields.get("credit_card_invoice_id");
  if (field === undefined) return;
  if (field.value === null || (field.isText && field.value === "")) return null;
  const number = readInteger(record, "credit_card_invoice_id", ANY_NUMBER);
  if (number === undefined || isKept(number)) return number;
  addProblem(record, "credit_card_invoice_id", { kind: "unknown" });
}

const ANY_NUMBER = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
export const isKept = (invoice: number) => invoice >= FIRST_KEPT_INVOICE && invoice <= LAST_KEPT_INVOICE;

/** Of the transaction that is changed. */
export interface StoredPlace {
  /** The card's where it is on one. */
  account_id: number;
  credit_card_id: number | null;
}

/** Two ids are two places, because accounts and cards share their numbers. Which of them is meant, nobody can tell. */
export function refuseTwoPlaces(record: Submitted, { accountId, creditCardId }: Named): boolean {
  if (accountId === undefined || creditCardId === undefined || accountId === creditCardId) return false;
  addProblem(record, "credit_card_id", { kind: "exclusive", values: { other: "account_id" } });
  return true;
}

/** Where it goes; undefined where no place is named. An archived one takes nothing new, but keeps what it has. */
export function choosePlace(record: Submitted, named: Named, places: Places, stored?: StoredPlace): Place | undefined {
  const { accountId, creditCardId } = withoutEcho(named, places, stored);
  if (refuseTwoPlaces(record, { accountId, creditCardId })) return;
  const judgeOpen = (field: string, id: number) => {
    if (places.get(id)?.archived && id !== stored?.account_id) addProblem(record, field, { kind: "archived" });
  };
  if (creditCardId !== undefined) {
    if (!places.get(creditCardId)?.isCard) addProblem(record, "credit_card_id", { kind: "unknown" });
    judgeOpen("credit_card_id", creditCardId);
    return { creditCardId };
  }
  if (accountId === undefined) return;
  const place = places.get(accountId);
  judgeOpen("account_id", accountId);
  if (place) return place.isCard ? { creditCardId: accountId } : { accountId };
  addProblem(record, "account_id", { kind: "unknown" });
}

/**
 * Answers show a card in both fields. Whoever sends such a record back with another card in one of them still sends the stored one in the
 * other, and does not mean it.
 */
function withoutEcho(named: Named, places: Places, stored: StoredPlace | undefined): Named {
  const { accountId, creditCardId } = named;
  const card = stored?.credit_card_id ?? undefined;
  if (card === undefined || accountId === undefined || creditCardId === undefined) return named;
  if (accountId === card) return { accountId: undefined, creditCardId };
  return creditCardId === card && places.get(accountId)?.isCard ? { accountId, creditCardId: undefined } : named;
}

/** Invoices are kept for these years only, so purchases are too. */
export function judgeCardDays(record: Pick<Submitted, "problems">, first: string, last: string): void {
  if (first < FIRST_CARD_DAY) addProblem(record, "date", { kind: "tooSmall", values: { least: FIRST_CARD_DAY } });
  if (last > LAST_CARD_DAY) addProblem(record, "date", { kind: "tooLarge", values: { most: LAST_CARD_DAY } });
}
