// Which rows a report is of, where it is not of all.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { findAccountsAndCards } from "../rows/queries_accounts_and_cards.ts";

/** A condition of a `row`, and of its tags: a split one is asked part by part. */
export type Chosen = (tags: Sql) => Sql;

export const ALL_ROWS: Chosen = () => sql`true`;

export interface Choice {
  /** Of an account, or of a card: in answers both stand in `account_id`. */
  accountId: number | undefined;
  tag: string | undefined;
}

/** Undefined where the space has no such account or card. */
export async function chosenRows(db: Db, spaceId: number, { accountId, tag }: Choice): Promise<Chosen | undefined> {
  const hasTag: Chosen = tag === undefined ? ALL_ROWS : (tags) => sql`${tags} @> array[${tag}]`;
  if (accountId === undefined) return hasTag;
  const target = (await findAccountsAndCards(db, spaceId, [accountId])).get(accountId);
  if (!target) return;
  const column = target.isCard ? sql`row.credit_card_id` : sql`row.account_id`;
  return (tags) => sql`${column} = ${accountId} and ${hasTag(tags)}`;
}
