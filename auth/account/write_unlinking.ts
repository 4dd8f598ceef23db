// Removes an identity, in the transaction that has locked the account. A taken address violates a unique constraint.
// Callers write it down: a user did it, or an administrator.
import type { Db } from "../../kernel/sql/database.ts";
import { deleteIdentity } from "../identities/queries.ts";
import { voidTokens } from "../one_time_tokens/queries.ts";
import { updateUser } from "../users/queries.ts";
import { noteChanges, type UserChange } from "../users/queries_changes.ts";
import type { Unlinking } from "./unlink.ts";

export async function writeUnlinking(tx: Db, unlinking: Unlinking, now: Date): Promise<void> {
  const { userId, identity, email, phone, changesAddress, changesEmail, dropsPassword } = unlinking;
  const columns = {
    email,
    email_confirmed_at: unlinking.emailConfirmedAt,
    phone,
    phone_confirmed_at: unlinking.phoneConfirmedAt,
    ...(changesEmail && { email_change: null }),
    ...(dropsPassword && { encrypted_password: null }),
    raw_app_meta_data: unlinking.appMetadata,
    raw_user_meta_data: unlinking.userMetadata,
  };
  const changes: UserChange[] = [
    ...(changesEmail ? (["email_changed"] as const) : []),
    ...(dropsPassword ? (["password_changed"] as const) : []),
  ];
  await Promise.all([
    updateUser(tx, userId, columns, { now }),
    deleteIdentity(tx, userId, identity.identity_id),
    ...(changesAddress ? [voidTokens(tx, userId)] : []),
    noteChanges(tx, userId, changes, now),
  ]);
}
