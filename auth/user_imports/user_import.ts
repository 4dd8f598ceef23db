// An import of users as it is stored, and as administrators see it.
import { type Static, Type } from "typebox";
import { isUuid } from "../admin/user_body.ts";
import type { JobRequest } from "../bulk_jobs/job.ts";
import type { AuthCaller } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { hasRight } from "../grants/administrator.ts";
import { SOURCES, type Source } from "./sources.ts";

export const IMPORT_STATES = ["receiving", "checking", "checked", "importing", "done", "cancelled", "stopped"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export interface UserImport {
  id: string;
  number: number;
  source: Source;
  file_name: string;
  sealed_parameters: Buffer | null;
  actor_kind: "token" | "api_key" | "user";
  actor_id: string | null;
  request: JobRequest;
  state: ImportState;
  error: string | null;
  parts: number;
  lines: number;
  bytes: number;
  imported: number;
  existing: number;
  refused: number;
  incomplete: number;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

const Moment = Type.String({ format: "date-time" });
const MayHaveHappened = Type.Union([Moment, Type.Null()]);
const MayBeText = Type.Union([Type.String(), Type.Null()]);
const Count = Type.Integer();

export const ImportReply = Type.Object({
  id: Type.String({ format: "uuid" }),
  source: Type.Unsafe<Source>({ type: "string", enum: [...SOURCES] }),
  file_name: Type.String(),
  state: Type.Unsafe<ImportState>({
    type: "string",
    enum: [...IMPORT_STATES],
    description: "checked: waits until somebody starts it; stopped: whoever started it may not do this any more",
  }),
  error: MayBeText,
  created_by: Type.Object({ kind: Type.String(), id: MayBeText, name: Type.String() }),
  reason: MayBeText,
  created_at: Moment,
  started_at: MayHaveHappened,
  ended_at: MayHaveHappened,
  parts: Type.Integer({ description: "How many have arrived" }),
  lines: Type.Integer({ description: "How many users the file has" }),
  imported: Type.Integer({ description: "In the dry run: how many would be" }),
  existing: Type.Integer({ description: "Who are here already, and are not changed" }),
  refused: Count,
  incomplete: Type.Integer({ description: "Of those that are imported: without their password, a factor or an identity" }),
});

export function presentImport(row: UserImport): Static<typeof ImportReply> {
  const { request, created_at: createdAt, started_at: startedAt, ended_at: endedAt } = row;
  const { id, source, file_name, state, error, parts, lines, imported, existing, refused, incomplete } = row;
  const { kind, id: by, name, reason } = request.administrator;
  return {
    ...{ id, source, file_name, state, error, parts, lines, imported, existing, refused, incomplete },
    created_by: { kind, id: by, name },
    reason,
    created_at: createdAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
  };
}

export function readImportId(text: string): string {
  if (!isUuid(text)) throw fail.userImportUnknown();
  return text.toLowerCase();
}

/** A dry run changes nothing, so it needs neither a fresh proof nor a reason. The start of an import does. */
export function requireImporter({ administrator }: AuthCaller): void {
  if (administrator && hasRight(administrator, "users:import")) return;
  throw fail.rightMissing({ values: { right: "users:import" } });
}

export function requireState({ state }: UserImport, ...wanted: ImportState[]): void {
  if (!wanted.includes(state)) throw fail.userImportNotInState({ values: { state, wanted: wanted.join(" or ") } });
}
