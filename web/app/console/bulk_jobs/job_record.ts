// A bulk job as auth presents it to administrators, and what follows from it.
import type { Fields } from "../users/user_record.ts";

/** What can be started here, with the right that it takes. */
export const RIGHTS = {
  ban: "users:write",
  unban: "users:unban",
  set_app_metadata: "users:write",
  confirm_email: "credentials:write",
  send_recovery: "users:invite",
  send_invitation: "users:invite",
  sign_out: "sessions:end",
  delete: "users:delete",
  erase: "users:erase",
} as const;

export type BulkAct = keyof typeof RIGHTS;

export const UNDO_RIGHT = "users:write";

export const rightOf = (act: BulkAct | "undo"): string => (act === "undo" ? UNDO_RIGHT : RIGHTS[act]);

export interface BulkJob {
  id: string;
  act: BulkAct | "undo";
  banned_until?: string;
  app_metadata?: Fields;
  users: { ids?: number; filter?: Record<string, string> };
  reason: string | null;
  created_by: { kind: string; id: string | null; name: string };
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  state: "waiting" | "running" | "done" | "cancelled" | "stopped";
  error: string | null;
  total: number;
  done: number;
  skipped: number;
  failed: number;
  undoes: string | null;
  undone_by: string | null;
  undo: { possible: boolean; until: string | null; why_not: string | null };
}

/** Of how many users it is settled what became of them. */
export const settledOf = ({ done, skipped, failed }: BulkJob): number => done + skipped + failed;

export const PATH = "/bulk-jobs";

export const addressOf = (id: string): string => `/admin/bulk_jobs/${id}`;
