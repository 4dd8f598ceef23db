// A bulk job as it is stored, and as administrators see it.
import { type Static, Type } from "typebox";
import { FreeForm } from "../../kernel/http/documented_only.ts";
import type { ActingAdministrator } from "../audit/act.ts";
import type { AuditActor } from "../audit/entry.ts";
import type { Metadata } from "../users/metadata.ts";
import { BULK_ACT_NAMES, finalBecause, type JobAct } from "./acts.ts";

export const UNDO_DAYS = 7;
const DAY_MS = 86_400_000;

export type JobState = "waiting" | "running" | "done" | "cancelled" | "stopped";

export interface JobParameters {
  /** The same for all, however long the job takes. */
  banned_until?: string;
  app_metadata?: Metadata;
}

/** Who, from where and why. Entries of the logs take the time at which they are written. */
export interface JobRequest {
  ip: string;
  requestId: string;
  actor: AuditActor;
  administrator: ActingAdministrator;
}

/** As it was given: users by their ids, of which only the number is kept here, or by filters. */
export interface JobSelection {
  ids?: number;
  filter?: Readonly<Record<string, string>>;
}

export interface BulkJob {
  id: string;
  number: number;
  act: JobAct;
  parameters: JobParameters;
  selection: JobSelection;
  undoes: string | null;
  actor_kind: "token" | "api_key" | "user";
  actor_id: string | null;
  request: JobRequest;
  state: JobState;
  error: string | null;
  total: number;
  done: number;
  skipped: number;
  failed: number;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  /** The job that takes it back, unless that was cancelled or stopped. */
  undone_by: string | null;
}

const Moment = Type.String({ format: "date-time" });
const MayHaveHappened = Type.Union([Moment, Type.Null()]);
const MayBeText = Type.Union([Type.String(), Type.Null()]);
const Id = Type.String({ format: "uuid" });
const Count = Type.Integer();

export const UndoReply = Type.Object({
  possible: Type.Boolean(),
  until: Type.Union([Moment, Type.Null()], { description: `${UNDO_DAYS} days after the end of the job` }),
  why_not: MayBeText,
});

const words = <Word extends string>(choices: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({ type: "string", enum: [...choices], ...(description && { description }) });

export const JobReply = Type.Object({
  id: Id,
  act: words<JobAct>([...BULK_ACT_NAMES, "undo"]),
  banned_until: Type.Optional(Moment),
  app_metadata: Type.Optional(FreeForm),
  users: Type.Object({ ids: Type.Optional(Count), filter: Type.Optional(FreeForm) }, { description: "As they were selected" }),
  reason: MayBeText,
  created_by: Type.Object({ kind: Type.String(), id: Type.Union([Id, Type.Null()]), name: Type.String() }),
  created_at: Moment,
  started_at: MayHaveHappened,
  ended_at: MayHaveHappened,
  state: words<JobState>(
    ["waiting", "running", "done", "cancelled", "stopped"],
    "stopped: whoever created it may not do this any more",
  ),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "Why it was stopped; over_email_send_rate_limit: it waits until mails may leave again",
  }),
  total: Count,
  done: Count,
  skipped: Count,
  failed: Count,
  undoes: Type.Union([Id, Type.Null()], { description: "The job that this one takes back" }),
  undone_by: Type.Union([Id, Type.Null()]),
  undo: UndoReply,
});

export function presentJob(job: BulkJob, now: Date): Static<typeof JobReply> {
  const { parameters, selection, request } = job;
  const { kind, id, name, reason } = request.administrator;
  return {
    id: job.id,
    act: job.act,
    ...(parameters.banned_until !== undefined && { banned_until: parameters.banned_until }),
    ...(parameters.app_metadata !== undefined && { app_metadata: parameters.app_metadata }),
    users: selection,
    reason,
    created_by: { kind, id, name },
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    ended_at: job.ended_at?.toISOString() ?? null,
    state: job.state,
    error: job.error,
    total: job.total,
    done: job.done,
    skipped: job.skipped,
    failed: job.failed,
    undoes: job.undoes,
    undone_by: job.undone_by,
    undo: undoOf(job, now),
  };
}

function undoOf(job: BulkJob, now: Date): Static<typeof UndoReply> {
  const whyNot = finalBecause(job.act);
  if (whyNot !== undefined) return { possible: false, until: null, why_not: whyNot };
  if (job.ended_at === null) return { possible: false, until: null, why_not: "It is under way." };
  const until = undoableUntil(job.ended_at);
  const possible = job.undone_by === null && job.done > 0 && now < until;
  return { possible, until: until.toISOString(), why_not: possible ? null : reasonAgainst(job, now, until) };
}

function reasonAgainst({ undone_by: undoneBy, done }: BulkJob, now: Date, until: Date): string {
  if (undoneBy !== null) return "It is undone already.";
  return now >= until || done > 0 ? `${UNDO_DAYS} days have passed.` : "It changed nothing.";
}

export const undoableUntil = (endedAt: Date): Date => new Date(endedAt.getTime() + UNDO_DAYS * DAY_MS);
