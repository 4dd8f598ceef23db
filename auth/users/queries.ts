// The statements on `users`. Others compose their own from the fragments here.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Metadata } from "./user.ts";

const COLUMNS = [
  ...["id", "aud", "role", "email", "phone", "email_confirmed_at", "phone_confirmed_at", "confirmed_at", "invited_at"],
  ...["confirmation_sent_at", "recovery_sent_at", "email_change", "email_change_sent_at", "phone_change", "phone_change_sent_at"],
  ...["reauthentication_sent_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "is_anonymous", "banned_until"],
  ...["deleted_at", "created_at", "updated_at"],
];

/** Every column that may leave the database in an answer: all but the password. */
export const userColumns: Sql = trusted(COLUMNS.map((column) => `account.${column}`).join(", "));

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

/** What a sign-in with a password needs to know before it can judge. */
export const signInColumns: Sql = trusted(
  "users.id, users.encrypted_password, users.email_confirmed_at, users.phone_confirmed_at, users.banned_until",
);

export interface NewUser {
  id: string;
  aud: string;
  role: string;
  email: string | null;
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
  /** Not banned unless told. */
  bannedUntil?: Date | null;
  now: Date;
}

/** Inserts a user and returns the row; returns nothing where the address was taken a moment ago. */
export function userInsert(user: NewUser): Sql {
  return sql`
    insert into users (id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_anonymous,
                       email_confirmed_at, phone_confirmed_at, confirmation_sent_at, invited_at, last_sign_in_at, banned_until, created_at,
                       updated_at)
    values (${user.id}, ${user.aud}, ${user.role}, ${user.email}, ${user.phone}, ${user.encryptedPassword}, ${user.appMetadata},
            ${user.userMetadata}, ${user.isAnonymous}, ${user.emailConfirmedAt}, ${user.phoneConfirmedAt}, ${user.confirmationSentAt},
            ${user.invitedAt}, ${user.lastSignInAt}, ${user.bannedUntil ?? null}, ${user.now}, ${user.now})
    on conflict do nothing
    returning *`;
}

/**
 * Notes a sign-in by password, unless the account changed while the password was being checked. A hash that has become too weak is
 * replaced on the way.
 */
export function passwordSignIn(user: SignInUser, strongerHash: string | undefined, now: Date): Sql {
  return sql`
    update users
       set last_sign_in_at = ${now}, updated_at = ${now}, encrypted_password = coalesce(${strongerHash ?? null}, encrypted_password)
     where id = ${user.id} and encrypted_password = ${user.encrypted_password} and deleted_at is null
       and (banned_until is null or banned_until <= ${now})
    returning *`;
}
