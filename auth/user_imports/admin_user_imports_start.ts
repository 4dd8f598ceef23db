// POST /admin/user-imports/:id/start: imports what was checked. Whoever starts it says why, and has to keep the right to the end.
import { adminActOf } from "../admin/admin_act.ts";
import { actorOf } from "../bulk_jobs/actor.ts";
import { requestOf } from "../bulk_jobs/create_job.ts";
import { endpoint } from "../endpoint.ts";
import { CHANGES_IMPORT, changeImport } from "./change_import.ts";
import { addImportWork, beginPhase } from "./queries.ts";
import { unsettleParts } from "./queries_lines.ts";
import { requireState } from "./user_import.ts";

export const startAdminUserImport = endpoint({
  method: "POST",
  path: "/admin/user-imports/:id/start",
  ...CHANGES_IMPORT,
  right: "users:import",
  ignoresBody: true,
  summary: "Import the users of a file that was checked, in the background; users who are here already are not changed",
  handle: (input) =>
    changeImport(input, async (tx, row) => {
      requireState(row, "checked");
      await unsettleParts(tx, row.id);
      await beginPhase(tx, row.id, "importing", input.now, { ...actorOf(input.caller), request: requestOf(adminActOf(input)) });
      await addImportWork(tx, input.config.jobSchema, row.id);
      return { action: "user_import_started", traits: { users: row.imported } };
    }),
});
