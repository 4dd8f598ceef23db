// GET, POST /admin/bulk-jobs and GET /admin/bulk-jobs/:id: one act upon many users, in the background.
//
// What is where in this slice: acts.ts has the acts, job_body.ts reads a request, create_job.ts writes it down. work.ts works on
// jobs in the background: actor.ts says whether their creator still may, perform.ts does it to one user.
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { hasRight, requireRight } from "../grants/administrator.ts";
import { readReason } from "../grants/reason.ts";
import type { Right } from "../grants/rights.ts";
import { METADATA_BODY_BYTES } from "../users/metadata.ts";
import { type BulkAct, finalBecause, rightOf } from "./acts.ts";
import { createJobIn } from "./create_job.ts";
import { JobReply, presentJob, UNDO_DAYS } from "./job.ts";
import { JobBody, readParameters, readSelection, withReason } from "./job_body.ts";
import { readJobId } from "./job_id.ts";
import { findJob, listJobs } from "./queries.ts";
import { insertSelected, previewOf } from "./queries_selection.ts";

const DEFAULT_LISTED = 50;
const MOST_LISTED = 200;

const MayBeText = Type.Union([Type.String(), Type.Null()]);

const PreviewReply = Type.Object({
  dry_run: Type.Boolean(),
  count: Type.Integer({ description: "Users whom it would mean" }),
  missing: Type.Integer({ description: "Ids of nobody" }),
  sample: Type.Array(Type.Object({ id: Type.String({ format: "uuid" }), email: MayBeText, phone: MayBeText }), {
    description: "At most ten of them",
  }),
  undo: Type.Object({ possible: Type.Boolean(), days: Type.Union([Type.Integer(), Type.Null()]), why_not: MayBeText }),
});

export const postAdminBulkJobs = endpoint({
  method: "POST",
  path: "/admin/bulk-jobs",
  access: "admin",
  right: ({ body }) => rightsToSelect(body),
  summary:
    "Do something to many users in the background, or see whom it would mean; it takes the right that it takes for one user",
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: JobBody,
  status: 202,
  reply: JobReply,
  answers: { 200: { description: "With dry_run: whom it would mean", reply: PreviewReply } },
  refuses: [403, 422],
  handle: async (bare) => {
    const input = withReason(bare);
    const { body, caller, db, now, request } = input;
    const { act } = body;
    const right = rightOf(act);
    const parameters = readParameters(body, now);
    const selection = readSelection(body, now);
    if (body.dry_run) {
      if (!caller.administrator || !hasRight(caller.administrator, right)) throw fail.rightMissing({ values: { right } });
      return new Answer(200, {}, { dry_run: true, ...(await previewOf(db, selection)), undo: undoInWords(act) });
    }
    requireRight(caller.administrator, right, readReason(request));
    const job = await db.transaction((tx) =>
      createJobIn(tx, input, {
        act,
        parameters,
        selection: selection.kept,
        insertUsers: (own, id) => insertSelected(own, id, selection),
      }),
    );
    return new Answer(202, {}, presentJob(job, now));
  },
});

/** As the list of users needs for its filters. */
function rightsToSelect({ users }: Readonly<Record<string, unknown>>): Right[] {
  const { filter } = (users ?? {}) as { filter?: { server_role?: unknown } };
  return ["users:read", ...(filter?.server_role === undefined ? [] : (["administrators:read"] as const))];
}

function undoInWords(act: BulkAct) {
  const whyNot = finalBecause(act);
  return { possible: whyNot === undefined, days: whyNot === undefined ? UNDO_DAYS : null, why_not: whyNot ?? null };
}

export const getAdminBulkJobs = endpoint({
  method: "GET",
  path: "/admin/bulk-jobs",
  access: "admin",
  right: "users:read",
  summary: "Bulk jobs, newest first",
  query: Type.Object({
    cursor: Type.Optional(Type.String({ pattern: "^[1-9][0-9]{0,14}$", description: "next_cursor of the answer before" })),
    limit: Type.Optional(
      Type.String({ pattern: "^[1-9][0-9]{0,3}$", description: `${DEFAULT_LISTED} unless given, at most ${MOST_LISTED}` }),
    ),
  }),
  reply: Type.Object({
    jobs: Type.Array(JobReply),
    next_cursor: Type.Optional(Type.String({ description: "Missing at the end" })),
  }),
  handle: async ({ query, db, now }) => {
    const most = Math.min(Number(query.limit ?? DEFAULT_LISTED), MOST_LISTED);
    const rows = await listJobs(db, query.cursor === undefined ? undefined : Number(query.cursor), most + 1);
    const page = rows.slice(0, most);
    const last = page.at(-1);
    const jobs = page.map((each) => presentJob(each, now));
    return { jobs, ...(last && rows.length > most && { next_cursor: String(last.number) }) };
  },
});

export const getAdminBulkJob = endpoint({
  method: "GET",
  path: "/admin/bulk-jobs/:id",
  access: "admin",
  right: "users:read",
  summary: "A bulk job, and how far it is",
  params: Type.Object({ id: Type.String() }),
  reply: JobReply,
  handle: async ({ params, db, now }) => {
    const job = await findJob(db, readJobId(params.id));
    if (!job) throw fail.bulkJobUnknown();
    return presentJob(job, now);
  },
});
