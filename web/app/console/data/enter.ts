// Who opens the console, and what they may do.
import type { Refusal } from "../../rules/records.ts";
import { ask, askAdmin } from "./ask.ts";
import { type Console, ROLES, type Role } from "./console.ts";

interface SessionReply {
  id: string;
  email: string;
  proof_by_code: boolean;
}

interface ServerReply {
  roles: Role[];
  rights: string[];
  grave_rights: string[];
}

export async function enter(console: Console): Promise<void> {
  try {
    const [session, server] = await Promise.all([
      ask<SessionReply>(console, "/session"),
      ask<ServerReply>(console, "/api/auth/server"),
    ]);
    const { id, email, proof_by_code: proofByCode } = session.answer;
    const { roles, rights, grave_rights: graveRights } = server.answer;
    const role = ROLES.findLast((each) => roles.includes(each));
    if (!role) throw { status: 403, code: "not_admin", message: "", errors: {}, requestId: "" } satisfies Refusal;
    console.administrator.value = { id, email, role, rights, graveRights, proofByCode };
    // Auth says here whether the session is strong enough.
    await askAdmin(console, "/administrators");
    console.refusal.value = undefined;
  } catch (error) {
    console.refusal.value = error as Refusal;
  }
}
