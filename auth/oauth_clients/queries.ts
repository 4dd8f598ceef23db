// The statements on `oauth_clients`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { type ClientRow, MOST_COUNTED, type RegistrationType } from "./client.ts";
import type { ClientSettings } from "./client_body.ts";

/** Of the row `client`. The driver reads lists as JSON alone. */
export const clientColumns: Sql = trusted(
  "client.id, client.name, client.secret_hash, client.old_secret_hash, client.old_secret_until, client.client_type, client.auth_method, to_jsonb(client.redirect_uris) as redirect_uris," +
    " to_jsonb(client.post_logout_redirect_uris) as post_logout_redirect_uris, to_jsonb(client.grant_types) as grant_types," +
    " client.client_uri, client.logo_uri, client.registration_type, client.created_at, client.updated_at",
);

export function findClient(db: Db, id: string): Promise<ClientRow | undefined> {
  return db.maybeOne<ClientRow>(sql`select ${clientColumns} from oauth_clients client where client.id = ${id}`);
}

export function lockClient(tx: Db, id: string): Promise<ClientRow | undefined> {
  return tx.maybeOne<ClientRow>(sql`select ${clientColumns} from oauth_clients client where client.id = ${id} for update`);
}

/** One page, newest first, and how many there are. */
export async function listClients(
  db: Db,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ clients: (ClientRow & { consents_count: number })[]; total: number }> {
  const [clients, { total }] = await Promise.all([
    db.many<ClientRow & { consents_count: number }>(sql`
      select ${clientColumns},
             (select count(*) from (select from oauth_consents where client_id = client.id limit ${MOST_COUNTED}::int8) as reached)
               as consents_count
        from oauth_clients client
       order by created_at desc, id desc
       limit ${perPage}::int8 offset ${(page - 1) * perPage}::int8`),
    db.one<{ total: number }>(sql`
      select count(*) as total from (select from oauth_clients order by created_at desc limit ${WITHIN_REACH}::int8) as reached`),
  ]);
  return { clients, total };
}

/** Beyond this many a total is a lower bound. */
const WITHIN_REACH = 10_000;

export interface NewClient extends ClientSettings {
  id: string;
  secretHash: Buffer | null;
  registrationType: RegistrationType;
  now: Date;
}

/** Undefined where there are as many already that came by themselves as there may be, and where it is there already. */
function insertWithin(db: Db, client: NewClient, mostOfItsOwn?: number): Promise<ClientRow | undefined> {
  const room =
    mostOfItsOwn === undefined
      ? sql`true`
      : sql`(select count(*) from oauth_clients where registration_type <> 'manual') < ${mostOfItsOwn}::int8`;
  return db.maybeOne<ClientRow>(sql`
    with client as (
      insert into oauth_clients (id, name, secret_hash, client_type, auth_method, redirect_uris, post_logout_redirect_uris, grant_types,
                                 client_uri, logo_uri, registration_type, created_at, updated_at)
      select ${client.id}, ${client.name}, ${client.secretHash}::bytea, ${client.client_type}, ${client.auth_method},
             ${client.redirect_uris}::text[], ${client.post_logout_redirect_uris}::text[], ${client.grant_types}::text[],
             ${client.client_uri}, ${client.logo_uri}, ${client.registrationType}, ${client.now}::timestamptz, ${client.now}::timestamptz
       where ${room}
      on conflict (id) do nothing
      returning *)
    select ${clientColumns} from client`);
}

/**
 * As an app that came by itself: where there are as many as there may be, those that nobody uses make room. Undefined where all are in use,
 * and where it is there already.
 */
export async function insertOwnClient(tx: Db, client: NewClient, most: number): Promise<ClientRow | undefined> {
  const inserted = await insertWithin(tx, client, most);
  if (inserted || most === 0 || !(await makeRoom(tx, most, client.now))) return inserted;
  return insertWithin(tx, client, most);
}

/** As an administrator adds one. */
export function insertClient(tx: Db, client: NewClient): Promise<ClientRow | undefined> {
  return insertWithin(tx, client);
}

/** One is too many by the newcomer, and others by those who registered at the same moment. */
const MOST_REMOVED = 100;

/** Whether the oldest that nobody uses are gone. Requests that nobody signed in has looked at count for little: strangers can make them. */
async function makeRoom(tx: Db, most: number, now: Date): Promise<boolean> {
  return (await removeOldest(tx, most, sql`${isUnused} and ${hasNoRequest(now)}`)) || (await removeOldest(tx, most, isUnused));
}

/** Two statements: the second sees an app that was authorized while the first waited for its row. */
async function removeOldest(tx: Db, most: number, condition: Sql): Promise<boolean> {
  const locked = await tx.many<{ id: string }>(sql`
    select client.id from oauth_clients client
     where client.registration_type <> 'manual' and ${condition}
     order by client.created_at
     limit greatest(0, least((select count(*) from oauth_clients where registration_type <> 'manual') - ${most}::int8 + 1, ${MOST_REMOVED}::int8))
       for update skip locked`);
  const ids = locked.map(({ id }) => id);
  return (await tx.run(sql`delete from oauth_clients client where id = any(${ids}::text[]) and ${isUnused}`)) > 0;
}

/** Nobody has let it in, is about to, or holds a code or a session of it. */
const isUnused = sql`
  not exists (select from oauth_consents consent where consent.client_id = client.id)
  and not exists (select from sessions where sessions.client_id = client.id)
  and not exists (select from oauth_authorizations asked where asked.client_id = client.id and asked.user_id is not null)`;

function hasNoRequest(now: Date): Sql {
  return sql`not exists (select from oauth_authorizations asked where asked.client_id = client.id and asked.expires_at > ${now})`;
}

export function updateClient(tx: Db, id: string, settings: ClientSettings, now: Date): Promise<ClientRow> {
  return tx.one<ClientRow>(sql`
    update oauth_clients client
       set name = ${settings.name}, auth_method = ${settings.auth_method}, redirect_uris = ${settings.redirect_uris}::text[],
           post_logout_redirect_uris = ${settings.post_logout_redirect_uris}::text[], grant_types = ${settings.grant_types}::text[],
           client_uri = ${settings.client_uri}, logo_uri = ${settings.logo_uri}, updated_at = ${now}
     where id = ${id}
    returning ${clientColumns}`);
}

/** `oldUntil`: until then the secret before is good too; null where it is worth nothing from now on. */
export async function replaceSecret(tx: Db, id: string, hash: Buffer, oldUntil: Date | null, now: Date): Promise<ClientRow> {
  const old = oldUntil === null ? sql`null` : sql`secret_hash`;
  return tx.one<ClientRow>(sql`
    update oauth_clients client
       set old_secret_hash = ${old}, old_secret_until = ${oldUntil}::timestamptz, secret_hash = ${hash}::bytea, updated_at = ${now}
     where id = ${id}
    returning ${clientColumns}`);
}

/** With all that it was let do: consents, codes and sessions end with it. */
export async function deleteClient(tx: Db, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from oauth_clients where id = ${id}`)) === 1;
}

/** Those that registered themselves and that no user has authorized. */
export function purgeClients(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from oauth_clients
     where id in (select client.id from oauth_clients client
                   where client.registration_type <> 'manual' and client.created_at < ${before}
                     and ${isUnused}
                     and not exists (select from oauth_authorizations asked where asked.client_id = client.id)
                   limit 10000)`);
}
