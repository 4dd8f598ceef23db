// The assurance level of a session: aal1 by its first factor, aal2 once it has proven a second one.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { amrOf, sessionColumns, sessionEnd } from "./queries.ts";
import type { SessionLimits, SessionRow } from "./session_row.ts";

export interface AalChange {
  userId: string;
  sessionId: string;
  factorId: string;
  /** The factor's, as the claim `amr` has it. */
  method: string;
  limits: SessionLimits;
  now: Date;
}

/**
 * Makes a session aal2. The counter advances by two, so that the earlier refresh token does not count as the previous one: its holder has
 * not proven the factor.
 */
export async function raiseSession(tx: Db, { userId, sessionId, factorId, method, limits, now }: AalChange): Promise<SessionRow> {
  return tx.one<SessionRow>(sql`
    with session as (
      update sessions
         set aal = 'aal2', factor_id = ${factorId}, amr = ${without(method)} || ${amrOf(method, now)}::jsonb,
             refresh_counter = refresh_counter + 2, rotated_at = ${now}, refreshed_at = ${now}
       where id = ${sessionId} and user_id = ${userId}
      returning *, ${sessionEnd(limits)} as ends_at)
    select ${sessionColumns} from session`);
}

/** Ends the user's own sessions without a second factor at once. Sessions of apps go on. */
export async function deleteLowSessions(tx: Db, userId: string, keptId: string): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId} and aal = 'aal1' and client_id is null and id <> ${keptId}`);
}

/** The factor is gone, and with it what it proved. */
export async function lowerSessions(tx: Db, userId: string, factorId: string, method: string): Promise<void> {
  await tx.run(sql`
    update sessions set aal = 'aal1', factor_id = null, amr = ${without(method)}
     where user_id = ${userId} and factor_id = ${factorId}`);
}

function without(method: string): Sql {
  return sql`(
    select coalesce(jsonb_agg(way), '[]') from jsonb_array_elements(amr) way where way ->> 'method' <> ${method}::text)`;
}
