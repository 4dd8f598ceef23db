// Ends all sessions of a user at once, because a hook says so.
import type { Database } from "../../kernel/sql/database.ts";
import type { Act } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import { endCodes } from "../flow_states/queries_codes.ts";
import { deleteSessions } from "../sessions/queries.ts";
import { lockUser } from "../users/queries.ts";

export async function signOutEverywhere(db: Database, userId: string, act: Act): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) return;
    const entry = { action: "logout", actor: user, traits: { reason: "hook" } } as const;
    await Promise.all([endCodes(tx, userId), deleteSessions(tx, userId), logAct(tx, act, entry)]);
  });
}
