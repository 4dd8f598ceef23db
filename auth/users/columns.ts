// The columns of `users`, and of identities as they are read with their user. Types, select lists and writable columns follow from them.
import { flag, json, type Kind, moment, orNull, type RowOf, text } from "../../kernel/sql/columns.ts";
import type { Metadata } from "./metadata.ts";

interface UserColumn {
  kind: Kind<unknown>;
  /** How it is read from the row `account`, where it is not a column of that name. */
  expression?: string;
  /** `updateUser` may set it. */
  writable?: true;
  /** Its key in answers, where that is another; null where answers do not have it. */
  answer?: string | null;
  /** It is read by itself only, so that no answer can have it by mistake. */
  hidden?: true;
}

const happened = orNull(moment);

export const USER_COLUMNS = {
  id: { kind: text },
  aud: { kind: text },
  role: { kind: text, writable: true },
  // Users of single sign-on have their address in a column of its own, so that no search by address finds them.
  email: { kind: orNull(text), writable: true, expression: "coalesce(account.email, account.sso_email)" },
  // Their provider alone says who they are: no password, no code by mail, no further identity lets them in.
  is_sso_user: { kind: flag, expression: "account.sso_email is not null", answer: null },
  phone: { kind: orNull(text), writable: true },
  email_confirmed_at: { kind: happened, writable: true },
  phone_confirmed_at: { kind: happened, writable: true },
  confirmed_at: { kind: happened },
  invited_at: { kind: happened, writable: true },
  confirmation_sent_at: { kind: happened, writable: true },
  recovery_sent_at: { kind: happened, writable: true },
  email_change: { kind: orNull(text), writable: true, answer: "new_email" },
  email_change_sent_at: { kind: happened, writable: true },
  phone_change: { kind: orNull(text), writable: true, answer: "new_phone" },
  phone_change_sent_at: { kind: happened, writable: true },
  reauthentication_sent_at: { kind: happened, writable: true },
  last_sign_in_at: { kind: happened, writable: true },
  raw_app_meta_data: { kind: json<Metadata>(), writable: true, answer: "app_metadata" },
  raw_user_meta_data: { kind: json<Metadata>(), writable: true, answer: "user_metadata" },
  is_anonymous: { kind: flag, writable: true },
  banned_until: { kind: happened, writable: true },
  deleted_at: { kind: happened },
  created_at: { kind: moment },
  updated_at: { kind: moment },
  encrypted_password: { kind: orNull(text), writable: true, hidden: true },
  sso_email: { kind: text, writable: true, hidden: true },
} as const satisfies Record<string, UserColumn>;

type Table = typeof USER_COLUMNS;
type Name = keyof Table;
type VisibleColumn = { [Each in Name]: Table[Each] extends { hidden: true } ? never : Each }[Name];
type Writable = { [Each in Name]: Table[Each] extends { writable: true } ? Each : never }[Name];

/** A user as statements read it. */
export type UserRow = Pick<RowOf<Table>, VisibleColumn>;

/** What `updateUser` may be given. */
export type ChangedColumns = Partial<Pick<RowOf<Table>, Writable>>;

/** The keys that a user has in answers. */
export type UserKey =
  | { [Each in VisibleColumn]: Table[Each] extends { answer: infer Key } ? Extract<Key, string> : Each }[VisibleColumn]
  | ("factors" | "identities");

const entries = Object.entries(USER_COLUMNS) as [Name, UserColumn][];

export const WRITABLE_COLUMNS = entries.filter(([, { writable }]) => writable).map(([name]) => name as Writable);

/** Every column that may leave the database in an answer, of the row `account`. */
export const visibleColumns = entries
  .filter(([, { hidden }]) => !hidden)
  .map(([name, { expression }]) => (expression ? `${expression} as ${name}` : `account.${name}`))
  .join(", ");

interface IdentityColumn {
  kind: Kind<unknown>;
  /** Its name in the table, where that is another. */
  column?: string;
}

/** By their keys in answers. Dates are text, because the database writes them into JSON. */
export const IDENTITY_COLUMNS = {
  identity_id: { kind: text, column: "id" },
  id: { kind: text, column: "provider_id" },
  user_id: { kind: text },
  identity_data: { kind: json<Metadata>() },
  provider: { kind: text },
  last_sign_in_at: { kind: orNull(text) },
  created_at: { kind: text },
  updated_at: { kind: text },
  email: { kind: orNull(text) },
} as const satisfies Record<string, IdentityColumn>;

export type IdentityJson = RowOf<typeof IDENTITY_COLUMNS>;

/** The arguments of json_build_object, of the row `identity`. */
export const identityMembers = Object.entries<IdentityColumn>(IDENTITY_COLUMNS)
  .map(([key, { column = key }]) => `'${key}', identity.${column}`)
  .join(", ");
