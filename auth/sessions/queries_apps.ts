// The statements on sessions of apps: a session that its user's app was let have, with what it may do and where.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { amrOf, sessionEnd, storedUserAgent } from "./queries.ts";
import type { SessionLimits } from "./session_row.ts";

/** As the claim `amr` names the way by which an app comes in. */
const METHOD = "oauth_provider/authorization_code";

export interface NewAppSession {
  id: string;
  ip: string;
  userAgent: string | undefined;
  limits: SessionLimits;
  now: Date;
}

/** `grant`: what to select from, with `asked` for what was granted, and `account` for whose it is. */
export function appSessionInsert({ id, ip, userAgent, limits, now }: NewAppSession, grant: Sql): Sql {
  return sql`
    insert into sessions (id, user_id, aal, amr, refreshed_at, user_agent, ip, created_at, client_id, scopes, resources)
    select ${id}::uuid, account.id, asked.aal, asked.amr || ${amrOf(METHOD, now)}::jsonb, ${now}::timestamptz,
           ${storedUserAgent(userAgent)}, ${ip}, ${now}, asked.client_id, asked.scopes, asked.resources
      from ${grant}
    returning *, ${sessionEnd(limits)} as ends_at`;
}

/** Revokes those of the same app and user that are too many with the new one. */
export function surplusAppsRevoked({ id, now }: NewAppSession, most: number, grant: Sql): Sql {
  if (most === 0) return sql`select`;
  return sql`
    update sessions
       set revoked_at = ${now}
      from ${grant},
           lateral (select other.id from sessions other
                     where other.user_id = account.id and other.revoked_at is null and other.client_id = asked.client_id and other.id <> ${id}
                     order by other.refreshed_at desc, other.id
                    offset ${most - 1}::int8) surplus
     where sessions.id = surplus.id`;
}

/** Ends all that a user has let an app do, at once. */
export async function deleteAppSessions(tx: Db, userId: string, clientId: string): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId} and client_id = ${clientId}`);
}

/** Whose it was, if the app had it. */
export function deleteAppSession(tx: Db, id: string, clientId: string): Promise<{ user_id: string } | undefined> {
  return tx.maybeOne(sql`delete from sessions where id = ${id} and client_id = ${clientId} returning user_id`);
}

/** What a code was exchanged for, when it comes a second time. */
export async function deleteSessionOfCode(db: Db, codeHash: Buffer): Promise<void> {
  await db.run(sql`
    delete from sessions using oauth_authorizations asked
     where asked.code_hash = ${codeHash}::bytea and sessions.id = asked.session_id`);
}
