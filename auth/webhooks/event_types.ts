// Which events an audit entry causes. One act may cause several: a sign-up with a session created a user and signed them in.
import type { AuditAction, AuditPayload, AuditTraits } from "../audit/entry.ts";

/** What the action alone says. */
const OF_ACTIONS: Partial<Record<AuditAction, string>> = {
  login: "user.signed_in",
  logout: "user.signed_out",
  invite_accepted: "user.confirmed",
  user_invited: "user.invited",
  user_deleted: "user.deleted",
  user_modified: "user.updated",
  user_updated_password: "user.password_changed",
  user_recovery_requested: "user.recovery_requested",
  user_banned: "user.banned",
  user_unbanned: "user.unbanned",
  identity_linked: "identity.linked",
  identity_unlinked: "identity.unlinked",
  passkey_created: "passkey.added",
  passkey_updated: "passkey.updated",
  passkey_deleted: "passkey.removed",
  factor_unenrolled: "factor.removed",
  factor_deleted: "factor.removed",
  factor_updated: "factor.updated",
  token_revoked: "session.reuse_detected",
  oauth_consent_granted: "app.allowed",
  oauth_consent_revoked: "app.removed",
};

/** Actions that are an event only where their traits say so. */
const BY_TRAITS: readonly AuditAction[] = [
  "user_signedup",
  "user_confirmation_requested",
  "verification_attempted",
  "factor_in_progress",
];

/** What traits say, in the order in which events are sent: before what the action says, and behind it. */
const FIRST: readonly [type: string, isSaid: (traits: AuditTraits, action: AuditAction) => boolean][] = [
  ["user.created", ({ created }) => created === true],
  ["user.confirmed", ({ confirmed }) => confirmed === "email" || confirmed === "phone"],
  ["factor.added", ({ enrolled }) => enrolled === true],
];
const LAST: typeof FIRST = [
  ["user.password_changed", ({ fields }, action) => action !== "user_updated_password" && hasPassword(fields)],
  ["user.signed_in", ({ login }) => login === true],
];

const hasPassword = (fields: unknown) => /(^|,)password(_hash)?(,|$)/.test(String(fields ?? ""));

export const EVENT_TYPES: readonly string[] = [
  ...new Set([...FIRST.map(([type]) => type), ...Object.values(OF_ACTIONS), ...LAST.map(([type]) => type)]),
];
export const EVENT_ACTIONS: readonly string[] = [...Object.keys(OF_ACTIONS), ...BY_TRAITS];
export const PING = "webhook.ping";

export function typesOf({ action, traits = {} }: Pick<AuditPayload, "action" | "traits">): string[] {
  const matching = (types: typeof FIRST) => types.filter(([, isSaid]) => isSaid(traits, action)).map(([type]) => type);
  const own = OF_ACTIONS[action];
  // Of a factor that was just enrolled nothing else is new.
  const first = matching(FIRST);
  return [...first, ...(own && !first.includes("factor.added") ? [own] : []), ...matching(LAST)];
}
