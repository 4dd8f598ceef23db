// Fixed series: each of its rows is there, as far as the space is extended.
import type { Db } from "../../kernel/sql/database.ts";
import { dateOf, missingOccurrences } from "../series/occurrences.ts";
import { type Disagreement, MOST_OF_A_KIND } from "./disagreement.ts";
import { listSeriesTruths } from "./queries_truth.ts";

export async function checkSeries(tx: Db, spaceId: number): Promise<Disagreement[]> {
  const wrong = (await listSeriesTruths(tx, spaceId)).filter(
    (series) => (series.last_row ?? 0) > series.last_occurrence || missingOccurrences(series, series.extended_through).length > 0,
  );
  return wrong
    .slice(0, MOST_OF_A_KIND)
    .map((series) => ({
      invariant: "FI-08",
      spaceId,
      table: "series",
      key: { id: series.id },
      recorded: series.last_occurrence,
      computed: {
        last_row: series.last_row,
        next_date: dateOf(series, series.last_occurrence + 1),
        extended_through: series.extended_through,
      },
    }));
}
