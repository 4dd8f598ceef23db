// What becomes of series when the account or the card goes that their rows are on.
import type { Db } from "../../kernel/sql/database.ts";
import type { StoredSeries } from "../tables/tables.ts";
import { type Leaving, listLastTargets, listLostCents, listSeriesOn } from "./queries_without.ts";

/**
 * A series whose rows all go goes too. One that has rows elsewhere, where somebody moved them, stays with the last of them: they keep
 * their numbers, and no more are made. What instalments sum to follows the rows that are left.
 */
export async function seriesWithout(
  db: Db,
  spaceId: number,
  leaving: Leaving,
  now: Date,
): Promise<{ before: StoredSeries[]; after: StoredSeries[] }> {
  const [before, lostCents] = await Promise.all([listSeriesOn(db, spaceId, leaving), listLostCents(db, spaceId, leaving)]);
  const isOn = (series: StoredSeries) => series[leaving.column] === leaving.id;
  const ids = before.filter(isOn).map(({ id }) => id);
  const lastTargets = await listLastTargets(db, spaceId, leaving, ids);
  const after = before.flatMap((series): StoredSeries[] => {
    const total = series.total_cents === null ? null : series.total_cents - (lostCents.get(series.id) ?? 0);
    if (!isOn(series)) return [{ ...series, total_cents: total }];
    const target = lastTargets.get(series.id);
    if (!target) return [];
    return [{ ...series, ...target, total_cents: total, pinned_invoice: null, ended: true, updated_at: now.toISOString() }];
  });
  return { before, after };
}
