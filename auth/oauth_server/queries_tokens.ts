// The statements behind an app's tokens. An exchange of a code and a refresh are two each: one reads, one writes.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import type { Act } from "../audit/act.ts";
import type { ClientRow } from "../oauth_clients/client.ts";
import { isOver, type RefreshRules, sessionColumns, sessionRefresh } from "../sessions/queries.ts";
import { appSessionInsert, type NewAppSession, surplusAppsRevoked } from "../sessions/queries_apps.ts";
import type { SessionLimits } from "../sessions/session_row.ts";
import { userColumns } from "../users/queries.ts";
import type { AppSession } from "./app_tokens.ts";
import type { ProfiledUser } from "./profile.ts";

/** What an app must prove, and may. */
export type TokenClient = Pick<ClientRow, "id" | "secret_hash" | "old_secret_hash" | "old_secret_until" | "grant_types">;

export interface ClientWithCode extends TokenClient {
  /** Null where the app has no such code. */
  authorization_id: string | null;
  redirect_uri: string;
  code_challenge: string;
  nonce: string | null;
  resources: string[];
  auth_time: Date;
  expires_at: Date;
  code_used_at: Date | null;
  banned_until: Date | null;
}

/** The app, with the code that it sent. */
export function findClientWithCode(db: Db, clientId: string, codeHash: Buffer): Promise<ClientWithCode | undefined> {
  return db.maybeOne<ClientWithCode>(sql`
    select client.id, client.secret_hash, client.old_secret_hash, client.old_secret_until, to_jsonb(client.grant_types) as grant_types, asked.id as authorization_id, asked.redirect_uri,
           asked.code_challenge, asked.nonce, to_jsonb(asked.resources) as resources, asked.auth_time, asked.expires_at, asked.code_used_at, users.banned_until
      from oauth_clients client
      left join oauth_authorizations asked on asked.code_hash = ${codeHash}::bytea and asked.client_id = client.id
      left join users on users.id = asked.user_id
     where client.id = ${clientId}`);
}

const GRANT = trusted("asked, account");
/** True where no identity has the address: then it was confirmed by this service itself. */
const isEmailVouchedFor = sql`coalesce((
  select bool_or(identity.provider = 'email' or identity.identity_data -> 'email_verified' is distinct from 'false'::jsonb)
    from identities identity
   where identity.user_id = account.id and identity.email = account.email), true) as is_email_vouched_for`;
const appColumns = sql`${userColumns}, ${isEmailVouchedFor}, ${sessionColumns}, session.client_id, to_jsonb(session.scopes) as scopes,
  to_jsonb(session.resources) as resources`;

/** Opens the session that the code is for. Of any number of callers one gets it; undefined for the others, and where the user is gone. */
export function redeemCode(
  db: Db,
  authorizationId: string,
  session: NewAppSession & Act,
  most: number,
): Promise<AppSession | undefined> {
  const traits = { provider: "oauth_provider/authorization_code", authorization_id: authorizationId };
  return db.maybeOne<AppSession>(sql`
    with asked as (
           update oauth_authorizations set code_used_at = ${session.now}, session_id = ${session.id}::uuid
            where id = ${authorizationId} and code_used_at is null
           returning *),
         account as (select users.* from users, asked where users.id = asked.user_id and users.deleted_at is null),
         session as (${appSessionInsert(session, GRANT)}),
         surplus as (${surplusAppsRevoked(session, most, GRANT)}),
         logged as (${accountAct("login", { ...session, traits })})
    select ${appColumns} from account, session`);
}

/** Null where the app has no such session. */
export type ClientWithGrant = TokenClient & { scopes: string[] | null; resources: string[] | null };

/** The app, with what the session of a token lets it do. */
export function findClientWithGrant(
  db: Db,
  clientId: string,
  sessionId: string | undefined,
): Promise<ClientWithGrant | undefined> {
  return db.maybeOne<ClientWithGrant>(sql`
    select client.id, client.secret_hash, client.old_secret_hash, client.old_secret_until, to_jsonb(client.grant_types) as grant_types, to_jsonb(session.scopes) as scopes,
           to_jsonb(session.resources) as resources
      from oauth_clients client
      left join sessions session on session.id = ${sessionId ?? null}::uuid and session.client_id = client.id
     where client.id = ${clientId}`);
}

export type RefreshedApp = AppSession & { is_exchanged: boolean; timed_out: boolean; revoked_at: Date | null };

/** Exchanges the refresh token of an app and renews its session; undefined if the app has no such session. */
export function refreshAppSession(
  db: Db,
  clientId: string,
  token: { sessionId: string; counter: number },
  rules: RefreshRules,
  act: Act,
): Promise<RefreshedApp | undefined> {
  const { now } = act;
  const isGood = sql`session.is_exchanged and session.revoked_at is null and not session.timed_out`;
  return db.maybeOne<RefreshedApp>(sql`
    with session as (${sessionRefresh(token, rules, now, sql`client_id = ${clientId}`)}),
         account as (select users.* from users, session where users.id = session.user_id and users.deleted_at is null),
         renewed as (select account.* from account, session where ${isGood}),
         misused as (select account.* from account, session where session.revoked_at = ${now}),
         logged as (${accountAct("token_refreshed", { ...act, from: sql`renewed as account` })}),
         logged_misuse as (${accountAct("token_revoked", { ...act, traits: { reason: "reuse" }, from: sql`misused as account` })})
    select ${appColumns}, session.is_exchanged, session.timed_out, session.revoked_at
      from account, session`);
}

/** A session of an app as a token of it finds it. */
export type LiveAppSession = ProfiledUser & { client_id: string; scopes: string[]; created_at: Date; refresh_counter: number };

/** The session that goes on, with its user; undefined where either is gone. */
export function findAppSession(db: Db, id: string, limits: SessionLimits, now: Date): Promise<LiveAppSession | undefined> {
  return db.maybeOne<LiveAppSession>(sql`
    select ${userColumns}, ${isEmailVouchedFor}, session.client_id, to_jsonb(session.scopes) as scopes, session.refresh_counter
      from sessions session
      join users account on account.id = session.user_id and account.deleted_at is null
     where session.id = ${id} and session.client_id is not null and not ${isOver(limits, now, trusted("session"))}`);
}
