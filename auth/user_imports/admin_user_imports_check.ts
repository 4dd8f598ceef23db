// POST /admin/user-imports/:id/check: the file is complete. Each user is imported and taken back again, which says what would become of them.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { CHANGES_IMPORT, changeImport } from "./change_import.ts";
import { addImportWork, beginPhase } from "./queries.ts";
import { requireImporter, requireState } from "./user_import.ts";

export const checkAdminUserImport = endpoint({
  method: "POST",
  path: "/admin/user-imports/:id/check",
  ...CHANGES_IMPORT,
  right: "users:read",
  summary: "Check a file of users that has arrived, in the background: a dry run, which changes no user",
  body: Type.Object({ parts: Type.Integer({ minimum: 0, description: "How many were sent" }) }, { additionalProperties: false }),
  handle: (input) => {
    requireImporter(input.caller);
    return changeImport(input, async (tx, row) => {
      requireState(row, "receiving");
      if (row.parts !== input.body.parts) throw fail.userImportPartsMissing({ values: { received: row.parts } });
      if (row.lines === 0) throw fail.userImportEmpty();
      await beginPhase(tx, row.id, "checking", input.now);
      await addImportWork(tx, input.config.jobSchema, row.id);
      return undefined;
    });
  },
});
