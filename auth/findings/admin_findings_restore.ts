// POST /admin/findings/:id/restore: shows a dismissed finding again, if it still holds.
import { Type } from "typebox";
import { adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { deleteDismissal } from "./queries.ts";
import { FindingReply, findingLanguage, present, readFindings } from "./shown_finding.ts";

export const restoreAdminFinding = endpoint({
  method: "POST",
  path: "/admin/findings/:id/restore",
  access: "admin",
  right: "findings:write",
  summary: "Show a dismissed finding again",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  reply: FindingReply,
  refuses: [404, 422],
  handle: async ({ params: { id }, ...input }) => {
    const by = adminActOf(input);
    const { findings } = await readFindings(input);
    const current = findings.find(({ finding }) => finding.id === id);
    if (!current) throw fail.findingUnknown();
    await input.db.transaction(async (tx) => {
      if (!(await deleteDismissal(tx, id))) throw fail.findingNotDismissed();
      await logAct(tx, by, { action: "finding_restored", actor: by.actor, traits: { finding: id } });
    });
    return present({ ...current, dismissal: undefined }, findingLanguage(input.request));
  },
});
