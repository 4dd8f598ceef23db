// Switches a webhook off that is of no use any more, and writes it into the audit log, where administrators and other webhooks' receivers look.
import type { Database } from "../../kernel/sql/database.ts";
import type { OffReason } from "../../kernel/webhooks/follow.ts";
import { logAct } from "../audit/log_act.ts";
import { switchOff } from "./queries.ts";
import type { StoredWebhook } from "./webhook.ts";

interface Off {
  db: Database;
  now: () => Date;
}

/** Nothing happens where the webhook was changed meanwhile, which takes the lease. */
export async function turnOff({ db, now }: Off, { id }: StoredWebhook, lease: string, reason: OffReason): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    if (!(await switchOff(tx, id, lease, reason, at))) return;
    const traits = { webhook_id: id, enabled: false, reason };
    await logAct(tx, { ip: "", requestId: "", now: at }, { action: "webhook_updated", actor: { role: "webhooks" }, traits });
  });
}
