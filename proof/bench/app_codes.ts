// Authorization codes of an app, inserted directly into the table.
import { createHash } from "node:crypto";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Stage } from "./stage.ts";

/** Shared by all codes. */
export const CODE_VERIFIER = "the-verifier-of-every-code-of-the-bench-0123456789";
const CHALLENGE = createHash("sha256").update(CODE_VERIFIER).digest("base64url");

export interface WantedCodes {
  appId: string;
  /** Their users, in turn. */
  userIds: readonly string[];
  /** Unique for each call. */
  prefix: string;
  count: number;
}

export async function makeCodes({ databaseUrl }: Pick<Stage, "databaseUrl">, expected: WantedCodes): Promise<string[]> {
  const { appId, userIds, prefix, count } = expected;
  const db = openDatabase({ url: databaseUrl, schema: "auth", maxConnections: 1, name: "cofre bench" });
  try {
    const created = await db.many<{ id: string }>(sql`
      insert into oauth_authorizations (id, client_id, user_id, redirect_uri, scopes, resources, code_challenge, asks_again, created_at,
                                        expires_at, decided_at, code_hash, auth_time, aal, amr)
      select code, ${appId}, (${[...userIds]}::uuid[])[1 + n % ${userIds.length}::int], 'https://app.example.com', '{email}', '{}', ${CHALLENGE}, false,
             now(), now() + interval '1 day', now(), sha256(convert_to(code, 'UTF8')), now(), 'aal1', '[]'
        from generate_series(1, ${Math.ceil(count)}::int) as n, concat(${prefix}::text, '-', n) as code
      returning id`);
    return created.map(({ id }) => id);
  } finally {
    await db.close();
  }
}
