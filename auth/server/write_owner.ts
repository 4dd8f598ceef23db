// Writes that a user owns this server, with its entry in the audit log, in the transaction that uses the code up.
import type { Db } from "../../kernel/sql/database.ts";
import { type Act, type ActingAdministrator, actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { useOwnerCode } from "../grants/owner_code.ts";
import { insertGrant } from "../grants/queries.ts";
import { lockUser } from "../users/queries.ts";

interface Whom {
  id: string;
  email: string | null;
  phone: string | null;
}

export async function writeOwner(tx: Db, act: Act, user: Whom): Promise<void> {
  const { id, email, phone } = user;
  await insertGrant(tx, { userId: id, role: "owner", grantedBy: null, now: act.now });
  const traits = { user_id: id, role: "owner", by: "code" };
  const name = email ?? phone ?? "";
  const administrator: ActingAdministrator = { kind: "owner_code", id, name, role: "owner", reason: null, userAgent: null };
  await logAct(tx, { ...act, administrator }, { action: "server_role_granted", actor: { id, email, phone }, traits });
}

/** For a user who is there already. */
export async function grantOwnership(input: AuthInput<unknown>, code: string, { id }: Whom): Promise<void> {
  const { db, now } = input;
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, id);
    if (!user) throw fail.userOfTokenGone();
    await useOwnerCode(tx, code, now);
    await writeOwner(tx, actOf(input), user);
  });
}
