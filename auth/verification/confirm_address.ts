// Confirms the address that a token was sent to, if it was not confirmed, and lets its owner in.
import type { Db } from "../../kernel/sql/database.ts";
import { logAct } from "../audit/log_act.ts";
import { markVerified } from "../identities/queries.ts";
import type { StoredToken } from "../one_time_tokens/queries.ts";
import { type LockedUser, updateUser } from "../users/queries.ts";
import { letIn, loginTrait, signInColumns } from "./let_in.ts";
import type { Redemption } from "./redeem.ts";
import { isPhoneType } from "./types.ts";

export async function confirmAddress(tx: Db, token: StoredToken, owner: LockedUser, redemption: Redemption) {
  const { proof, ending, now } = redemption;
  const channel = isPhoneType(proof.type) ? "phone" : "email";
  const isFirst = owner[`${channel}_confirmed_at`] === null;
  const changes = {
    [`${channel}_confirmed_at`]: owner[`${channel}_confirmed_at`] ?? now,
    encrypted_password: passwordAfter(token, owner, redemption),
    is_anonymous: false,
    ...signInColumns(redemption),
  };
  const added = { raw_user_meta_data: { [`${channel}_verified`]: true } };
  const address = channel === "email" ? { email: token.relates_to } : { phone: token.relates_to };
  const written = Promise.all([
    updateUser(tx, owner.id, changes, { added, now }),
    markVerified(tx, owner.id, address, now),
    ...(isFirst
      ? [
          logAct(tx, redemption, {
            action: "user_signedup",
            actor: owner,
            traits: { confirmed: channel, ...loginTrait(redemption) },
          }),
        ]
      : []),
    ...(!isFirst && "session" in ending ? [logAct(tx, redemption, { action: "login", actor: owner })] : []),
  ]);
  // All of it travels together; what is sent last reads what the others have written.
  const [signedIn] = await Promise.all([letIn(tx, token, redemption), written]);
  return signedIn;
}

/** Of an account that was never confirmed, a password stays only where the token came of the same sign-up. */
function passwordAfter({ keeps_password: keeps }: StoredToken, owner: LockedUser, { newPassword }: Redemption): string | null {
  const kept = keeps || owner.confirmed_at !== null ? owner.encrypted_password : null;
  return kept ?? newPassword ?? null;
}
