// Whether the caller proved recently who they are: by a sign-in or second factor in this session, the password, or a code from GET
// /reauthenticate.
// An access token alone is no such proof: it may have leaked.
import type { Db } from "../../kernel/sql/database.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { settleTries } from "../limits/queries_tries.ts";
import type { Amr } from "../sessions/session_row.ts";
import { type CheckedUser, checkPassword } from "../sign_in/check_password.ts";
import { noncesOf } from "./change_password.ts";
import type { Account } from "./queries_change.ts";
import { spendNonce } from "./spend_nonce.ts";

export interface Proof {
  password?: string;
  nonce?: string;
}

type Input = AuthInput<Proof> & { caller: AuthCaller };

const RECENT_SECONDS = 600;

/** Nobody can come back to an anonymous account, so its session is all the proof that there will ever be. */
export function isRecent({ session_amr: amr, is_anonymous: isAnonymous }: Account, now: Date): boolean {
  return isAnonymous || newest(amr ?? []) > now.getTime() / 1000 - RECENT_SECONDS;
}

function newest(amr: readonly Amr[]): number {
  return Math.max(0, ...amr.map(({ timestamp }) => timestamp));
}

/** Comparing takes long, so it is done before anything is locked. An empty password is a field that was not filled in. Counts as a sign-in does, and a wrong password is refused as there. */
export async function checkOwnPassword(input: Input, { email, phone }: Account): Promise<CheckedUser | undefined> {
  const { password } = input.body;
  if (!password) return undefined;
  const address = email !== null ? { email } : phone !== null ? { phone } : undefined;
  if (!address) throw fail.credentialsInvalid();
  return checkPassword({ ...input, body: { ...address, password }, client: input.request.ip });
}

/** In the transaction that has locked the account. A wrong nonce is returned and not thrown, so that the try is kept. */
export async function checkProof(
  tx: Db,
  account: Account,
  checked: CheckedUser | undefined,
  { body: { nonce }, serverKeys, now }: Input,
): Promise<"proved" | "wrong nonce"> {
  if (checked) {
    // The address or the password may have become another one's meanwhile.
    if (checked.user.id !== account.id || checked.user.encrypted_password !== account.encrypted_password)
      throw fail.credentialsInvalid();
    await settleTries(tx, checked.tries);
    return "proved";
  }
  if (nonce) {
    const macs = noncesOf(account, nonce, serverKeys.otp);
    return (await spendNonce(tx, account.id, { macs, serverKeys, now })) ? "proved" : "wrong nonce";
  }
  if (!isRecent(account, now)) throw fail.recentProofMissing();
  return "proved";
}
