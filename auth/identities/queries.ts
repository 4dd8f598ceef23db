// The statements on `identities`, and users together with theirs.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { identityMembers } from "../users/columns.ts";
import { type Address, userColumns } from "../users/queries.ts";
import type { Metadata, UserWithIdentities } from "../users/user.ts";

export interface NewIdentity {
  id: string;
  provider: string;
  providerId: string;
  identityData: Metadata;
  /** Now, unless given. */
  lastSignInAt?: Date | null;
  now: Date;
}

export async function insertIdentity(tx: Pick<Db, "run">, userId: string, identity: NewIdentity): Promise<void> {
  const { id, provider, providerId, identityData, lastSignInAt = identity.now, now } = identity;
  await tx.run(sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    values (${id}, ${provider}, ${providerId}, ${userId}, ${identityData}, ${lastSignInAt}, ${now}, ${now})`);
}

/** The id of the user with this identity. */
export async function findIdentityOwner(db: Db, provider: string, providerId: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ user_id: string }>(sql`
    select user_id from identities where provider = ${provider} and provider_id = ${providerId}`);
  return row?.user_id;
}

/** As the provider describes it now. */
export async function renewIdentity(tx: Db, userId: string, identity: Omit<NewIdentity, "id">): Promise<void> {
  const { provider, providerId, identityData, now } = identity;
  await tx.run(sql`
    update identities
       set identity_data = ${identityData}, last_sign_in_at = ${now}, updated_at = ${now}
     where user_id = ${userId} and provider = ${provider} and provider_id = ${providerId}`);
}

/** The identity that an address of the user is: made, or brought up to date. What it says beside the address, such as a name, stays. */
export async function putAddressIdentity(tx: Db, userId: string, identity: NewIdentity): Promise<void> {
  const { id, provider, providerId, identityData, lastSignInAt = identity.now, now } = identity;
  await tx.run(sql`
    insert into identities as old (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    values (${id}, ${provider}, ${providerId}, ${userId}, ${identityData}, ${lastSignInAt}, ${now}, ${now})
    on conflict (provider, provider_id) do update
       set identity_data = old.identity_data || excluded.identity_data, updated_at = excluded.updated_at`);
}

/** For a statement that has the user as `account`, as the CTE `verified`: says of the identities with this address that it is. */
export function identitiesVerified(address: Address, now: Date): Sql {
  const [verified, hasIt] =
    "email" in address
      ? [{ email_verified: true }, sql`identities.email = ${address.email}`]
      : [{ phone_verified: true }, sql`identities.provider = 'phone'`];
  return sql`
    update identities set identity_data = identity_data || ${verified}::jsonb, updated_at = ${now}
      from account
     where user_id = account.id and ${hasIt}
    returning identities.*`;
}

export async function deleteIdentity(tx: Db, userId: string, id: string): Promise<void> {
  await tx.run(sql`delete from identities where id = ${id} and user_id = ${userId}`);
}

export async function deleteOtherIdentities(
  tx: Db,
  userId: string,
  identity: Pick<NewIdentity, "provider" | "providerId">,
): Promise<void> {
  await tx.run(sql`
    delete from identities where user_id = ${userId} and (provider, provider_id) <> (${identity.provider}, ${identity.providerId})`);
}

/** Of a user who is forgotten: hashes stand where the names at the providers were. */
export async function eraseIdentities(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update identities
       set provider_id = rtrim(translate(encode(sha256(convert_to(
                           user_id::text || provider || ':' || provider_id, 'UTF8')), 'base64'), '+/', '-_'), '='),
           identity_data = '{}', updated_at = ${now}
     where user_id = ${userId}`);
}

/** Also one who was deleted softly. */
export function findUserWithIdentities(db: Db, id: string): Promise<UserWithIdentities | undefined> {
  return db.maybeOne<UserWithIdentities>(sql`select ${userWithIdentities} from users account where id = ${id}`);
}

/** The user that the transaction has written or locked. */
export function readUserWithIdentities(tx: Db, id: string): Promise<UserWithIdentities> {
  return tx.one<UserWithIdentities>(sql`select ${userWithIdentities} from users account where id = ${id}`);
}

/** The select list of a user with identities and second factors, for a statement that has the user as `account`. */
export const userWithIdentities: Sql = userWith(sql`identities`);

/** The same beside the CTE `verified`: a statement does not see what it writes itself. */
export const userWithVerified: Sql = userWith(sql`(
  select * from verified union all select * from identities where id not in (select id from verified))`);

function userWith(identities: Sql): Sql {
  return sql`${userColumns}, coalesce((
    select json_agg(json_build_object(${trusted(identityMembers)}) order by identity.created_at, identity.id)
      from ${identities} identity
     where identity.user_id = account.id), '[]') as identities, account.shown_factors as factors`;
}
