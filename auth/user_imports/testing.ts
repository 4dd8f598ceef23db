// Test support: an import of users, and a worker that does what is to be done.
import assert from "node:assert/strict";
import type { TestAuth } from "../testing.ts";
import { listIdleImports } from "./queries.ts";
import type { ImportState } from "./user_import.ts";
import { workOnImport } from "./work.ts";

export interface ShownImport {
  id: string;
  state: ImportState;
  error: string | null;
  parts: number;
  lines: number;
  imported: number;
  existing: number;
  refused: number;
  incomplete: number;
}

export interface ShownResult {
  line: number;
  outcome: string;
  user_id: string | null;
  name: string | null;
  notes: string[];
}

type Around = Pick<TestAuth, "service" | "clock" | "get" | "post" | "call" | "admin">;
type Headers = Record<string, string>;

export const beginImport = async (auth: Around, body: object = { source: "cofre" }, headers: Headers = auth.admin) => {
  const reply = await auth.post("/admin/user-imports", body, headers);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as ShownImport;
};

export const sendPart = (auth: Around, { id }: { id: string }, number: number, lines: string, headers: Headers = auth.admin) =>
  auth.call(`/admin/user-imports/${id}/parts/${number}`, { method: "PUT", body: { lines }, headers });

export const jsonLines = (users: readonly object[]) => users.map((user) => JSON.stringify(user)).join("\n");

/** Sent, and checked by a worker. */
export async function checkedImport(auth: Around, users: readonly object[], body?: object, headers: Headers = auth.admin) {
  const begun = await beginImport(auth, body, headers);
  const sent = await sendPart(auth, begun, 1, jsonLines(users), headers);
  assert.equal(sent.status, 200, sent.text);
  const reply = await auth.post(`/admin/user-imports/${begun.id}/check`, { parts: 1 }, headers);
  assert.equal(reply.status, 200, reply.text);
  await workOnImports(auth);
  return readImport(auth, begun);
}

export async function readImport(auth: Around, { id }: { id: string }): Promise<ShownImport> {
  const reply = await auth.get(`/admin/user-imports/${id}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as ShownImport;
}

/** Until there is nothing left to do. */
export async function workOnImports({ service, clock }: Around): Promise<void> {
  const { db, config, log, serverKeys } = service.world;
  for (let ids = await listIdleImports(db, 10); ids.length > 0; ids = await listIdleImports(db, 10))
    for (const id of ids) await workOnImport({ db, config, log, serverKeys, now: clock.now }, id);
}

export async function importResults(auth: Around, { id }: { id: string }, query = ""): Promise<ShownResult[]> {
  const reply = await auth.get(`/admin/user-imports/${id}/results${query}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { results: ShownResult[] }).results;
}
