// The statements on `users`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { isTemporary } from "../passwords/temporary.ts";
import { type ChangedColumns, type UserRow, visibleColumns, WRITABLE_COLUMNS } from "./columns.ts";
import type { Metadata } from "./metadata.ts";

export type { ChangedColumns } from "./columns.ts";

/** Every column that may leave the database in an answer: all but the password. */
export const userColumns: Sql = trusted(visibleColumns);

/** An address as people sign in with it. */
export type Address = { email: string } | { phone: string };

/** `email = ...` or `phone = ...`. */
export function hasAddress(address: Address): Sql {
  return "email" in address ? sql`email = ${address.email}` : sql`phone = ${address.phone}`;
}

export interface SignInUser {
  id: string;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  banned_until: Date | null;
}

/** What a password sign-in reads of the user. */
export const signInColumns: Sql = trusted(
  "users.id, users.encrypted_password, users.email_confirmed_at, users.phone_confirmed_at, users.banned_until",
);

export interface NewUser {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  /** In place of the address, for users of single sign-on. */
  ssoEmail?: string;
  phone: string | null;
  encryptedPassword: string | null;
  appMetadata: Metadata;
  userMetadata: Metadata;
  isAnonymous: boolean;
  emailConfirmedAt: Date | null;
  phoneConfirmedAt: Date | null;
  confirmationSentAt: Date | null;
  invitedAt: Date | null;
  lastSignInAt: Date | null;
  /** Not banned unless given. */
  bannedUntil?: Date | null;
  /** Known where the request was the user's own. */
  language?: string | undefined;
  now: Date;
}

/** What a new user has of the rest, unless given. */
export const NOTHING_YET = {
  email: null,
  phone: null,
  encryptedPassword: null,
  isAnonymous: false,
  emailConfirmedAt: null,
  phoneConfirmedAt: null,
  confirmationSentAt: null,
  invitedAt: null,
  lastSignInAt: null,
} satisfies Partial<NewUser>;

/** False where the id or an address is taken. */
export async function insertUser(tx: Pick<Db, "run">, user: NewUser): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into users (id, aud, role, email, sso_email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_anonymous,
                       email_confirmed_at, phone_confirmed_at, confirmation_sent_at, invited_at, last_sign_in_at, banned_until, language,
                       created_at, updated_at)
    values (${user.id}, ${user.aud}, ${user.role}, ${user.email}, ${user.ssoEmail ?? null}, ${user.phone}, ${user.encryptedPassword}, ${user.appMetadata},
            ${user.userMetadata}, ${user.isAnonymous}, ${user.emailConfirmedAt}, ${user.phoneConfirmedAt}, ${user.confirmationSentAt},
            ${user.invitedAt}, ${user.lastSignInAt}, ${user.bannedUntil ?? null}, ${user.language ?? null},
            ${user.now}, ${user.now})
    on conflict do nothing`);
  return inserted === 1;
}

/** Keys that are added to metadata, whatever else it holds. */
export interface AddedMetadata {
  raw_app_meta_data?: Metadata;
  raw_user_meta_data?: Metadata;
}

/** Writes the given columns. A taken address violates a unique constraint; users of single sign-on never get a searchable one. */
export async function updateUser(
  tx: Pick<Db, "run">,
  id: string,
  changes: ChangedColumns,
  { added = {}, now }: { added?: AddedMetadata; now: Date },
): Promise<void> {
  await tx.run(sql`update users set ${assignments(changes, { added, now })} where id = ${id}`);
}

/** The same for the one statement of a redemption, as the CTE `account`: of the owner of the `spent` token. */
export function tokenOwnerUpdate(changes: ChangedColumns, options: { added?: AddedMetadata; now: Date }): Sql {
  return sql`
    update users set ${assignments(changes, options)}
      from spent
     where users.id = spent.user_id
    returning users.*`;
}

function assignments(changes: ChangedColumns, { added = {}, now }: { added?: AddedMetadata; now: Date }): Sql {
  const columns = WRITABLE_COLUMNS.filter((column) => changes[column] !== undefined).map((column) =>
    column === "email"
      ? sql`email = case when sso_email is null then ${changes.email}::text end`
      : sql`${trusted(column)} = ${changes[column]}`,
  );
  const grown = Object.entries(added).map(([column, keys]) => sql`${trusted(column)} = ${trusted(column)} || ${keys}::jsonb`);
  return [...columns, ...grown, sql`updated_at = ${now}`].reduce((all, each) => sql`${all}, ${each}`);
}

export interface LockedUser extends UserRow {
  encrypted_password: string | null;
  /** Of the row: every update gives it another one. */
  version: string;
}

/** The columns of a LockedUser, for a statement that has the user as `account`. */
export const lockedColumns: Sql = sql`${userColumns}, account.encrypted_password, account.xmin::text as version`;

/** For a statement that relies on what was read before, as the CTE `owner`: the user's id, locked, unless the row has changed since. */
export function lockedUnchanged({ id, version }: Pick<LockedUser, "id" | "version">): Sql {
  return sql`select id from users where id = ${id}::uuid and xmin = ${version}::xid for no key update`;
}

/** A live user, who stays as they are until the transaction ends. */
export function lockUser(tx: Db, id: string): Promise<LockedUser | undefined> {
  return lock(tx, sql`id = ${id}`);
}

export function lockUserByAddress(tx: Db, address: Address): Promise<LockedUser | undefined> {
  return lock(tx, hasAddress(address));
}

function lock(tx: Db, condition: Sql): Promise<LockedUser | undefined> {
  return tx.maybeOne<LockedUser>(sql`
    select ${lockedColumns}
      from users account
     where ${condition} and deleted_at is null
       for no key update`);
}

/** What a mail to a user needs to know of them. */
export function findRecipient(
  db: Db,
  id: string,
): Promise<Pick<UserRow, "email" | "email_confirmed_at" | "raw_user_meta_data"> | undefined> {
  return db.maybeOne(sql`select email, email_confirmed_at, raw_user_meta_data from users where id = ${id}`);
}

/** The owner of an address. */
export interface Owner {
  id: string;
  email: string | null;
  phone: string | null;
  /** The address that was asked for; the user may have another one. */
  is_confirmed: boolean;
  data: Metadata;
}

export function findOwner(db: Db, address: Address): Promise<Owner | undefined> {
  return db.maybeOne<Owner>(sql`
    select id, email, phone, ${trusted(confirmationOf(address))} is not null as is_confirmed, raw_user_meta_data as data
      from users
     where ${hasAddress(address)} and deleted_at is null`);
}

/** The column that says since when the address is confirmed. */
export function confirmationOf(address: Address): "email_confirmed_at" | "phone_confirmed_at" {
  return "email" in address ? "email_confirmed_at" : "phone_confirmed_at";
}

/** All that belongs to a user goes with the row, except for what the audit log says. */
export function deleteUser(tx: Db, id: string): Promise<Pick<UserRow, "id" | "email" | "phone"> | undefined> {
  return tx.maybeOne(sql`delete from users where id = ${id} returning id, coalesce(email, sso_email) as email, phone`);
}

/** Keeps the id, for rows elsewhere that refer to it: hashes stand where the addresses were, so that they are free for a new account. */
export async function eraseUser(tx: Db, id: string, now: Date): Promise<void> {
  const hash = (address: Sql) => sql`
    rtrim(translate(encode(sha256(convert_to(id::text || ${address}, 'UTF8')), 'base64'), '+/', '-_'), '=')`;
  await tx.run(sql`
    update users
       set email = ${hash(sql`email`)}, sso_email = ${hash(sql`sso_email`)}, phone = left(${hash(sql`phone`)}, 15), email_change = null, phone_change = null,
           encrypted_password = null, raw_app_meta_data = '{}', raw_user_meta_data = '{}', language = null,
           deleted_at = ${now}, updated_at = ${now}
     where id = ${id}`);
}

/**
 * For the one statement of a password sign-in. Notes the sign-in, unless the account changed while the password was checked. An outdated
 * hash is replaced in the same statement, and a temporary password removed.
 */
export function passwordSignIn(user: SignInUser, strongerHash: string | undefined, now: Date): Sql {
  const used = isTemporary(user.encrypted_password) ? user.encrypted_password : null;
  return sql`
    update users
       set last_sign_in_at = ${now}, updated_at = ${now},
           encrypted_password = nullif(coalesce(${strongerHash ?? null}, encrypted_password), ${used}::text)
     where id = ${user.id} and encrypted_password = ${user.encrypted_password} and deleted_at is null
       and (banned_until is null or banned_until <= ${now})
    returning *`;
}
