// The space's row, its version, and the database function that makes a post.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { spaces } from "../tables/spaces.ts";
import { selectList } from "../tables/table.ts";
import type { Numbered } from "../tables/tables.ts";
import type { PostedPart } from "./change.ts";
import { POST } from "./functions.ts";
import type { StoredSpace } from "./stored_space.ts";

const spaceColumns = sql`
  space_id, time_zone, ${selectList(spaces)}, turnover_cents, version, members, has_webhooks,
  space_months_version, space_months_through`;

/** `more`: further columns, each with a comma before it. */
export function findSpace(db: Db, spaceId: number, more: Sql = sql``): Promise<StoredSpace> {
  return db.one<StoredSpace>(sql`select ${spaceColumns} ${more} from spaces where space_id = ${spaceId}`);
}

/**
 * Locks the space: later reads see all earlier posts, and no other post is made until the end. The row is locked before it is
 * read, because a statement that waits for the lock sees older versions of other rows.
 */
export async function lockSpaceRow(tx: Db, spaceId: number, more: Sql = sql``): Promise<StoredSpace> {
  const locking = tx.one(sql`select 1 from spaces where space_id = ${spaceId} for no key update`);
  const [, space] = await Promise.all([locking, findSpace(tx, spaceId, more)]);
  return space;
}

export async function findVersion(db: Db, spaceId: number): Promise<number> {
  const { version } = await db.one<{ version: number }>(sql`select version from spaces where space_id = ${spaceId}`);
  return version;
}

export async function drawIds(db: Db, kind: Numbered, count: number): Promise<number[]> {
  const next = trusted(`nextval('${kind}_id_seq') as id`);
  // A set is planned anew at each call, which costs more than to draw a number.
  const numbers = count === 1 ? sql`` : sql`from generate_series(1, ${count}::int)`;
  const rows = await db.many<{ id: number }>(sql`select ${next} ${numbers}`);
  return rows.map(({ id }) => id);
}

/** The id that the next draw would give, for a dry run: it writes nothing, so it uses no id up. */
export async function findNextId(db: Db, kind: Numbered): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    select last_value + case when is_called then 1 else 0 end as id from ${trusted(`${kind}_id_seq`)}`);
  return id;
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

/**
 * False where somebody else has posted since the reads: nothing is written then. The call stands alone, with nothing but plain values, as a
 * cluster needs it to pass it on.
 */
export async function makePost(db: Db, post: Post): Promise<boolean> {
  const { spaceId, version, postId, userId, tokenId, requestId, at, change } = post;
  const { posted } = await db.one<{ posted: number | null }>(sql`
    select ${trusted(POST.name)}(${spaceId}, ${version}, ${postId}, ${userId}, ${tokenId}, ${requestId}, ${at}, ${change}) as posted`);
  return posted !== null;
}

/** What a post may take that moves many staged parts. On its own connection, as every post. */
const LONGEST_STAGED_POST_SECONDS = 60;

export async function withLongStatement<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.run(trusted(`set statement_timeout = '${LONGEST_STAGED_POST_SECONDS}s'`));
  try {
    return await work();
  } finally {
    // A connection or transaction that broke meanwhile has forgotten it anyway.
    await db.run(sql`reset statement_timeout`).catch(() => {});
  }
}

/** Which post made this version of the space; undefined where none has yet. */
export async function findPostId(db: Db, spaceId: number, version: number): Promise<string | undefined> {
  const entry = await db.maybeOne<{ post_id: string }>(sql`
    select post_id from changes where space_id = ${spaceId} and version = ${version} order by n limit 1`);
  return entry?.post_id;
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
    values (${spaceId}, ${postId}, ${n}, ${part}, ${at})
    on conflict (space_id, post_id, n) do update set change = excluded.change`);
}

/** Of a post that is not made after all. */
export async function deleteStagedPost(db: Db, { spaceId, postId }: Pick<Post, "spaceId" | "postId">): Promise<void> {
  await db.run(sql`delete from staged_changes where space_id = ${spaceId} and post_id = ${postId}`);
}

/** Parts of posts that were never made, because their process ended or somebody else had posted. */
export async function deleteStaged(db: Db, spaceId: number, before: Date): Promise<void> {
  await db.run(sql`delete from staged_changes where space_id = ${spaceId} and staged_at < ${before}`);
}

/** Some spaces after that one, by way of their users and names: no statement reads the spaces themselves together. Without those that are being erased. */
export async function listSpaces(db: Db, after: number, most: number): Promise<number[]> {
  const rows = await db.many<{ space_id: number }>(sql`
    (select space_id from users where space_id > ${after} and erasing_at is null order by space_id limit ${most})
    union
    (select space_id from further_spaces where space_id > ${after} and erasing_at is null order by space_id limit ${most})
     order by space_id
     limit ${most}`);
  return rows.map((row) => row.space_id);
}
