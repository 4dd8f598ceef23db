// What a new transaction is booked on and under: an account or a card, and a category; the default ones where none are named.
import { byInvoice } from "../billing/balance.ts";
import { type InvoiceRange, invoicesNear } from "../billing/cycle.ts";
import { joinProblems, NO_PROBLEMS, type Problems, problemIf } from "../fields/with_problems.ts";
import type { Reader } from "../post/reader.ts";
import { largestCategory } from "../rows/parts.ts";
import { type AccountsAndCards, findAccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import { listCardDays, listPaidSums } from "../rows/queries_cards.ts";
import { type AccountOrCard, chooseAccountOrCard } from "./account_or_card.ts";
import type { Target } from "./new_rows.ts";
import type { TransactionInput } from "./new_transaction.ts";
import { findUnknownCategories, type RequestedFacts, requestedFacts } from "./queries.ts";
import { findPurchase } from "./queries_refunds.ts";
import { isRefundable, type Purchase, refundSplit } from "./refunds.ts";
import { checkCategories } from "./requested_parts.ts";
import { accountsOf, checkTransfers } from "./split_transfers.ts";

/** With the problems of what is not there, or takes nothing new; the target counts only if there are none. */
export async function findTarget(read: Reader, spaceId: number, { value: transaction, cardProblems }: TransactionInput) {
  const invoices = invoicesNear([transaction.date], transaction.pinnedInvoice === undefined ? [] : [transaction.pinnedInvoice]);
  const { amountCents, categoryId, accountId, creditCardId, pinnedInvoice, series, parts, transfers, requestedParts } =
    transaction;
  const [space, cardNamed, unknownCategories, transferAccounts, purchase] = await Promise.all([
    read.spaceWith<RequestedFacts>(requestedFacts(spaceId, { targetId: creditCardId ?? accountId, categoryId })),
    creditCardId === undefined ? undefined : findCard(read, spaceId, creditCardId, invoices),
    findUnknownCategories(read, spaceId, requestedParts),
    findAccountsAndCards(read, spaceId, accountsOf(requestedParts)),
    findPurchase(read, spaceId, transaction.refundOfId),
    // Sent along, so that most writes need no second batch of reads.
    read.ids("transactions", series?.kind === "fixed" ? 0 : (series?.occurrences ?? 1) + 2 * transfers.length),
    read.ids("series", series ? 1 : 0),
  ]);
  const onAccount = creditCardId === undefined ? (accountId ?? space.default_account_id ?? undefined) : undefined;
  const chosen = chooseAccountOrCard(
    { accountId: onAccount, creditCardId },
    accountsAndCardsOf(space, creditCardId ?? onAccount),
  );
  const accountOrCard = chosen.value;
  const isOnCard = accountOrCard !== undefined && "creditCardId" in accountOrCard;
  const isOnAccount = accountOrCard !== undefined && "accountId" in accountOrCard;
  const problems = joinProblems(
    chosen.problems,
    problemIf(creditCardId === undefined && onAccount === undefined, "account_id", { kind: "required" }),
    problemIf(categoryId !== undefined && !space.has_category, "category_id", { kind: "unknown" }),
    checkCategories(requestedParts, unknownCategories),
    checkTransfers(requestedParts, {
      accountsAndCards: transferAccounts,
      account: isOnCard ? "card" : isOnAccount ? accountOrCard.accountId : undefined,
      otherScope: series && (series.kind === "fixed" ? "recurrence_attributes" : "installments_attributes"),
    }),
    checkRefund(transaction.refundOfId, purchase, amountCents),
    isOnCard ? cardProblems : NO_PROBLEMS,
    problemIf(isOnAccount && pinnedInvoice !== undefined, "credit_card_invoice_id", { kind: "unknown" }),
  );
  const byDefault = amountCents < 0 ? space.default_expenses_category_id : space.default_earnings_category_id;
  const isOffered = purchase !== undefined && categoryId === undefined && requestedParts === undefined;
  const refund = isOffered ? refundSplit(purchase, amountCents) : undefined;
  const target: Target = {
    accountOrCard: accountOrCard as AccountOrCard,
    categoryId: refund?.categoryId ?? (parts ? largestCategory(parts) : (categoryId ?? byDefault)),
    parts: refund ? refund.parts : parts,
    // A card may also stand in account_id, which is known only now.
    ...(isOnCard ? (cardNamed ?? (await findCard(read, spaceId, accountOrCard.creditCardId, invoices))) : NO_CARD),
  };
  return { target, space, purchase, problems };
}

/** What it names must be there, and of the other direction. */
export function checkRefund(id: number | null | undefined, purchase: Purchase | undefined, cents: number): Problems {
  if (typeof id !== "number") return NO_PROBLEMS;
  if (!purchase) return [["refund_of_id", { kind: "unknown" }]];
  return problemIf(!isRefundable(purchase, cents), "refund_of_id", { kind: "notRefundable" });
}

/** Accounts and cards share their ids, so that one of them has it, or none. */
function accountsAndCardsOf(
  { account_archived: account, card_archived: card }: RequestedFacts,
  id: number | undefined,
): AccountsAndCards {
  if (id === undefined || (account === null && card === null)) return new Map();
  return new Map([[id, { isCard: card !== null, archived: (card ?? account) as boolean }]]);
}

const NO_CARD: Pick<Target, "days" | "paidSums"> = { days: [], paidSums: new Map() };

async function findCard(
  read: Reader,
  spaceId: number,
  cardId: number,
  invoices: InvoiceRange,
): Promise<Pick<Target, "days" | "paidSums">> {
  const [days, sums] = await Promise.all([
    listCardDays(read, spaceId, [cardId]),
    listPaidSums(read, spaceId, [cardId], invoices),
  ]);
  return { days, paidSums: byInvoice(sums) };
}
