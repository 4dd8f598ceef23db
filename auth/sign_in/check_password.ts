// Finds the user of an address and a password, for all password sign-ins. Only a caller with the right password learns of a ban
// or a missing confirmation. Each try is claimed in the same statement, so that concurrent tries cannot exceed the limit.
import { Fault } from "../../kernel/errors.ts";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { AuthConfig } from "../config.ts";
import type { AuthWorld } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { askAboutPassword, type Verdict } from "../hooks/attempts.ts";
import { passwordRules } from "../limits/account_limits.ts";
import { refusedInEvenTime } from "../limits/even_time.ts";
import { returningTries, type TryRule, throwIfLimited } from "../limits/tries.ts";
import { isTooLong } from "../passwords/rules.ts";
import { isTemporary } from "../passwords/temporary.ts";
import { readEmail, readPhone } from "../users/address.ts";
import { isBanned } from "../users/ban.ts";
import type { Address, SignInUser } from "../users/queries.ts";
import { claimAndFindUser } from "./queries.ts";
import { signOutEverywhere } from "./sign_out_everywhere.ts";

export interface Credentials {
  email?: string;
  phone?: string;
  password?: string;
}

export interface CheckedUser {
  user: SignInUser;
  /** The hash is one that is no longer made, and should be replaced. */
  outdated: boolean;
  /** What the try was claimed under. The statement that comes of the success gives it back. */
  tries: readonly TryRule[];
}

type Checker = Pick<AuthWorld, "db" | "config" | "serverKeys" | "passwords" | "hooks" | "backgroundCalls" | "evenStepMs"> & {
  body: Credentials;
  request: Pick<Request, "id">;
  /** The address that the password came from, where it is known. */
  client: string | undefined;
  now: Date;
  /** A temporary password opens one session, which is where it is replaced. It proves nothing elsewhere. */
  takesTemporary?: true;
};

/** Where a hook is asked about existing accounts, errors are delayed to even times. */
export function checkPassword(checker: Checker): Promise<CheckedUser> {
  if (!checker.hooks.passwordVerificationAttempt) return verifyPassword(checker);
  return refusedInEvenTime(checker, () => verifyPassword(checker));
}

async function verifyPassword({ body, client, now, takesTemporary, ...world }: Checker): Promise<CheckedUser> {
  const { db, config, passwords } = world;
  const address = readSignInAddress(body, config);
  const password = body.password ?? "";
  const tries = passwordRules(world, "email" in address ? address.email : address.phone, client);
  // A caller refused for lack of hashing capacity has not used a try.
  const slot = passwords.reserve();
  try {
    const result = await claimAndFindUser(db, tries, address, now);
    throwIfLimited(tries, result);
    const user = result.id === null || isTooLong(password) ? undefined : result;
    const compared = slot.verify(password, user?.encrypted_password ?? undefined);
    const { matches, outdated } = await returningTries(db, tries, compared);
    if (user && !matches) reportWrongPassword(world, user, { isValid: false, client, now });
    if (!user || !matches) throw fail.credentialsInvalid();
    if (isTemporary(user.encrypted_password) && !takesTemporary) throw fail.credentialsInvalid();
    await requireHookAgrees(world, user, { isValid: true, client, now });
    requireConfirmed(user, address, now);
    return { user, outdated, tries };
  } finally {
    slot.release();
  }
}

interface Attempt {
  isValid: boolean;
  client: string | undefined;
  now: Date;
}

/**
 * A hook is asked only about existing accounts, so neither its answer nor its time may reach a caller without the password. It can still
 * sign the owner out. Hashing limits how many such calls run at once.
 */
function reportWrongPassword(world: HookWorld, user: SignInUser, attempt: Attempt): void {
  if (!world.hooks.passwordVerificationAttempt) return;
  world.backgroundCalls.start(async () => {
    try {
      await askHook(world, user, attempt);
    } catch (error) {
      // A hook that fails or refuses was logged where it was called.
      if (!(error instanceof Fault)) throw error;
    }
  });
}

async function requireHookAgrees(world: HookWorld, user: SignInUser, attempt: Attempt): Promise<void> {
  const verdict = world.hooks.passwordVerificationAttempt && (await askHook(world, user, attempt));
  if (verdict?.isRejected) throw fail.passwordRejected({ values: { message: verdict.message } });
}

type HookWorld = Pick<Checker, "db" | "hooks" | "backgroundCalls" | "request">;

async function askHook(
  { db, hooks, request }: HookWorld,
  { id: userId }: SignInUser,
  attempt: Attempt,
): Promise<Verdict | undefined> {
  const { isValid, client, now } = attempt;
  const verdict = await askAboutPassword(hooks, { userId, isValid, ip: client });
  if (verdict?.signsOut) await signOutEverywhere(db, userId, { ip: client ?? "", requestId: request.id, now });
  return verdict;
}

function readSignInAddress({ email, phone }: Credentials, config: AuthConfig): Address {
  if (email && phone) throw fail.signInOneAddress();
  if (email) {
    if (!config.externalEmailEnabled) throw fail.emailLoginsDisabled();
    return { email: readEmail(email) };
  }
  if (!phone) throw fail.signInAddressMissing();
  if (!config.externalPhoneEnabled) throw fail.phoneLoginsDisabled();
  return { phone: readPhone(phone) };
}

function requireConfirmed(user: SignInUser, address: Address, now: Date): void {
  if (isBanned(user.banned_until, now)) throw fail.signInBanned();
  if ("email" in address && !user.email_confirmed_at) throw fail.emailNotConfirmed();
  if ("phone" in address && !user.phone_confirmed_at) throw fail.phoneNotConfirmed();
}
