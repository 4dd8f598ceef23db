// Ends what an app was let have, at once, and writes it down.
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthInput } from "../endpoint.ts";
import { deleteAppSession } from "../sessions/queries_apps.ts";
import { noteChanges } from "../users/queries_changes.ts";

/** Nothing happens where the app has no such session. */
export function endAppSession(
  { db, ...input }: Pick<AuthInput<unknown>, "db" | "request" | "now">,
  { sessionId, clientId }: { sessionId: string; clientId: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const count = await deleteAppSession(tx, sessionId, clientId);
    if (!count) return;
    const actor = { id: count.user_id, email: null, phone: null };
    await Promise.all([
      logAct(tx, actOf(input), { action: "logout", actor, traits: { session_id: sessionId, client_id: clientId } }),
      noteChanges(tx, count.user_id, ["app_ended"], input.now),
    ]);
  });
}
