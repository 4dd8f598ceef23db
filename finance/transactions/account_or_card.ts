// The account, or the card and invoice, that a transaction is booked on. Clients name it in two fields, and often in both.
import { FIRST_CARD_DAY, FIRST_KEPT_INVOICE, LAST_CARD_DAY, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { readId, readInteger } from "../fields/readers.ts";
import type { Submitted } from "../fields/record.ts";
import {
  ABSENT,
  invalid,
  joinProblems,
  type Problems,
  problemIf,
  readAll,
  valid,
  type WithProblems,
} from "../fields/with_problems.ts";
import type { AccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import type { StoredRow } from "../tables/tables.ts";

export type AccountOrCard = { accountId: number } | { creditCardId: number };

export type AccountOrCardColumns = Pick<StoredRow, "account_id" | "credit_card_id">;

/** The columns of rows and series. */
export function accountOrCardColumns(accountOrCard: AccountOrCard): AccountOrCardColumns {
  return "accountId" in accountOrCard
    ? { account_id: accountOrCard.accountId, credit_card_id: null }
    : { account_id: null, credit_card_id: accountOrCard.creditCardId };
}

/** As submitted; undefined if absent. */
interface RequestedIds {
  /** An account's or a card's: answers show a card there, and clients send whole records back. */
  accountId: number | undefined;
  creditCardId: number | undefined;
}

export interface RequestedAccountOrCard extends RequestedIds {
  /** The number of the invoice; null leaves it to the date. */
  invoice: number | null | undefined;
}

/** Whatever is stored. */
export function readAccountOrCard(record: Submitted): WithProblems<RequestedAccountOrCard> {
  return readAll({
    accountId: readId(record, "account_id"),
    creditCardId: readId(record, "credit_card_id"),
    invoice: readInvoice(record),
  });
}

/** A number that no invoice has is as unknown as one that makes no sense here. */
function readInvoice(record: Submitted): WithProblems<number | null | undefined> {
  const field = record.fields.get("credit_card_invoice_id");
  if (field === undefined) return ABSENT;
  if (field.value === null || (field.isText && field.value === "")) return valid(null);
  const reading = readInteger(record, "credit_card_invoice_id", ANY_NUMBER);
  const isPossible = reading.value === undefined || isStoredInvoice(reading.value);
  return isPossible ? reading : invalid("credit_card_invoice_id", { kind: "unknown" });
}

const ANY_NUMBER = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
export const isStoredInvoice = (invoice: number) => invoice >= FIRST_KEPT_INVOICE && invoice <= LAST_KEPT_INVOICE;

/** Of the transaction that is changed. */
export interface StoredIds {
  /** The card's where it is on one. */
  account_id: number;
  credit_card_id: number | null;
}

/** Two different ids contradict each other, because accounts and cards share one sequence of ids. */
export function checkOnlyOne({ accountId, creditCardId }: RequestedIds): Problems {
  const isTwo = accountId !== undefined && creditCardId !== undefined && accountId !== creditCardId;
  return problemIf(isTwo, "credit_card_id", { kind: "exclusive", values: { other: "account_id" } });
}

/** Undefined if the request names none. An archived one takes no new rows, but keeps those that it has. */
export function chooseAccountOrCard(
  named: RequestedIds,
  accountsAndCards: AccountsAndCards,
  stored?: StoredIds,
): WithProblems<AccountOrCard | undefined> {
  const { accountId, creditCardId } = withoutEcho(named, accountsAndCards, stored);
  const exclusiveProblems = checkOnlyOne({ accountId, creditCardId });
  if (exclusiveProblems.length > 0) return { value: undefined, problems: exclusiveProblems };
  const checkOpen = (field: string, id: number) =>
    problemIf(accountsAndCards.get(id)?.archived === true && id !== stored?.account_id, field, { kind: "archived" });
  if (creditCardId !== undefined) {
    const isCard = accountsAndCards.get(creditCardId)?.isCard === true;
    const problems = joinProblems(
      problemIf(!isCard, "credit_card_id", { kind: "unknown" }),
      checkOpen("credit_card_id", creditCardId),
    );
    return { value: { creditCardId }, problems };
  }
  if (accountId === undefined) return ABSENT;
  const facts = accountsAndCards.get(accountId);
  if (!facts) return invalid("account_id", { kind: "unknown" });
  return { value: facts.isCard ? { creditCardId: accountId } : { accountId }, problems: checkOpen("account_id", accountId) };
}

/**
 * Answers show a card in both fields. A client that sends a record back with a new card in one field still sends the stored one in
 * the other.
 */
function withoutEcho(named: RequestedIds, accountsAndCards: AccountsAndCards, stored: StoredIds | undefined): RequestedIds {
  const { accountId, creditCardId } = named;
  const card = stored?.credit_card_id ?? undefined;
  if (card === undefined || accountId === undefined || creditCardId === undefined) return named;
  if (accountId === card) return { accountId: undefined, creditCardId };
  return creditCardId === card && accountsAndCards.get(accountId)?.isCard ? { accountId, creditCardId: undefined } : named;
}

/** Invoices are kept for these years only, so purchases are too. */
export function checkCardDays(first: string, last: string): Problems {
  return joinProblems(
    problemIf(first < FIRST_CARD_DAY, "date", { kind: "tooSmall", values: { least: FIRST_CARD_DAY } }),
    problemIf(last > LAST_CARD_DAY, "date", { kind: "tooLarge", values: { most: LAST_CARD_DAY } }),
  );
}
