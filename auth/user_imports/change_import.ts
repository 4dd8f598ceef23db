// What the ways to move an import on have in common: its row is locked, and what is next is queued in the same transaction.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { adminActOf } from "../admin/admin_act.ts";
import type { AuditAction, AuditTraits } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findImport, lockImport } from "./queries.ts";
import { ImportReply, presentImport, readImportId, type UserImport } from "./user_import.ts";

export const CHANGES_IMPORT = {
  access: "admin",
  params: Type.Object({ id: Type.String() }),
  reply: ImportReply,
  refuses: [403, 422],
} as const;

type Input = Parameters<typeof adminActOf>[0] & Pick<AuthWorld, "db" | "config"> & { params: { id: string } };

/** `change` says what is written down, if anything. */
export async function changeImport(
  input: Input,
  change: (tx: Db, row: UserImport) => Promise<{ action: AuditAction; traits?: AuditTraits } | undefined>,
) {
  const id = readImportId(input.params.id);
  const changed = await input.db.transaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (!row) throw fail.userImportUnknown();
    const entry = await change(tx, row);
    const by = adminActOf(input);
    const traits = { user_import_id: id, source: row.source, ...entry?.traits };
    if (entry) await logAct(tx, by, { action: entry.action, actor: by.actor, traits });
    return (await findImport(tx, id)) as UserImport;
  });
  return presentImport(changed);
}
