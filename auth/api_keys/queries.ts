// The table `api_keys`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Right } from "../grants/rights.ts";

export interface ApiKey {
  id: string;
  name: string;
  shown_start: string;
  rights: Right[];
  networks: string[];
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  old_secret_until: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
}

const columns = trusted(
  "id, name, shown_start, to_json(rights) as rights, to_json(networks) as networks, created_by, created_at, expires_at, old_secret_until, last_used_at, last_used_ip",
);

export function findKeyBySecret(db: Db, hash: Buffer, now: Date): Promise<ApiKey | undefined> {
  return db.maybeOne<ApiKey>(sql`
    select ${columns} from api_keys
     where (secret_hash = ${hash} or (old_secret_hash = ${hash} and old_secret_until > ${now})) and expires_at > ${now}`);
}

export async function noteUse(db: Db, id: string, ip: string, now: Date, before: Date): Promise<void> {
  await db.run(sql`
    update api_keys set last_used_at = ${now}, last_used_ip = ${ip}
     where id = ${id} and (last_used_at is null or last_used_at < ${before})`);
}

export function listKeys(db: Db): Promise<ApiKey[]> {
  return db.many<ApiKey>(sql`select ${columns} from api_keys order by created_at, id`);
}

export function findKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return db.maybeOne<ApiKey>(sql`select ${columns} from api_keys where id = ${id}`);
}

export interface NewApiKey {
  id: string;
  name: string;
  shownStart: string;
  secretHash: Buffer;
  rights: readonly Right[];
  networks: readonly string[];
  createdBy: string | null;
  expiresAt: Date;
  now: Date;
}

/** Undefined where the name is taken. */
export function insertKey(tx: Db, key: NewApiKey): Promise<ApiKey | undefined> {
  return tx.maybeOne<ApiKey>(sql`
    insert into api_keys (id, name, shown_start, secret_hash, rights, networks, created_by, created_at, expires_at)
    values (${key.id}, ${key.name}, ${key.shownStart}, ${key.secretHash}, ${key.rights}::text[], ${key.networks}::text[], ${key.createdBy},
            ${key.now}, ${key.expiresAt})
    on conflict (name) do nothing
    returning ${columns}`);
}

export async function countKeys(db: Db): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from api_keys`)).count;
}

export interface NewKeySecret {
  shownStart: string;
  hash: Buffer;
  /** Until then the old secret is good too. */
  oldUntil: Date;
  expiresAt: Date;
}

export function replaceSecret(
  tx: Db,
  id: string,
  { shownStart, hash, oldUntil, expiresAt }: NewKeySecret,
): Promise<ApiKey | undefined> {
  return tx.maybeOne<ApiKey>(sql`
    update api_keys
       set old_secret_hash = secret_hash, old_secret_until = ${oldUntil}, secret_hash = ${hash}, shown_start = ${shownStart},
           expires_at = ${expiresAt}
     where id = ${id}
    returning ${columns}`);
}

export function deleteKey(tx: Db, id: string): Promise<Pick<ApiKey, "name"> | undefined> {
  return tx.maybeOne<Pick<ApiKey, "name">>(sql`delete from api_keys where id = ${id} returning name`);
}
