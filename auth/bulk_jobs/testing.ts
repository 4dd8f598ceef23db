// Test support: bulk jobs, and a worker that does what is to be done.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import type { TestAuth } from "../testing.ts";
import { listIdleJobs } from "./queries.ts";
import { workOn } from "./work.ts";

export interface ShownJob {
  id: string;
  act: string;
  state: string;
  error: string | null;
  reason: string | null;
  users: { ids?: number; filter?: Record<string, string> };
  created_by: { kind: string; id: string | null; name: string };
  total: number;
  done: number;
  skipped: number;
  failed: number;
  undoes: string | null;
  undone_by: string | null;
  undo: { possible: boolean; until: string | null; why_not: string | null };
}

type Around = Pick<TestAuth, "service" | "clock" | "get" | "post" | "admin">;
type Headers = Record<string, string>;

export async function startJob(auth: Around, body: object, headers: Headers = auth.admin): Promise<ShownJob> {
  const reply = await auth.post("/admin/bulk-jobs", body, headers);
  assert.equal(reply.status, 202, reply.text);
  return reply.body as ShownJob;
}

export async function readJob(auth: Around, { id }: { id: string }): Promise<ShownJob> {
  const reply = await auth.get(`/admin/bulk-jobs/${id}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ShownJob;
}

/** State, and how many were done, skipped and failed. */
export const progress = ({ state, done, skipped, failed }: ShownJob) => [state, done, skipped, failed];

/** Until there is no job left. */
export async function work({ service, clock }: Around, translate?: Parameters<typeof workOn>[0]["translate"]): Promise<void> {
  const { world } = service;
  const { db } = world;
  for (let ids = await listIdleJobs(db, 10); ids.length > 0; ids = await listIdleJobs(db, 10))
    for (const id of ids) await workOn({ ...world, now: clock.now, translate }, id);
}

export async function finish(auth: Around, job: ShownJob): Promise<ShownJob> {
  await work(auth);
  return readJob(auth, job);
}

/** What became of each, in their order. */
export async function resultsOf(auth: Around, { id }: { id: string }, query = ""): Promise<[string, string, string | null][]> {
  const reply = await auth.get(`/admin/bulk-jobs/${id}/results${query}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  const { results } = reply.body as { results: { user_id: string; outcome: string; error: string | null }[] };
  return results.map(({ user_id: userId, outcome, error }) => [userId, outcome, error]);
}

/** Confirmed users, in the order of their ids in the answer. */
export async function makeUsers(auth: TestAuth, count: number, fields = "{}"): Promise<string[]> {
  const rows = await auth.service.world.db.many<{ id: string }>(sql`
    insert into users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'bulk' || n || '.' || md5(random()::text) || '@example.com', now(),
           ${JSON.parse(fields)}::jsonb, ${auth.clock.now()}, ${auth.clock.now()}
      from generate_series(1, ${count}::int) n
    returning id`);
  return rows.map(({ id }) => id);
}
