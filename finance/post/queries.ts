// The space's row, its version, and the database function that makes a post.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { PostedPart } from "./change.ts";
import type { StoredSpace } from "./tables.ts";

const spaceColumns = sql`
  space_id, time_zone, default_account_id, default_credit_card_id, default_expenses_category_id, default_earnings_category_id,
  transfers_category_id, payments_category_id, extended_through, turnover_cents, version`;

export function findSpace(db: Db, spaceId: number): Promise<StoredSpace> {
  return db.one<StoredSpace>(sql`select ${spaceColumns} from spaces where space_id = ${spaceId}`);
}

/** The statements that follow in the transaction see all that was posted before, and nobody posts until it ends. */
export function lockSpaceRow(tx: Db, spaceId: number): Promise<StoredSpace> {
  return tx.one<StoredSpace>(sql`select ${spaceColumns} from spaces where space_id = ${spaceId} for no key update`);
}

export async function findVersion(db: Db, spaceId: number): Promise<number> {
  const { version } = await db.one<{ version: number }>(sql`select version from spaces where space_id = ${spaceId}`);
  return version;
}

/** Accounts and cards share their ids, because in answers both stand in `account_id`. */
const SEQUENCES = {
  accounts: "accounts_id_seq",
  categories: "categories_id_seq",
  series: "series_id_seq",
  transactions: "transactions_id_seq",
  budgets: "budgets_id_seq",
} as const;
export type Numbered = keyof typeof SEQUENCES;

export async function drawIds(db: Db, kind: Numbered, count: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select nextval(${trusted(`'${SEQUENCES[kind]}'`)}) as id from generate_series(1, ${count}::int)`);
  return rows.map(({ id }) => id);
}

export interface Post {
  spaceId: number;
  /** The version that the reads have seen. */
  version: number;
  postId: string;
  userId: number | null;
  tokenId: number | null;
  requestId: string | null;
  at: Date;
  change: PostedPart;
}

/** False where somebody else has posted since the reads: nothing is written then. */
export async function makePost(db: Db, post: Post): Promise<boolean> {
  const { spaceId, version, postId, userId, tokenId, requestId, at } = post;
  const { posted } = await db.one<{ posted: number | null }>(sql`
    select post_1(${spaceId}, ${version}, ${postId}, ${userId}, ${tokenId}, ${requestId}, ${at}, ${asJson(post.change)}) as posted`);
  return posted !== null;
}

/** Lays a part of a post aside, from where the post takes it. */
export async function stagePart(
  db: Db,
  { spaceId, postId, at }: Pick<Post, "spaceId" | "postId" | "at">,
  n: number,
  part: PostedPart,
): Promise<void> {
  await db.run(sql`
    insert into staged_changes (space_id, post_id, n, change, staged_at)
    values (${spaceId}, ${postId}, ${n}, ${asJson(part)}, ${at})
    on conflict (space_id, post_id, n) do update set change = excluded.change`);
}

/** As text: a value that the driver took for JSON would be stored as a JSON string. */
function asJson(value: object): Sql {
  return sql`${JSON.stringify(value)}::text::jsonb`;
}
