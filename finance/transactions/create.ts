// Books what came or went: once, in instalments, or until further notice.
import { addDifferences } from "../billing/balance.ts";
import { dayIn } from "../calendar/day.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { NO_TRANSACTION, presentTransaction, withWarnings } from "../rows/row.ts";
import { showRow } from "../rows/transaction_row.ts";
import { differencesOf } from "../sums/differences.ts";
import type { StoredRow } from "../tables/tables.ts";
import { findTarget } from "./find_target.ts";
import { newRows } from "./new_rows.ts";
import { readNewTransaction } from "./new_transaction.ts";
import { warningsOf } from "./refunds.ts";
import { transferRows } from "./split_transfers.ts";

export function createTransaction({ record, act, write }: WriteInput<unknown>) {
  const today = dayIn(act.caller.timeZone, act.now);
  const input = readNewTransaction(record, today);
  throwIfInvalid(record, NO_TRANSACTION, input.problems);
  return write(async (read) => {
    const { userId, spaceId, timeZone } = act.caller;
    const { target, space, purchase, problems } = await findTarget(read, spaceId, input);
    throwIfInvalid(record, NO_TRANSACTION, problems);
    const moment = { extendedThrough: space.extended_through, today, now: act.now, userId };
    const planned = newRows(input.value, target, moment);
    const { transfers } = input.value;
    const [seriesIds, ids] = await Promise.all([
      read.ids("series", planned.series ? 1 : 0),
      read.ids("transactions", planned.rows.length + 2 * transfers.length),
    ]);
    const series = planned.series && { ...planned.series, id: seriesIds[0] as number };
    const rows = planned.rows.map((row, index) => ({ ...row, id: ids[index] as number, series_id: series?.id ?? null }));
    const row = rows[0] as StoredRow;
    const making = { categoryId: space.transfers_category_id, ids: ids.slice(rows.length), now: act.now, userId };
    const sumsAfter = addDifferences(target.paidSums, differencesOf({}, { transactions: rows }).card_invoices);
    const warnings = purchase && warningsOf(purchase, row);
    return {
      before: {},
      after: { transactions: [...rows, ...transferRows(row, transfers, making)], ...(series && { series: [series] }) },
      answer: withWarnings(presentTransaction(showRow(row, sumsAfter), timeZone), warnings),
      sumTooLarge: () => refuse(record, NO_TRANSACTION, "amount_cents", { kind: "sumTooLarge" }),
    };
  });
}
