// Books what came or went: once, in instalments, or until further notice.
import { addDifferences } from "../billing/balance.ts";
import { dayIn } from "../calendar/day.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { NO_TRANSACTION, presentTransaction } from "../rows/row.ts";
import { showRow } from "../rows/transaction_row.ts";
import { differencesOf } from "../sums/differences.ts";
import { findTarget } from "./find_target.ts";
import { newRows } from "./new_rows.ts";
import { readNewTransaction } from "./new_transaction.ts";

export function createTransaction({ record, act, write }: WriteInput<unknown>) {
  const today = dayIn(act.caller.timeZone, act.now);
  const input = readNewTransaction(record, today);
  throwIfInvalid(record, NO_TRANSACTION, input.problems);
  return write(async (read) => {
    const { target, extendedThrough, problems } = await findTarget(read, act.caller.spaceId, input);
    throwIfInvalid(record, NO_TRANSACTION, problems);
    const planned = newRows(input.value, target, { extendedThrough, today, now: act.now, userId: act.caller.userId });
    const [seriesIds, ids] = await Promise.all([
      read.ids("series", planned.series ? 1 : 0),
      read.ids("transactions", planned.rows.length),
    ]);
    const series = planned.series && { ...planned.series, id: seriesIds[0] as number };
    const rows = planned.rows.map((row, index) => ({ ...row, id: ids[index] as number, series_id: series?.id ?? null }));
    const sumsAfter = addDifferences(target.paidSums, differencesOf({}, { transactions: rows }).card_invoices);
    return {
      before: {},
      after: { transactions: rows, ...(series && { series: [series] }) },
      answer: presentTransaction(showRow(rows[0]!, sumsAfter), act.caller.timeZone),
      sumTooLarge: () => refuse(record, NO_TRANSACTION, "amount_cents", { kind: "sumTooLarge" }),
    };
  });
}
