// POST /admin/user-imports/:id/cancel: ends an import and forgets its file. Users who were imported stay.
import { endpoint } from "../endpoint.ts";
import { CHANGES_IMPORT, changeImport } from "./change_import.ts";
import { endPhase } from "./queries.ts";
import { deleteParts } from "./queries_lines.ts";
import { requireImporter, requireState } from "./user_import.ts";

export const cancelAdminUserImport = endpoint({
  method: "POST",
  path: "/admin/user-imports/:id/cancel",
  ...CHANGES_IMPORT,
  right: "users:read",
  ignoresBody: true,
  summary: "End an import of users; those who were imported stay",
  handle: (input) => {
    requireImporter(input.caller);
    return changeImport(input, async (tx, row) => {
      requireState(row, "receiving", "checking", "checked", "importing");
      await endPhase(tx, row.id, { from: [row.state], to: "cancelled", now: input.now });
      await deleteParts(tx, row.id);
      return { action: "user_import_cancelled", traits: { users: row.state === "importing" ? row.imported : 0 } };
    });
  },
});
