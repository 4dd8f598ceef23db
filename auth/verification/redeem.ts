// Redeems what a caller shows, and judges what came of it.

import type { Db } from "../../kernel/sql/database.ts";
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import { fail } from "../errors.ts";
import type { Kind } from "../one_time_tokens/kinds.ts";
import type { SessionRow } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { changeAddress, confirmAddress } from "./queries.ts";
import type { Redemption } from "./queries_redemption.ts";
import { isPhoneType } from "./types.ts";

export interface Verified {
  kind: Kind;
  /** Undefined while the same change has yet to be confirmed from another address. */
  signedIn: (UserWithIdentities & SessionRow) | undefined;
}

export async function redeem(db: Db, redemption: Redemption): Promise<Verified> {
  const { proof, now } = redemption;
  const found = await run(db, redemption);
  const invalid = proof.isCode ? fail.verifyCodeInvalid : fail.verifyLinkInvalid;
  if (!found) throw invalid();
  if (found.is_spent) return { kind: found.kind, signedIn: found.id === null ? undefined : found };
  if (isBanned(found.owner_banned_until, now)) throw fail.verifyBanned();
  if (redemption.demandsPassword && found.lacks_password && redemption.newPassword === undefined)
    throw fail.verifyPasswordMissing();
  // Somebody else was faster with the same token.
  throw invalid();
}

async function run(db: Db, redemption: Redemption) {
  const { type } = redemption.proof;
  const channel = isPhoneType(type) ? "phone" : "email";
  if (type !== "email_change" && type !== "phone_change") return confirmAddress(db, channel, redemption);
  try {
    return await changeAddress(db, channel, redemption);
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw channel === "email" ? fail.emailTakenMeanwhile({ cause }) : fail.phoneTakenMeanwhile({ cause });
  }
}
