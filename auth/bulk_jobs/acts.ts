// What can be done to many users at once: each act is one of those that can be done to one user, with the right that it takes there.
import type { Right } from "../grants/rights.ts";

interface ActRow {
  right: Right;
  /** Why it cannot be undone; missing where it can. */
  isFinalBecause?: string;
}

const SENT = "Mails that have left do not come back; their links can be used until they expire.";

export const BULK_ACTS = {
  ban: { right: "users:write" },
  unban: { right: "users:unban" },
  set_app_metadata: { right: "users:write" },
  confirm_email: { right: "credentials:write" },
  send_recovery: { right: "users:invite", isFinalBecause: SENT },
  send_invitation: { right: "users:invite", isFinalBecause: SENT },
  sign_out: { right: "sessions:end", isFinalBecause: "Sessions that have ended do not come back; the users can sign in again." },
  delete: {
    right: "users:delete",
    isFinalBecause: "Addresses, passwords, factors and metadata are forgotten; only the ids stay.",
  },
  erase: { right: "users:erase", isFinalBecause: "The users are gone, with all that belongs to them." },
} as const satisfies Record<string, ActRow>;

export type BulkAct = keyof typeof BULK_ACTS;

/** `undo`: a job that takes back what another one did. */
export type JobAct = BulkAct | "undo";

export const BULK_ACT_NAMES = Object.keys(BULK_ACTS) as BulkAct[];

const UNDO: ActRow = { right: "users:write", isFinalBecause: "It takes another job back; do that one again instead." };

const rowOf = (act: JobAct): ActRow => (act === "undo" ? UNDO : BULK_ACTS[act]);

export const rightOf = (act: JobAct): Right => rowOf(act).right;

export const finalBecause = (act: JobAct): string | undefined => rowOf(act).isFinalBecause;
