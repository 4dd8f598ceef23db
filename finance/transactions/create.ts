// Books what came or went: once, in instalments, or until further notice.

import { addDifferences, byInvoice } from "../billing/balance.ts";
import { dayIn } from "../calendar/day.ts";
import type { WriteInput } from "../endpoint.ts";
import { addProblem, judge, refuse, type Submitted } from "../fields/record.ts";
import type { Reader } from "../post/write.ts";
import { listCardDays, listPaidSums } from "../rows/queries_cards.ts";
import { findPlaces, hasCategory } from "../rows/queries_places.ts";
import { NO_TRANSACTION, presentTransaction } from "../rows/row.ts";
import { showRow } from "../rows/shown_row.ts";
import { differencesOf } from "../sums/differences.ts";
import type { Place } from "./edit_rows.ts";
import { newRows, type Target } from "./new_rows.ts";
import { type ReadTransaction, readNewTransaction } from "./new_transaction.ts";
import { choosePlace } from "./place.ts";
import { findDefaultAccount } from "./queries.ts";

export function createTransaction({ record, act, write }: WriteInput<unknown>) {
  const today = dayIn(act.caller.timeZone, act.now);
  const asked = readNewTransaction(record, today);
  judge(record, NO_TRANSACTION);
  return write(async (read) => {
    const { target, extendedThrough } = await findTarget(read, act.caller.spaceId, record, asked);
    const planned = newRows(asked.transaction, target, { extendedThrough, today, now: act.now });
    const [seriesIds, ids] = await Promise.all([
      read.ids("series", planned.series ? 1 : 0),
      read.ids("transactions", planned.rows.length),
    ]);
    const series = planned.series && { ...planned.series, id: seriesIds[0] as number };
    const rows = planned.rows.map((row, place) => ({ ...row, id: ids[place] as number, series_id: series?.id ?? null }));
    const sumsAfter = addDifferences(target.paidSums, differencesOf({}, { transactions: rows }).card_invoices);
    return {
      before: {},
      after: { transactions: rows, ...(series && { series: [series] }) },
      answer: presentTransaction(showRow(rows[0]!, sumsAfter), act.caller.timeZone),
      sumTooLarge: () => refuse(record, NO_TRANSACTION, "amount_cents", { kind: "sumTooLarge" }),
    };
  });
}

/** What it is booked on and under; the refusal where something of it is not there, or takes nothing new. */
async function findTarget(read: Reader, spaceId: number, record: Submitted, { transaction, cardProblems }: ReadTransaction) {
  const { amountCents, categoryId, accountId, creditCardId, pinnedInvoice, series } = transaction;
  const named = [accountId, creditCardId].filter((id) => id !== undefined);
  const [space, places, isCategory, cardNamed] = await Promise.all([
    read.space,
    named.length > 0 ? findPlaces(read, spaceId, named) : findDefaultAccount(read, spaceId),
    categoryId === undefined || hasCategory(read, spaceId, categoryId),
    creditCardId === undefined ? undefined : findCard(read, spaceId, creditCardId),
    // Sent along, so that most writes need no second batch of reads.
    read.ids("transactions", series?.kind === "fixed" ? 0 : (series?.occurrences ?? 1)),
    read.ids("series", series ? 1 : 0),
  ]);
  const defaultId = space.default_account_id ?? undefined;
  const place = choosePlace(record, { accountId: named.length > 0 ? accountId : defaultId, creditCardId }, places);
  if (named.length === 0 && defaultId === undefined) addProblem(record, "account_id", { kind: "required" });
  if (!isCategory) addProblem(record, "category_id", { kind: "unknown" });
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

const NO_CARD: Pick<Target, "days" | "paidSums"> = { days: [], paidSums: new Map() };

async function findCard(read: Reader, spaceId: number, cardId: number): Promise<Pick<Target, "days" | "paidSums">> {
  const [days, sums] = await Promise.all([listCardDays(read, spaceId, [cardId]), listPaidSums(read, spaceId, [cardId])]);
  return { days, paidSums: byInvoice(sums) };
}
