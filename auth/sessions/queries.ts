// The statements on `sessions`. All state of a session's refresh tokens is in its row, so one statement decides every case.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { deviceSeen, isNewDevice, notifyOfDevice } from "./queries_devices.ts";
import type { Amr, NewSession, SessionLimits, SessionRow } from "./session_row.ts";

const LONGEST_USER_AGENT = 512;

export const storedUserAgent = (userAgent: string | undefined) => userAgent?.slice(0, LONGEST_USER_AGENT) ?? null;

/** Opens a session, revokes the surplus ones, and notifies the user of a new device. */
export async function openSession(tx: Db, userId: string, session: NewSession): Promise<SessionRow> {
  const user = sql`(select ${userId}::uuid as id) account`;
  const [opening] = await Promise.all([
    tx.one<SessionRow & { is_new_device: boolean }>(sql`
      with session as (${sessionInsert(session, user)}), device as (${deviceSeen(session, user)})
      select ${sessionColumns}, ${isNewDevice(session)} from session`),
    ...(session.most > 0 ? [tx.run(surplusRevoked(session, user))] : []),
  ]);
  const { is_new_device: isNew, ...row } = opening;
  if (isNew) await notifyOfDevice(tx, userId, session);
  return row;
}

/** For the one statement of a password sign-in. `account`: what to select from, with the user's row by that name. */
export function sessionInsert(session: NewSession, account: Sql): Sql {
  const { id, method, ip, userAgent, aal = "aal1", ssoProvider, notAfter = null, limits, now } = session;
  return sql`
    insert into sessions (id, user_id, aal, amr, refreshed_at, not_after, user_agent, ip, created_at)
    select ${id}::uuid, account.id, ${aal}, ${amrOf(method, now, ssoProvider)}::jsonb, ${now}::timestamptz, ${notAfter}::timestamptz,
           ${storedUserAgent(userAgent)}, ${ip}, ${now}
      from ${account}
    returning *, ${sessionEnd(limits)} as ends_at`;
}

/** Revokes the user's sessions that are too many with the new one: those that were not used for longest. */
export function surplusRevoked({ id, most, now }: NewSession, account: Sql): Sql {
  if (most === 0) return sql`select`;
  return sql`
    update sessions
       set revoked_at = ${now}
      from ${account},
           lateral (select other.id from sessions other
                     where other.user_id = account.id and other.revoked_at is null and other.client_id is null and other.id <> ${id}
                     order by other.refreshed_at desc, other.id
                    offset ${most - 1}::int8) surplus
     where sessions.id = surplus.id`;
}

export function amrOf(method: string, now: Date, provider?: string): Amr[] {
  return [{ method, timestamp: Math.floor(now.getTime() / 1000), ...(provider !== undefined && { provider }) }];
}

/**
 * When a session ends by itself; null where nothing ends it. It is a whole second, because `exp` of an access token is one, and the token
 * ends with its session. `session`: the name of the row in the statement.
 */
export function sessionEnd(limits: SessionLimits, session: Sql = trusted("sessions")): Sql {
  const {
    sessionsTimeboxSeconds: timebox,
    sessionsInactivityTimeoutSeconds: inactivity,
    sessionsAllowLowAalSeconds: lowAal,
  } = limits;
  const after = (seconds: number) => sql`${seconds}::float8 * interval '1 second'`;
  let ends = sql`${session}.not_after`;
  if (timebox !== undefined) ends = sql`${ends}, ${session}.created_at + ${after(timebox)}`;
  if (inactivity !== undefined) ends = sql`${ends}, ${session}.refreshed_at + ${after(inactivity)}`;
  if (lowAal !== undefined) {
    ends = sql`${ends}, case when ${session}.aal = 'aal1' and exists (
      select from factors where factors.user_id = ${session}.user_id and factors.status = 'verified')
      then ${session}.created_at + ${after(lowAal)} end`;
  }
  return sql`date_trunc('second', least(${ends}))`;
}

/** Whether a session is past its end. Never null. */
export function hasTimedOut(limits: SessionLimits, now: Date, session?: Sql): Sql {
  return sql`coalesce(${sessionEnd(limits, session)} <= ${now}, false)`;
}

/** Whether a session has ended: it was revoked, or it is past its end. Never null. */
export function isOver(limits: SessionLimits, now: Date, session: Sql = trusted("sessions")): Sql {
  return sql`(${session}.revoked_at is not null or ${hasTimedOut(limits, now, session)})`;
}

export interface RefreshRules extends SessionLimits {
  refreshTokenRotationEnabled: boolean;
  refreshTokenReuseIntervalSeconds: number;
}

/**
 * Exchanges a refresh token, as the CTE `session`. The newest token makes a child. The one before it gets the same child within the reuse
 * interval. Any older one was stolen or replayed, and revokes the session. Concurrent calls wait for the row and see its new state.
 * `holder`: whose session it must be; an app's is not its user's own.
 */
export function sessionRefresh(
  token: { sessionId: string; counter: number },
  rules: RefreshRules,
  now: Date,
  holder: Sql = sql`client_id is null`,
): Sql {
  const { sessionId, counter } = token;
  const reuseEnd = new Date(now.getTime() - rules.refreshTokenReuseIntervalSeconds * 1000);
  const isNewest = sql`refresh_counter = ${counter}::bigint`;
  const isPrevious = sql`${rules.refreshTokenRotationEnabled} and refresh_counter = ${counter}::bigint + 1 and rotated_at >= ${reuseEnd}`;
  const isLive = sql`not ${isOver(rules, now)}`;
  return sql`
    update sessions
       set refresh_counter = case when ${isLive} and ${isNewest} then refresh_counter + 1 else refresh_counter end,
           rotated_at = case when ${isLive} and ${isNewest} then ${now} else rotated_at end,
           refreshed_at = case when ${isLive} and (${isNewest} or ${isPrevious}) then ${now} else refreshed_at end,
           revoked_at = case when ${isLive} and ${rules.refreshTokenRotationEnabled} and refresh_counter > ${counter}::bigint
                              and not (${isPrevious}) then ${now} else revoked_at end
     where id = ${sessionId}::uuid and ${holder}
    returning *, ${sessionEnd(rules)} as ends_at, ${hasTimedOut(rules, now)} as timed_out,
              refresh_counter = ${counter}::bigint + 1 and (rotated_at = ${now} or (${isPrevious})) as is_exchanged`;
}

export type LogoutScope = "global" | "local" | "others";

/** Revokes sessions of a user: all, this one, or all but this one. */
export async function revokeSessions(
  tx: Db,
  { userId, sessionId = null, scope }: { userId: string; sessionId: string | null | undefined; scope: LogoutScope },
  now: Date,
): Promise<void> {
  const condition = { global: sql`true`, local: sql`id = ${sessionId}`, others: sql`id <> ${sessionId}` }[scope];
  await tx.run(sql`update sessions set revoked_at = ${now} where user_id = ${userId} and revoked_at is null and ${condition}`);
}

/** Removes them: access ends at once, also that of access tokens. */
export async function deleteSessions(tx: Db, userId: string, keptId?: string): Promise<void> {
  await tx.run(sql`delete from sessions where user_id = ${userId} and id is distinct from ${keptId ?? null}::uuid`);
}

/** One whose tokens nobody was given. */
export async function dropSession(db: Pick<Db, "run">, id: string): Promise<void> {
  await db.run(sql`delete from sessions where id = ${id}`);
}

/** The token with this counter was never issued, so the one before stays valid until it is used. */
export async function keepPreviousToken(db: Pick<Db, "run">, id: string, counter: number): Promise<void> {
  await db.run(sql`update sessions set rotated_at = 'infinity' where id = ${id} and refresh_counter = ${counter}`);
}

/** The columns of a SessionRow, for a statement that has the session as `session`. */
export const sessionColumns: Sql = sql`
  session.id as session_id, session.aal, session.amr, session.refresh_counter, session.ends_at as session_ends_at`;

/** Removes sessions that no token can bring back: revoked for longer than an access token lives, or past their end. */
export async function purgeSessions(db: Db, before: Date, limits: SessionLimits): Promise<number> {
  const ended = await db.run(sql`
    delete from sessions
     where id in (select id from sessions where (revoked_at is not null or not_after is not null) and least(revoked_at, not_after) < ${before} limit 10000)`);
  const { sessionsTimeboxSeconds: timebox = Infinity, sessionsInactivityTimeoutSeconds: inactivity = Infinity } = limits;
  const shortest = Math.min(timebox, inactivity);
  if (shortest === Infinity) return ended;
  // One without a second factor goes on once its user has none.
  const lasting = { ...limits, sessionsAllowLowAalSeconds: undefined };
  const createdBefore = new Date(before.getTime() - shortest * 1000);
  const timedOut = await db.run(sql`
    delete from sessions
     where id in (select id from sessions where revoked_at is null and created_at < ${createdBefore} and ${hasTimedOut(lasting, before)} limit 10000)`);
  return ended + timedOut;
}
