// GET /admin/maintenance: version, migrations and size; housekeeping and backups; for how long rows are kept; what waits in the queue.
//
// What is where in this slice: retention.ts says for how long rows are kept, which auth/housekeeping.ts obeys; admin_jobs.ts is about single jobs.
import { Type } from "typebox";
import { countJobs } from "../../kernel/job_queue.ts";
import { ADOPTED_HISTORY } from "../adoption/adopt.ts";
import { endpoint } from "../endpoint.ts";
import { listRuns, type NotedRun, RUN_KINDS, type RunKind, readDatabaseFacts } from "./queries.ts";
import { RETENTION } from "./retention.ts";

const SHOWN_RUNS = 10;
const Moment = Type.String({ format: "date-time" });
const Count = Type.Integer();

const RunReply = Type.Object({
  kind: Type.Unsafe<RunKind>({ type: "string", enum: [...RUN_KINDS] }),
  started_at: Moment,
  seconds: Type.Number(),
  error: Type.Union([Type.String(), Type.Null()], { description: "Null: it went well" }),
  removed: Type.Optional(Type.Record(Type.String(), Count, { description: "How many rows, by kind" })),
  bytes: Type.Optional(Type.Number({ description: "Of a backup" })),
  scheduled: Type.Optional(Type.Boolean()),
  created_at: Type.Optional(Type.String({ format: "date-time", description: "Of the backup that was verified" })),
});

export const getAdminMaintenance = endpoint({
  method: "GET",
  path: "/admin/maintenance",
  access: "admin",
  right: "maintenance:read",
  summary: "Housekeeping, backups, retention, migrations, and the queue of jobs",
  reply: Type.Object({
    version: Type.String(),
    database: Type.Object({
      version: Type.String(),
      bytes: Type.Number({ description: "Of the whole database" }),
      migrations: Count,
      last_migration: Type.String(),
      migrated_at: Moment,
    }),
    runs: Type.Array(RunReply, { description: `The last ${SHOWN_RUNS} of each kind, newest first` }),
    retention: Type.Array(Type.Object({ name: Type.String(), days: Count }), {
      description: "For how many days rows are kept after they are over",
    }),
    jobs: Type.Array(
      Type.Object({
        task: Type.String(),
        waiting: Count,
        retrying: Count,
        running: Count,
        failed: Type.Integer({ description: "Not tried again" }),
        oldest: Moment,
      }),
    ),
  }),
  handle: async ({ config, db, version }) => {
    const history = config.adoptedSchema === undefined ? "migrations" : ADOPTED_HISTORY;
    const [facts, jobs, ...runs] = await Promise.all([
      readDatabaseFacts(db, history),
      countJobs(db, config.jobSchema),
      ...RUN_KINDS.map((kind) => listRuns(db, kind, SHOWN_RUNS)),
    ]);
    return {
      version,
      database: { ...facts, migrated_at: facts.migrated_at.toISOString() },
      runs: runs.flat().map(present),
      retention: Object.entries(RETENTION).map(([name, days]) => ({ name, days })),
      jobs: jobs.map((each) => ({ ...each, oldest: each.oldest.toISOString() })),
    };
  },
});

const present = ({ kind, started_at: startedAt, ended_at: endedAt, error, details }: NotedRun) => ({
  kind,
  started_at: startedAt.toISOString(),
  seconds: (endedAt.getTime() - startedAt.getTime()) / 1000,
  error,
  ...details,
});
