// What a request of an administrator makes of a user.
import { randomUUID } from "node:crypto";
import { type Changes, changesBetween } from "../audit/changes.ts";
import type { AuditAction, AuditTraits } from "../audit/entry.ts";
import { fail } from "../errors.ts";
import type { NewIdentity } from "../identities/queries.ts";
import { bannedUntil, banTrait, isBanned } from "../users/ban.ts";
import { changedUserMetadata, isTooLarge, type Metadata, mergeMetadata, providerKeys } from "../users/metadata.ts";
import type { UserChange } from "../users/queries_changes.ts";
import type { UserRow, UserWithIdentities } from "../users/user.ts";
import type { UserRequest } from "./user_body.ts";

type ChangedColumn =
  | ("role" | "email" | "phone" | "email_confirmed_at" | "phone_confirmed_at")
  | ("raw_app_meta_data" | "raw_user_meta_data" | "is_anonymous" | "banned_until");

export interface ChangedUser {
  user: Pick<UserRow, ChangedColumn>;
  encryptedPassword: string | undefined;
  /** Those that the addresses of the user are, where something about them changed. */
  identities: NewIdentity[];
  changes: UserChange[];
  /** The previous owner of the account requested the pending links and codes. */
  voidsTokens: boolean;
  /** Codes that are out would become sessions: of the old password, or once a ban is over. */
  endsCodes: boolean;
  endsSessions: boolean;
  /** In the audit log. */
  entry: { action: AuditAction; traits: AuditTraits; changes: Changes };
}

export function changedUser(
  before: UserWithIdentities,
  request: UserRequest,
  encryptedPassword: string | undefined,
  now: Date,
): ChangedUser {
  const asksAddress = request.email !== undefined || request.phone !== undefined || encryptedPassword !== undefined;
  const email = request.email ?? before.email;
  const phone = request.phone ?? before.phone;
  const confirmsEmail = request.confirmsEmail && email !== null && before.email_confirmed_at === null;
  // Whether the address of an SSO user is verified follows from the domains of their provider.
  if (before.is_sso_user && (asksAddress || confirmsEmail)) throw fail.ssoUserManaged();
  const confirmsPhone = request.confirmsPhone && phone !== null && before.phone_confirmed_at === null;
  const withdrawsEmail = request.withdrawsEmail === true && before.email_confirmed_at !== null;
  const emailConfirmedAt = confirmsEmail ? now : withdrawsEmail ? null : before.email_confirmed_at;
  const phoneConfirmedAt = confirmsPhone ? now : before.phone_confirmed_at;
  const identities = [
    ...(email !== before.email || confirmsEmail || withdrawsEmail
      ? [identity("email", before.id, { email, email_verified: emailConfirmedAt !== null }, now)]
      : []),
    ...(phone !== before.phone || confirmsPhone
      ? [identity("phone", before.id, { phone, phone_verified: phoneConfirmedAt !== null }, now)]
      : []),
  ];
  const user = {
    role: request.role ?? before.role,
    email,
    phone,
    email_confirmed_at: emailConfirmedAt,
    phone_confirmed_at: phoneConfirmedAt,
    raw_app_meta_data: changedAppMetadata(before, identities, request.appMetadata),
    raw_user_meta_data: changedUserMetadata(before.raw_user_meta_data, {
      ...request.userMetadata,
      ...(confirmsEmail && { email_verified: true }),
      ...(withdrawsEmail && { email_verified: false }),
    }),
    is_anonymous: before.is_anonymous && request.email === undefined && request.phone === undefined,
    banned_until: request.ban === undefined ? before.banned_until : bannedUntil(now, request.ban),
  };
  const changes = userChanges(before, user, encryptedPassword, now);
  return {
    user,
    encryptedPassword,
    identities,
    changes,
    voidsTokens: identities.length > 0 || encryptedPassword !== undefined,
    endsCodes: encryptedPassword !== undefined || changes.includes("banned"),
    // Without a confirmed address they would not have come in.
    endsSessions: encryptedPassword !== undefined || (withdrawsEmail && phoneConfirmedAt === null),
    entry: {
      action: actionOf(changes),
      traits: { fields: request.fields.join(), ...(changes.includes("banned") && banTrait(user.banned_until)) },
      changes: { ...changesBetween(fieldsOf(before), fieldsOf(user)), ...(encryptedPassword !== undefined && HIDDEN_PASSWORD) },
    },
  };
}

const HIDDEN_PASSWORD = { password: { before: null, after: "(hidden)" } };

/** Metadata key by key, so that an entry shows no more than what was changed. */
function fieldsOf(user: ChangedUser["user"]): object {
  const { raw_app_meta_data: app, raw_user_meta_data: own, ...columns } = user;
  const named = (name: string, metadata: Metadata) =>
    Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`${name}.${key}`, value]));
  return { ...pickColumns(columns), ...named("app_metadata", app), ...named("user_metadata", own) };
}

function pickColumns(user: Omit<ChangedUser["user"], "raw_app_meta_data" | "raw_user_meta_data">) {
  const { role, email, phone, email_confirmed_at, phone_confirmed_at, is_anonymous, banned_until } = user;
  return { role, email, phone, email_confirmed_at, phone_confirmed_at, is_anonymous, banned_until };
}

/** The gravest of the changes gives the entry its name; which fields there were besides, its traits say. */
function actionOf(changes: readonly UserChange[]): AuditAction {
  if (changes.includes("banned")) return "user_banned";
  if (changes.includes("unbanned")) return "user_unbanned";
  return changes.includes("password_changed") ? "user_updated_password" : "user_modified";
}

function identity(provider: "email" | "phone", userId: string, data: Metadata, now: Date): NewIdentity {
  return { id: randomUUID(), provider, providerId: userId, identityData: { sub: userId, ...data }, lastSignInAt: null, now };
}

/** The first way in stays the first; new ones follow. */
function changedAppMetadata({ raw_app_meta_data: before, ...user }: UserWithIdentities, added: NewIdentity[], request: Metadata) {
  const existing = user.identities.map(({ provider }) => provider);
  const isNew = added.some(({ provider }) => !existing.includes(provider));
  const providers = providerKeys([...existing, ...added.map(({ provider }) => provider)], before.provider);
  const after = mergeMetadata(isNew ? { ...before, ...providers } : before, request);
  if (isTooLarge(after) && !isTooLarge(before)) throw fail.appMetadataTooLarge();
  return after;
}

function userChanges(
  before: UserWithIdentities,
  after: ChangedUser["user"],
  encryptedPassword: string | undefined,
  now: Date,
): UserChange[] {
  const changes: [UserChange, boolean][] = [
    ["banned", isBanned(after.banned_until, now) && before.banned_until?.getTime() !== after.banned_until?.getTime()],
    ["unbanned", isBanned(before.banned_until, now) && !isBanned(after.banned_until, now)],
    ["password_changed", encryptedPassword !== undefined],
    ["email_changed", before.email !== after.email],
    ["role_changed", before.role !== after.role],
  ];
  return changes.filter(([, happened]) => happened).map(([change]) => change);
}
