// The statements on `token_lives`: how long access tokens live, or once did.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** From now on tokens are made that live so long. */
export async function noteTokenLife(db: Db, seconds: number): Promise<void> {
  await db.run(sql`
    insert into token_lives (seconds) values (${seconds})
    on conflict (seconds) do update set counts_until = null where token_lives.counts_until is not null`);
}

export interface TokenLife {
  seconds: number;
  /** Null: no end. */
  counts_until: Date | null;
}

export function listTokenLives(db: Db): Promise<TokenLife[]> {
  return db.many<TokenLife>(sql`select seconds, counts_until from token_lives`);
}
