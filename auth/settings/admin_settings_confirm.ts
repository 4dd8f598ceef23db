// POST and DELETE /admin/settings/confirm: keeps the change that waits for it, or takes it back at once.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { adminActOf } from "../admin/admin_act.ts";
import type { AuditAction } from "../audit/entry.ts";
import { logAct } from "../audit/log_act.ts";
import { type AuthCaller, type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { confirmVersion, dropVersion, findVersion, lockVersions, notifyOfSettings } from "./queries.ts";
import { requireRightsFor } from "./setting_rights.ts";

const body = Type.Object({ version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const reply = Type.Object({ version: Type.Integer({ description: "That counts now" }) });

export const postAdminSettingsConfirm = endpoint({
  method: "POST",
  path: "/admin/settings/confirm",
  access: "admin",
  right: "settings:read",
  summary: "Keep a change of settings that waits for its confirmation",
  body,
  reply,
  refuses: [403, 404, 409],
  handle: async ({ body: { version }, ...input }) => {
    await decide(input, version, confirmVersion, "settings_confirmed");
    return { version };
  },
});

export const deleteAdminSettingsConfirm = endpoint({
  method: "DELETE",
  path: "/admin/settings/confirm",
  access: "admin",
  right: "settings:read",
  summary: "Take a change of settings back that waits for its confirmation",
  body,
  reply,
  refuses: [403, 404, 409],
  handle: async ({ body: { version }, ...input }) => {
    const { base } = await decide(input, version, dropVersion, "settings_dropped");
    return { version: base };
  },
});

type Input = Omit<AuthInput<unknown>, "body"> & { caller: AuthCaller };
type Decide = (tx: Db, version: number) => Promise<boolean>;

async function decide(input: Input, number: number, write: Decide, action: AuditAction) {
  const act = adminActOf(input);
  const version = await input.db.transaction(async (tx) => {
    await lockVersions(tx);
    const existing = await findVersion(tx, number);
    if (!existing) throw fail.versionUnknown();
    requireRightsFor(input.caller, Object.keys(existing.changes));
    if (!(await write(tx, number))) throw fail.versionNotPending();
    await logAct(tx, act, { action, actor: act.actor, traits: { settings_version: number } });
    await notifyOfSettings(tx);
    return existing;
  });
  await input.settings.follow();
  return version;
}
