// Adds a space's books up again and holds them against what is kept and shown. It writes nothing.
// Where what is: round.ts does it for every space by and by, check_all.ts for one who waits; cards.ts, series.ts and reads.ts are what is looked at,
// disagreement.ts what is found, state.ts how far a round has come, gauges.ts what is reported of it.
import type { Database, Db } from "../../kernel/sql/database.ts";
import type { Sql } from "../../kernel/sql/sql.ts";
import { findTimeZone } from "../users/queries.ts";
import { checkCards } from "./cards.ts";
import type { Disagreement, Invariant } from "./disagreement.ts";
import { ask, beginSnapshot } from "./queries.ts";
import { listReferences, lostReferences, type Reference } from "./queries_references.ts";
import { ROW_QUESTIONS } from "./queries_rows.ts";
import { SUM_QUESTIONS } from "./queries_sums.ts";
import { checkReads } from "./reads.ts";
import { checkSeries } from "./series.ts";

/**
 * All that disagrees at one moment, at most some of each kind. Nothing means that the books are right, undefined that there are none: a user is
 * made before the space, which may be on a machine that is away.
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
    ...[...SUM_QUESTIONS, ...ROW_QUESTIONS].map(({ invariant, table, find }): [Invariant, string, Sql] => [
      invariant,
      table,
      find(spaceId),
    ]),
    ...allReferences.map((each): [Invariant, string, Sql] => ["FV-09", each.table, lostReferences(spaceId, each)]),
  ];
  // One after the other on their connection, without waiting for each answer.
  const answers = await Promise.all(
    questions.map(async ([invariant, table, question]) =>
      (await ask(tx, question)).map((row): Disagreement => ({ invariant, spaceId, table, ...row })),
    ),
  );
  return [
    ...answers.flat(),
    ...(await checkSeries(tx, spaceId)),
    ...(await checkCards(tx, spaceId)),
    ...(await checkReads(tx, spaceId)),
  ];
}
