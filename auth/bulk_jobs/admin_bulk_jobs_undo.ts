// POST /admin/bulk-jobs/:id/undo: takes back what a bulk job did, as a job of its own. What somebody changed since stays as it is.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { requireRight } from "../grants/administrator.ts";
import { readReason } from "../grants/reason.ts";
import { finalBecause, rightOf } from "./acts.ts";
import { createJobIn } from "./create_job.ts";
import { type BulkJob, JobReply, presentJob, UNDO_DAYS, undoableUntil } from "./job.ts";
import { Reason, withReason } from "./job_body.ts";
import { readJobId } from "./job_id.ts";
import { lockJob } from "./queries.ts";
import { insertUndone } from "./queries_users.ts";

export const undoAdminBulkJob = endpoint({
  method: "POST",
  path: "/admin/bulk-jobs/:id/undo",
  access: "admin",
  right: "users:read",
  summary: "Take back what a bulk job did, within seven days, but for what was changed since",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ reason: Reason }),
  status: 202,
  reply: JobReply,
  refuses: [403, 422],
  handle: async ({ params, ...bare }) => {
    const input = withReason(bare);
    const { caller, db, now, request } = input;
    const id = readJobId(params.id);
    requireRight(caller.administrator, rightOf("undo"), readReason(request));
    const job = await db.transaction(async (tx) => {
      const existing = await lockJob(tx, id);
      if (!existing) throw fail.bulkJobUnknown();
      requireUndoable(existing, now);
      return createJobIn(tx, input, {
        act: "undo",
        parameters: {},
        selection: existing.selection,
        undoes: id,
        insertUsers: (own, undoId) => insertUndone(own, undoId, id),
      });
    });
    return new Answer(202, {}, presentJob(job, now));
  },
});

function requireUndoable({ act, ended_at: endedAt, undone_by: undoneBy }: BulkJob, now: Date): void {
  const why = finalBecause(act);
  if (why !== undefined) throw fail.bulkJobFinal({ values: { why } });
  if (endedAt === null) throw fail.bulkJobUnderWay();
  if (now >= undoableUntil(endedAt)) throw fail.bulkJobUndoLate({ values: { days: UNDO_DAYS } });
  if (undoneBy !== null) throw fail.bulkJobUndone();
}
