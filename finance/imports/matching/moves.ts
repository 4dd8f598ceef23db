// Lines that a rule calls a transfer with another account: its other side is a row that stands there, else it is made.
import type { ImportLine } from "../line.ts";
import { distance } from "./repeated_lines.ts";
import type { OtherRow } from "./transfers.ts";
import type { LineVerdict } from "./verdict.ts";

const DAYS_APART = 3;

/** By the number of the line. `accountOf`: what the rules say. */
export function findMoves(
  lines: readonly ImportLine[],
  accountOf: (line: ImportLine) => number | undefined,
  rows: readonly OtherRow[],
): Map<number, LineVerdict> {
  const verdicts = new Map<number, LineVerdict>();
  const byAmount = Map.groupBy(rows, ({ account_id: id, amount_cents: cents }) => `${id} ${cents}`);
  const matchedIds = new Set<number>();
  for (const line of lines) {
    const accountId = accountOf(line);
    if (accountId === undefined) continue;
    const [nearest] = (byAmount.get(`${accountId} ${-line.cents}`) ?? [])
      .filter(({ id, date }) => !matchedIds.has(id) && distance(date, line.day) <= DAYS_APART)
      .sort((one, other) => distance(one.date, line.day) - distance(other.date, line.day) || one.id - other.id);
    if (nearest) matchedIds.add(nearest.id);
    const target = nearest ? { transactionId: nearest.id } : { accountId };
    verdicts.set(line.n, { verdict: "transfer", reason: "rule_transfer", sure: true, target });
  }
  return verdicts;
}
