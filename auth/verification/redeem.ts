// Redeems a token: it is spent and takes effect, or nothing happens. A try is claimed before the token is read.
// Data read without a lock is used only while the owner's row is unchanged; otherwise everything is checked again under its lock.
import { Fault } from "../../kernel/errors.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { isUniqueViolation } from "../../kernel/sql/sqlstate.ts";
import { fail } from "../errors.ts";
import { settleTries } from "../limits/queries_tries.ts";
import { throwIfLimited } from "../limits/tries.ts";
import type { Kind } from "../one_time_tokens/kinds.ts";
import { findTokens, returnTokenTries } from "../one_time_tokens/queries.ts";
import { isBanned } from "../users/ban.ts";
import { lockUser } from "../users/queries.ts";
import { changeAddress } from "./change_address.ts";
import { confirmAddress, confirmIn } from "./confirm_address.ts";
import type { Proof } from "./proof.ts";
import { claimAndFindTokens, type OwnedToken } from "./queries.ts";
import type { Outcome, Redemption } from "./redemption.ts";
import { isPhoneType } from "./types.ts";

export interface Verified {
  kind: Kind;
  outcome: Outcome;
}

export async function redeem(db: Database, redemption: Redemption): Promise<Verified> {
  const { proof, claims, now } = redemption;
  const { trial, tokens } = await claimAndFindTokens(db, claims, proof.choice, now);
  throwIfLimited(claims, trial);
  // A wrong code costs every token that it was tried on, or many accounts waiting for one address would lend it their tries.
  const giveBack = async (rest: readonly OwnedToken[]) => {
    if (proof.isCode && rest.length > 0) await returnTokenTries(db, rest);
  };
  const token = tokens.find((each) => isRedeemable(each, redemption));
  if (!token) {
    await giveBack(tokens.filter(proof.fits));
    throw refusal(proof);
  }
  const outcome = await redeemToken(db, token, redemption).catch(async (error) => {
    if (error instanceof Fault) await giveBack(tokens);
    throw error;
  });
  await giveBack(tokens.filter((each) => each !== token));
  return { kind: token.kind, outcome };
}

async function redeemToken(db: Database, token: OwnedToken, redemption: Redemption): Promise<Outcome> {
  requireUsable(token, redemption);
  const { proof } = redemption;
  const confirmed = isChange(proof) ? undefined : await confirmAddress(db, token, redemption);
  if (confirmed) return confirmed;
  const outcome = await db
    .transaction((tx) => redeemLocked(tx, token, redemption))
    .catch((cause) => {
      if (!isUniqueViolation(cause)) throw cause;
      throw isPhoneType(proof.type) ? fail.phoneTakenMeanwhile({ cause }) : fail.emailTakenMeanwhile({ cause });
    });
  if (!outcome) throw refusal(proof);
  return outcome;
}

/** Checks the token again once its owner is locked; undefined if it is no longer valid. */
async function redeemLocked(tx: Db, before: OwnedToken, redemption: Redemption): Promise<Outcome | undefined> {
  const { proof, tries, now } = redemption;
  const same = { tokenHash: before.token_hash, kinds: proof.choice.kinds };
  const [owner, [token]] = await Promise.all([lockUser(tx, before.user_id), findTokens(tx, same, now)]);
  const locked = owner && token && { ...owner, ...token };
  if (!locked || !isRedeemable(locked, redemption)) return undefined;
  requireUsable(locked, redemption);
  if (!isChange(proof)) return confirmIn(tx, locked, redemption);
  const [outcome] = await Promise.all([changeAddress(tx, locked, redemption), settleTries(tx, tries)]);
  return outcome;
}

function refusal({ isCode }: Proof): Fault {
  return isCode ? fail.verifyCodeInvalid() : fail.verifyLinkInvalid();
}

function isChange({ type }: Proof): boolean {
  return type === "email_change" || type === "phone_change";
}

/**
 * The secret matches, the address is still the owner's current or pending one, and an auth code is issued only for a PKCE flow.
 */
function isRedeemable(token: OwnedToken, { proof, ending }: Redemption): boolean {
  if (!proof.fits(token)) return false;
  if ("authCodeHash" in ending && token.flow_state_id === null) return false;
  const channel = isPhoneType(proof.type) ? "phone" : "email";
  if (!isChange(proof)) return token.relates_to === token[channel];
  const pending = token[`${channel}_change`];
  return pending !== null && token.relates_to === (token.purpose === "email_change_current" ? token.email : pending);
}

/** What is thrown leaves the token as it is. */
function requireUsable(owner: OwnedToken, { newPassword, requiresPassword, now }: Redemption): void {
  if (isBanned(owner.banned_until, now)) throw fail.verifyBanned();
  const lacksPassword = owner.encrypted_password === null && owner.invited_at !== null;
  if (requiresPassword && lacksPassword && newPassword === undefined) throw fail.verifyPasswordMissing();
}
