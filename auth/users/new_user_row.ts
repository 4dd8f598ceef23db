// A user who is just being made, as the database will have them.
import type { NewUser } from "./queries.ts";
import type { UserRow } from "./user.ts";

export function newUserRow(user: NewUser): UserRow {
  const { emailConfirmedAt, phoneConfirmedAt } = user;
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.ssoEmail ?? user.email,
    is_sso_user: user.ssoEmail !== undefined,
    phone: user.phone,
    email_confirmed_at: emailConfirmedAt,
    phone_confirmed_at: phoneConfirmedAt,
    confirmed_at: emailConfirmedAt ?? phoneConfirmedAt,
    invited_at: user.invitedAt,
    confirmation_sent_at: user.confirmationSentAt,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: user.lastSignInAt,
    raw_app_meta_data: user.appMetadata,
    raw_user_meta_data: user.userMetadata,
    is_anonymous: user.isAnonymous,
    banned_until: user.bannedUntil ?? null,
    deleted_at: null,
    created_at: user.now,
    updated_at: user.now,
  };
}
