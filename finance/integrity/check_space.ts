// Recomputes the sums of a space from its rows and compares them with stored and displayed ones. It writes nothing. round.ts checks
// all spaces in the background, check_all.ts on request. cards.ts, series.ts, reads.ts and goals.ts are the checks, disagreement.ts their
// results, state.ts the progress of a round, and gauges.ts its metrics.
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Sql } from "../../kernel/sql/sql.ts";
import { findTimeZone } from "../users/queries.ts";
import { checkCards } from "./cards.ts";
import type { Disagreement, Invariant } from "./disagreement.ts";
import { checkGoals } from "./goals.ts";
import { beginSnapshot, listDisagreeing } from "./queries.ts";
import { FILE_QUESTIONS } from "./queries_files.ts";
import { listReferences, lostReferences, type Reference } from "./queries_references.ts";
import { ROW_QUESTIONS } from "./queries_rows.ts";
import { SUM_QUESTIONS } from "./queries_sums.ts";
import { checkReads } from "./reads.ts";
import { checkSeries } from "./series.ts";

/**
 * All disagreements of one moment, a limited number of each kind. Undefined if the space does not exist yet: a user is created
 * first, and the space's machine may be down.
 */
export function checkSpace(db: Database, spaceId: number, references: readonly Reference[]): Promise<Disagreement[] | undefined> {
  return db.transaction(async (tx) => {
    await beginSnapshot(tx);
    if ((await findTimeZone(tx, spaceId)) === undefined) return undefined;
    return checkBooks(tx, spaceId, references);
  });
}

/** In a transaction whose statements all see the same moment. */
export async function checkBooks(tx: Db, spaceId: number, references?: readonly Reference[]): Promise<Disagreement[]> {
  const allReferences = references ?? (await listReferences(tx));
  const questions: [invariant: Invariant, table: string, question: Sql][] = [
    ...[...SUM_QUESTIONS, ...ROW_QUESTIONS, ...FILE_QUESTIONS].map(({ invariant, table, find }): [Invariant, string, Sql] => [
      invariant,
      table,
      find(spaceId),
    ]),
    ...allReferences.map((each): [Invariant, string, Sql] => ["FV-09", each.table, lostReferences(spaceId, each)]),
  ];
  // One after the other on their connection, without waiting for each answer.
  const answers = await Promise.all(
    questions.map(async ([invariant, table, question]) =>
      (await listDisagreeing(tx, question)).map((row): Disagreement => ({ invariant, spaceId, table, ...row })),
    ),
  );
  return [
    ...answers.flat(),
    ...(await checkSeries(tx, spaceId)),
    ...(await checkCards(tx, spaceId)),
    ...(await checkReads(tx, spaceId)),
    ...(await checkGoals(tx, spaceId)),
  ];
}
