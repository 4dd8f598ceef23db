// POST /admin/bulk-jobs/:id/cancel: ends a bulk job. What it has done stays done.
import { Type } from "typebox";
import { adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { hasRight } from "../grants/administrator.ts";
import { rightOf } from "./acts.ts";
import { type BulkJob, JobReply, presentJob } from "./job.ts";
import { readJobId } from "./job_id.ts";
import { endJob, findJob, lockJob } from "./queries.ts";

export const cancelAdminBulkJob = endpoint({
  method: "POST",
  path: "/admin/bulk-jobs/:id/cancel",
  access: "admin",
  right: "users:read",
  summary: "End a bulk job; what it has done stays done",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  reply: JobReply,
  refuses: [403, 422],
  handle: async ({ params, ...input }) => {
    const { caller, db, now } = input;
    const id = readJobId(params.id);
    const job = await db.transaction(async (tx) => {
      const existing = await lockJob(tx, id);
      if (!existing) throw fail.bulkJobUnknown();
      const right = rightOf(existing.act);
      // To end what is grave needs no fresh proof: it is urgent.
      if (!caller.administrator || !hasRight(caller.administrator, right)) throw fail.rightMissing({ values: { right } });
      if (!(await endJob(tx, id, { state: "cancelled", now }))) throw fail.bulkJobEnded();
      const by = adminActOf(input);
      const traits = { bulk_job_id: id, act: existing.act };
      await logAct(tx, by, { action: "bulk_job_cancelled", actor: by.actor, traits });
      return (await findJob(tx, id)) as BulkJob;
    });
    return presentJob(job, now);
  },
});
