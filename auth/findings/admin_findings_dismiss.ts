// POST /admin/findings/:id/dismiss: does not show a finding any more, with the reason in Audit-Reason, unless it gets worse.
import { Type } from "typebox";
import { adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { putDismissal } from "./queries.ts";
import { FindingReply, findingLanguage, present, readFindings } from "./shown_finding.ts";

export const dismissAdminFinding = endpoint({
  method: "POST",
  path: "/admin/findings/:id/dismiss",
  access: "admin",
  right: "findings:write",
  summary: "Do not show a finding any more, for a reason",
  params: Type.Object({ id: Type.String() }),
  ignoresBody: true,
  reply: FindingReply,
  refuses: [404, 422],
  handle: async ({ params: { id }, ...input }) => {
    const by = adminActOf(input);
    const { reason, name, kind } = by.administrator;
    if (reason === null) throw fail.reasonMissing();
    const { findings } = await readFindings(input);
    const current = findings.find(({ finding }) => finding.id === id);
    if (!current) throw fail.findingUnknown();
    const { severity } = current.finding;
    const dismissal = { id, severity, reason, dismissed_by: name || kind, dismissed_at: input.now };
    await input.db.transaction(async (tx) => {
      await putDismissal(tx, dismissal);
      await logAct(tx, by, { action: "finding_dismissed", actor: by.actor, traits: { finding: id, severity } });
    });
    return present({ ...current, dismissal }, findingLanguage(input.request));
  },
});
