// An entry of the log of administrators, as it is stored. What may be personal is apart, so that it can be forgotten without breaking the
// chain: the entry has its digest, which a random salt keeps from being guessed.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Act, ActingAdministrator } from "./act.ts";
import type { Changes } from "./changes.ts";
import type { AuditAction, AuditTraits } from "./entry.ts";

export interface AdminActRow {
  id: string;
  createdAt: Date;
  /** JSON. */
  entry: string;
  details: string;
}

export interface AdminActEntry {
  id: string;
  at: string;
  administrator: Omit<ActingAdministrator, "reason" | "userAgent">;
  /** Beside the object, for indexes. */
  actor_id: string | null;
  reason: string | null;
  action: AuditAction;
  /** The user to whom it was done. */
  subject_id: string | null;
  traits: AuditTraits;
  ip_address: string;
  user_agent: string | null;
  request_id: string;
  details_digest: string;
}

export interface AdminActDetails {
  salt: string;
  subject: AuditTraits;
  changes: Changes;
}

export interface Done {
  action: AuditAction;
  traits?: AuditTraits | undefined;
  changes?: Changes | undefined;
}

/** Of a user's own address nothing gets into the entry. */
const PERSONAL = ["user_email", "user_phone"];

export function adminActRow(act: Act, by: ActingAdministrator, { action, traits = {}, changes = {} }: Done): AdminActRow {
  const { reason, userAgent, ...administrator } = by;
  const id = randomUUID();
  const named = Object.entries(traits);
  const details: AdminActDetails = {
    salt: randomBytes(16).toString("base64url"),
    subject: Object.fromEntries(named.filter(([name]) => PERSONAL.includes(name))),
    changes,
  };
  const detailsText = textOf(details);
  const entry: AdminActEntry = {
    id,
    at: act.now.toISOString(),
    administrator,
    actor_id: by.id,
    reason,
    action,
    subject_id: typeof traits.user_id === "string" ? traits.user_id : null,
    traits: Object.fromEntries(named.filter(([name]) => !PERSONAL.includes(name))),
    ip_address: act.ip,
    user_agent: userAgent,
    request_id: act.requestId,
    details_digest: digestOf(detailsText).toString("hex"),
  };
  return { id, createdAt: act.now, entry: textOf(entry), details: detailsText };
}

export function digestOf(text: string | Buffer): Buffer {
  return createHash("sha256").update(text).digest();
}

/** PostgreSQL fails to read JSON with a NUL or half a surrogate pair. */
function textOf(value: object): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "string" ? each.replaceAll("\0", "").toWellFormed() : each,
  );
}
