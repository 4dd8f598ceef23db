// The statements on `adopted_refresh_tokens`: tokens of the server whose place this one has taken.
import { createHash } from "node:crypto";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export const hashAdoptedToken = (token: string) => createHash("sha256").update(token).digest();

export async function insertAdoptedTokens(tx: Db, tokens: readonly { hash: Buffer; sessionId: string }[]): Promise<void> {
  const rows = tokens.map(({ hash, sessionId }) => ({ hash: hash.toString("hex"), session: sessionId }));
  await tx.run(sql`
    insert into adopted_refresh_tokens (token_hash, session_id)
    select decode(hash, 'hex'), session from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as token (hash text, session uuid)
    on conflict do nothing`);
}

/** The session that a refresh token of the other server stands for. */
export async function findAdoptedSession(db: Db, token: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ session_id: string }>(
    sql`select session_id from adopted_refresh_tokens where token_hash = ${hashAdoptedToken(token)}::bytea`,
  );
  return row?.session_id;
}
