// Redeems what a caller shows: the token is spent and all that it stands for happens, or nothing does. The owner's row is locked before
// the token is judged, so that callers at the same time are judged one after the other.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import type { Act } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { settleTries, type TryRule } from "../limits/queries_tries.ts";
import type { Kind } from "../one_time_tokens/kinds.ts";
import { countMiss, findTokens, lockTokenOwners, type StoredToken } from "../one_time_tokens/queries.ts";
import type { NewSession } from "../sessions/queries.ts";
import type { SignedIn } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import type { LockedUser } from "../users/queries.ts";
import { changeAddress } from "./change_address.ts";
import { confirmAddress } from "./confirm_address.ts";
import type { Proof } from "./proof.ts";
import { isPhoneType } from "./types.ts";

/** A session at once, or a code with which one can be had. */
export type Ending = { session: NewSession } | { authCodeHash: Buffer };

export interface Redemption extends Act {
  proof: Proof;
  /** For a user who has no password. */
  newPassword: string | undefined;
  /** Refuse invited users who have no password and bring none. */
  demandsPassword: boolean;
  /** Given back where the token is spent. */
  tries: readonly TryRule[];
  ending: Ending;
  world: Pick<AuthInput<unknown>, "config" | "serverKeys" | "now">;
}

export interface Verified {
  kind: Kind;
  /** `halfway`: the same change has yet to be confirmed from another address. Undefined where the ending is a code. */
  outcome: SignedIn | "halfway" | undefined;
}

export async function redeem(db: Database, redemption: Redemption): Promise<Verified> {
  const { proof } = redemption;
  const verified = await db
    .transaction((tx) => redeemIn(tx, redemption))
    .catch((cause) => {
      if (!isUniqueViolation(cause)) throw cause;
      throw isPhoneType(proof.type) ? fail.phoneTakenMeanwhile({ cause }) : fail.emailTakenMeanwhile({ cause });
    });
  if (!verified) throw proof.isCode ? fail.verifyCodeInvalid() : fail.verifyLinkInvalid();
  return verified;
}

/** Undefined where no token fits, and returned, not thrown: a wrong code is counted. */
async function redeemIn(tx: Db, redemption: Redemption): Promise<Verified | undefined> {
  const { proof, tries, now } = redemption;
  const [owners, tokens] = await Promise.all([lockTokenOwners(tx, proof.choice), findTokens(tx, proof.choice, now)]);
  const found = tokens.flatMap((token) => {
    const owner = owners.find(({ id }) => id === token.user_id);
    return owner && proof.fits(token) && isWanted(token, owner, redemption) ? [{ token, owner }] : [];
  })[0];
  if (!found) {
    // Against every token that it was tried on, or many accounts waiting for one address would lend it their tries.
    if (proof.isCode)
      await countMiss(
        tx,
        tokens.filter((token) => !proof.fits(token)),
      );
    return undefined;
  }
  const { token, owner } = found;
  demandUsable(owner, redemption);
  const act = isChange(proof) ? changeAddress : confirmAddress;
  const [outcome] = await Promise.all([act(tx, token, owner, redemption), settleTries(tx, tries)]);
  return { kind: token.kind, outcome };
}

function isChange({ type }: Proof): boolean {
  return type === "email_change" || type === "phone_change";
}

/** The address is still the owner's, or still the one that was waited for; and a code is given only where one was asked for. */
function isWanted(token: StoredToken, owner: LockedUser, { proof, ending }: Redemption): boolean {
  if ("authCodeHash" in ending && token.flow_state_id === null) return false;
  const channel = isPhoneType(proof.type) ? "phone" : "email";
  if (!isChange(proof)) return token.relates_to === owner[channel];
  const pending = owner[`${channel}_change`];
  return pending !== null && token.relates_to === (token.purpose === "email_change_current" ? owner.email : pending);
}

/** What is thrown leaves the token as it is. */
function demandUsable(owner: LockedUser, { newPassword, demandsPassword, now }: Redemption): void {
  if (isBanned(owner.banned_until, now)) throw fail.verifyBanned();
  const lacksPassword = owner.encrypted_password === null && owner.invited_at !== null;
  if (demandsPassword && lacksPassword && newPassword === undefined) throw fail.verifyPasswordMissing();
}
