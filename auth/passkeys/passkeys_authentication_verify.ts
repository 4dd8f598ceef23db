// POST /passkeys/authentication/verify: signs in with a passkey.
import type { Db } from "../../kernel/sql/database.ts";
import { logAct } from "../audit/log_act.ts";
import { type AuthInput, endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readUserWithIdentities } from "../identities/queries.ts";
import { newSession } from "../sessions/new_session.ts";
import { openSession } from "../sessions/queries.ts";
import { presentSession, SessionReply, type SignedIn } from "../sessions/session.ts";
import { isBanned } from "../users/ban.ts";
import { lockUser, updateUser } from "../users/queries.ts";
import type { UserRow } from "../users/user.ts";
import { type VerifiedAssertion, verifyAssertion } from "../webauthn/ceremonies.ts";
import { readAssertion } from "../webauthn/credential_response.ts";
import { relyingPartyOf } from "../webauthn/relying_party.ts";
import { AnswerBody, takeAnswer } from "./answer.ts";
import { requirePasskeys } from "./passkey.ts";
import { findPasskey, notePasskeyUse, type PasskeyRow } from "./queries.ts";

export const passkeyAuthenticationVerify = endpoint({
  method: "POST",
  path: "/passkeys/authentication/verify",
  access: "public",
  failureLimit: "passkeyVerify",
  summary: "Sign in with a passkey",
  body: AnswerBody,
  reply: SessionReply,
  refuses: [403, 404],
  handle: async (input) => {
    const { config, db, log } = input;
    requirePasskeys(config);
    const { challenge, credential } = await takeAnswer(input, { ceremony: "authentication", userId: null });
    const assertion = readAssertion(credential);
    const passkey = await findPasskey(db, assertion.id);
    // The authenticator says whose it is, and has to be right.
    const handle = assertion.userHandle && Buffer.from(assertion.userHandle, "base64url").toString();
    if (!passkey || handle !== passkey.user_id) throw fail.credentialRefused();
    const stored = {
      id: passkey.credential_id,
      publicKey: passkey.public_key,
      counter: passkey.sign_count,
      deviceType: passkey.device_type,
    };
    const asserted = await verifyAssertion(relyingPartyOf(config), assertion, challenge, { credential: stored, log });
    if (!asserted) throw fail.credentialRefused();
    const signedIn = await db.transaction((tx) => signIn(tx, passkey, asserted, input));
    return presentSession(signedIn, input);
  },
});

async function signIn(
  tx: Db,
  { id, user_id: userId }: PasskeyRow,
  asserted: VerifiedAssertion,
  input: AuthInput<unknown>,
): Promise<SignedIn> {
  const { config, now } = input;
  const [user, isNoted] = await Promise.all([lockUser(tx, userId), notePasskeyUse(tx, id, asserted, now)]);
  if (!user || !isNoted) throw fail.credentialRefused();
  requireUsable(user, now);
  const aal = config.passkeyUvAal2 && asserted.isUserVerified ? "aal2" : "aal1";
  const session = { ...newSession(input, "passkey"), aal } as const;
  const writes = [
    updateUser(tx, userId, { last_sign_in_at: now }, { now }),
    logAct(tx, session, { action: "login", actor: user, traits: { provider: "passkey", passkey_id: id } }),
  ];
  const [sessionRow, row] = await Promise.all([openSession(tx, userId, session), readUserWithIdentities(tx, userId), ...writes]);
  return { ...row, ...sessionRow };
}

function requireUsable(user: UserRow, now: Date): void {
  if (isBanned(user.banned_until, now)) throw fail.callerBanned();
  if (user.email !== null ? !user.email_confirmed_at : user.phone !== null && !user.phone_confirmed_at)
    throw user.email !== null ? fail.passkeyEmailNotConfirmed() : fail.passkeyPhoneNotConfirmed();
}
