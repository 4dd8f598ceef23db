// Which rows a report is of, where it is not of all.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { findAccountsAndCards } from "../rows/queries_accounts_and_cards.ts";

export const ALL_ROWS: Sql = sql`true`;

export interface Choice {
  /** Of an account, or of a card: in answers both stand in `account_id`. */
  accountId: number | undefined;
  tag: string | undefined;
}

/** Conditions of a `row`; undefined where the space has no such account or card. */
export async function chosenRows(db: Db, spaceId: number, { accountId, tag }: Choice): Promise<Sql | undefined> {
  const hasTag = tag === undefined ? ALL_ROWS : sql`row.tags @> array[${tag}]`;
  if (accountId === undefined) return hasTag;
  const target = (await findAccountsAndCards(db, spaceId, [accountId])).get(accountId);
  if (!target) return;
  return sql`${target.isCard ? sql`row.credit_card_id` : sql`row.account_id`} = ${accountId} and ${hasTag}`;
}
