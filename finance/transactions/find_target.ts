// What a new transaction is booked on and under: an account or a card, and a category; the default ones where none are named.
import { byInvoice } from "../billing/balance.ts";
import { addProblem, judge, type Submitted } from "../fields/record.ts";
import type { Reader } from "../post/reader.ts";
import { listCardDays, listPaidSums } from "../rows/queries_cards.ts";
import type { Places } from "../rows/queries_places.ts";
import { NO_TRANSACTION } from "../rows/row.ts";
import type { Target } from "./new_rows.ts";
import type { ReadTransaction } from "./new_transaction.ts";
import { choosePlace, type Place } from "./place.ts";
import { type NamedFacts, namedFacts } from "./queries.ts";

/** Throws the refusal where something of it is not there, or takes nothing new. */
export async function findTarget(
  read: Reader,
  spaceId: number,
  record: Submitted,
  { transaction, cardProblems }: ReadTransaction,
) {
  const { amountCents, categoryId, accountId, creditCardId, pinnedInvoice, series } = transaction;
  const [space, cardNamed] = await Promise.all([
    read.spaceWith<NamedFacts>(namedFacts(spaceId, { placeId: creditCardId ?? accountId, categoryId })),
    creditCardId === undefined ? undefined : findCard(read, spaceId, creditCardId),
    // Sent along, so that most writes need no second batch of reads.
    read.ids("transactions", series?.kind === "fixed" ? 0 : (series?.occurrences ?? 1)),
    read.ids("series", series ? 1 : 0),
  ]);
  const onAccount = creditCardId === undefined ? (accountId ?? space.default_account_id ?? undefined) : undefined;
  const place = choosePlace(record, { accountId: onAccount, creditCardId }, placesOf(space, creditCardId ?? onAccount));
  if (creditCardId === undefined && onAccount === undefined) addProblem(record, "account_id", { kind: "required" });
  if (categoryId !== undefined && !space.has_category) addProblem(record, "category_id", { kind: "unknown" });
  if (place && "creditCardId" in place)
    for (const [field, problems] of cardProblems) for (const problem of problems) addProblem(record, field, problem);
  if (place && "accountId" in place && pinnedInvoice !== undefined)
    addProblem(record, "credit_card_invoice_id", { kind: "unknown" });
  judge(record, NO_TRANSACTION);
  const byDefault = amountCents < 0 ? space.default_expenses_category_id : space.default_earnings_category_id;
  const target: Target = {
    place: place as Place,
    categoryId: categoryId ?? byDefault,
    // A card may also stand in account_id, which is known only now.
    ...(place && "creditCardId" in place ? (cardNamed ?? (await findCard(read, spaceId, place.creditCardId))) : NO_CARD),
  };
  return { target, extendedThrough: space.extended_through };
}

/** Accounts and cards share their ids, so that one of them has it, or none. */
function placesOf({ account_archived: account, card_archived: card }: NamedFacts, id: number | undefined): Places {
  if (id === undefined || (account === null && card === null)) return new Map();
  return new Map([[id, { isCard: card !== null, archived: (card ?? account) as boolean }]]);
}

const NO_CARD: Pick<Target, "days" | "paidSums"> = { days: [], paidSums: new Map() };

async function findCard(read: Reader, spaceId: number, cardId: number): Promise<Pick<Target, "days" | "paidSums">> {
  const [days, sums] = await Promise.all([listCardDays(read, spaceId, [cardId]), listPaidSums(read, spaceId, [cardId])]);
  return { days, paidSums: byInvoice(sums) };
}
