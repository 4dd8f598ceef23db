// How questions are asked: of one moment, and with time for a million rows.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { MOST_OF_A_KIND } from "./disagreement.ts";

/** What a statement may take. A million rows are added up in about a second; a machine that is busy may need many times that. */
const LONGEST_STATEMENT_SECONDS = 120;

/** First in a transaction: all of it sees the same moment, however long it takes, and nothing is written. */
export async function beginSnapshot(tx: Db): Promise<void> {
  await Promise.all([
    tx.run(sql`set transaction isolation level repeatable read, read only`),
    tx.run(trusted(`set local statement_timeout = '${LONGEST_STATEMENT_SECONDS}s'`)),
  ]);
}

export interface DisagreeingRow {
  key: Record<string, unknown>;
  recorded: unknown;
  computed: unknown;
}

export function listDisagreeing(tx: Db, question: Sql): Promise<DisagreeingRow[]> {
  return tx.many<DisagreeingRow>(sql`select key, recorded, computed from (${question}) as found limit ${MOST_OF_A_KIND}`);
}
