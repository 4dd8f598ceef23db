// Writes notices of a space into its log, from where webhooks send them like all else: in order, at least once, with the same id.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { findBudgets } from "../budgets/queries.ts";
import { addDays, dayIn, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { invoicesOf } from "../invoices/invoice.ts";
import { findInvoicesOfAll } from "../invoices/queries_all.ts";
import { NO_QUEUE, openWriteAlone } from "../post/write.ts";
import { type Notice, noticesOfBudget, noticesOfInvoice } from "./notice.ts";
import { findSpaceNow } from "./queries_events.ts";
import { insertNotices, listExistingNotices } from "./queries_notices.ts";

/** Whether there was anything new. */
export async function noticeSpace(db: Database, spaceId: number, now: Date): Promise<boolean> {
  const space = await findSpaceNow(db, spaceId);
  if (!space) return false;
  const today = dayIn(space.time_zone, now);
  const notices = await findNotices(db, spaceId, today);
  if (notices.length === (await listExistingNotices(db, spaceId, notices)).length) return false;
  const act = { caller: { spaceId, userId: null, tokenId: undefined }, requestId: null, now };
  // What was found may be told by now, or be so no more: it is looked at again where nobody else can write.
  const { count } = (await openWriteAlone({ db, queue: NO_QUEUE, act })(async (tx) => {
    await tx.space;
    const insertedCount = await insertNotices(tx, spaceId, await findNotices(tx, spaceId, today), now);
    const entries = insertedCount.map(({ id, type, facts }) => ({
      action: "create" as const,
      entity: "notice",
      entity_id: id,
      before: null,
      after: { type, ...facts },
    }));
    return { before: {}, after: {}, entries, answer: { count: entries.length } };
  })) as { count: number };
  return count > 0;
}

/** Before a space has its first webhook: what is so already is no news. */
export async function rememberNotices(tx: Db, spaceId: number, today: string, now: Date): Promise<void> {
  await insertNotices(tx, spaceId, await findNotices(tx, spaceId, today), now);
}

/** An invoice that closes or is due about today is due in the month before, in this one, or in the two that follow. */
const MONTHS_AHEAD = 2;

async function findNotices(db: Db, spaceId: number, today: string): Promise<Notice[]> {
  const lastMonth = firstOfMonth(addDays(firstOfMonth(today), -1));
  const [first, last] = [invoiceDueOn(lastMonth), invoiceDueOn(today) + MONTHS_AHEAD];
  const [{ cards }, budgets] = await Promise.all([
    findInvoicesOfAll(db, { spaceId, first, last }),
    findBudgets(db, spaceId, { start: lastMonth, end: lastOfMonth(today) }),
  ]);
  return [
    ...cards.flatMap((card) => invoicesOf(card, first, last).flatMap((invoice) => noticesOfInvoice(card.id, invoice, today))),
    ...budgets.flatMap(noticesOfBudget),
  ];
}
