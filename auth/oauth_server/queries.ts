// The statements on `oauth_authorizations`, up to the user's answer.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import type { Act } from "../audit/act.ts";
import type { ClientRow } from "../oauth_clients/client.ts";
import type { Amr } from "../sessions/session_row.ts";
import type { AuthorizationRequest } from "./authorization_request.ts";

export interface NewAuthorization extends AuthorizationRequest {
  id: string;
  clientId: string;
  redirectUri: string;
  expiresAt: Date;
  now: Date;
}

export async function insertAuthorization(db: Db, authorization: NewAuthorization): Promise<void> {
  await db.run(sql`
    insert into oauth_authorizations (id, client_id, redirect_uri, scopes, resources, state, nonce, code_challenge, signed_in_after, asks_again,
                                      created_at, expires_at)
    values (${authorization.id}, ${authorization.clientId}, ${authorization.redirectUri}, ${authorization.scopes}::text[], ${authorization.resources}::text[], ${authorization.state}, ${authorization.nonce},
            ${authorization.codeChallenge}, ${authorization.signedInAfter}, ${authorization.asksAgain}, ${authorization.now}, ${authorization.expiresAt})`);
}

/** A request as its user sees it, with what they have granted the app before. */
export interface OpenAuthorization
  extends Pick<ClientRow, "name" | "client_uri" | "logo_uri" | "client_type" | "grant_types" | "registration_type"> {
  id: string;
  client_id: string;
  client_created_at: Date;
  redirect_uri: string;
  scopes: string[];
  resources: string[];
  state: string | null;
  signed_in_after: Date | null;
  asks_again: boolean;
  decided_at: Date | null;
  granted_scopes: string[] | null;
  granted_resources: string[] | null;
  is_remembered: boolean | null;
}

/**
 * The request, which belongs to the first user who reads it; undefined for others, and once it is over. `looks`: reading binds it.
 */
export function openAuthorization(
  db: Db,
  id: string,
  userId: string,
  { looks, now }: { looks: boolean; now: Date },
): Promise<OpenAuthorization | undefined> {
  const isTheirs = looks ? sql`(user_id is null or user_id = ${userId})` : sql`user_id = ${userId}`;
  return db.maybeOne<OpenAuthorization>(sql`
    with asked as (
      update oauth_authorizations set user_id = ${userId}
       where id = ${id} and ${isTheirs} and expires_at > ${now}
      returning *)
    select asked.id, asked.client_id, asked.redirect_uri, to_jsonb(asked.scopes) as scopes, to_jsonb(asked.resources) as resources, asked.state,
           asked.signed_in_after, asked.asks_again, asked.decided_at, client.name, client.client_uri, client.logo_uri, client.client_type,
           client.registration_type, client.created_at as client_created_at, to_jsonb(client.grant_types) as grant_types, to_jsonb(consent.scopes) as granted_scopes,
           to_jsonb(consent.resources) as granted_resources, consent.is_remembered
      from asked
      join oauth_clients client on client.id = asked.client_id
      left join oauth_consents consent on consent.user_id = ${userId} and consent.client_id = asked.client_id`);
}

export interface Approval {
  id: string;
  userId: string;
  codeHash: Buffer;
  codeExpiresAt: Date;
  /** How the user has proved who they are, and when last. */
  aal: string;
  amr: readonly Amr[];
  authTime: Date;
  /** Undefined where the user has granted it before, and was not asked. */
  consent: { isRemembered: boolean } | undefined;
  act: Act;
}

/** Gives the request its code, and stores the consent. False if it was answered concurrently. */
export async function approveAuthorization(db: Db, approval: Approval): Promise<boolean> {
  const { id, userId, codeHash, codeExpiresAt, aal, amr, authTime, consent, act } = approval;
  const { now } = act;
  const granted = consent
    ? sql`
      , granted as (
        insert into oauth_consents as old (user_id, client_id, scopes, resources, is_remembered, granted_at)
        select user_id, client_id, scopes, resources, ${consent.isRemembered}, ${now}::timestamptz from asked
        on conflict (user_id, client_id) do update
           set scopes = array(select unnest(old.scopes) union select unnest(excluded.scopes) order by 1),
               resources = array(select unnest(old.resources) union select unnest(excluded.resources) order by 1),
               is_remembered = excluded.is_remembered, granted_at = excluded.granted_at)
      , account as (select users.* from users, asked where users.id = asked.user_id)
      , logged as (${accountAct("oauth_consent_granted", { ...act, traits: { authorization_id: id } })})`
    : sql``;
  const rows = await db.many(sql`
    with asked as (
      update oauth_authorizations
         set decided_at = ${now}, code_hash = ${codeHash}::bytea, expires_at = ${codeExpiresAt}, aal = ${aal}, amr = ${amr}::jsonb,
             auth_time = ${authTime}
       where id = ${id} and user_id = ${userId} and decided_at is null and expires_at > ${now}
      returning *)
      ${granted}
    select id from asked`);
  return rows.length === 1;
}

/** False if it was answered concurrently. */
export async function denyAuthorization(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const denied = await db.run(sql`
    update oauth_authorizations set decided_at = ${now}
     where id = ${id} and user_id = ${userId} and decided_at is null and expires_at > ${now}`);
  return denied === 1;
}

/** Those whose code is used go too: by then the tokens that a replay would end are long over. */
export function purgeAuthorizations(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from oauth_authorizations where id in (select id from oauth_authorizations where expires_at < ${before} limit 10000)`);
}
