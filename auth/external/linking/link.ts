// Which account a person from an external provider signs in to. Accounts are linked only by addresses that the provider has verified:
// otherwise a person could take over any account by naming its address.
import type { AuthConfig } from "../../config.ts";
import { fail } from "../../errors.ts";
import { isBanned } from "../../users/ban.ts";
import { hasVerifiedFactor, type UserWithIdentities } from "../../users/user.ts";
import type { ExternalProfile } from "../provider.ts";

export interface Person extends Pick<ExternalProfile, "subject" | "emails"> {
  provider: string;
}

/** An account that may be that person's: by the identity, an address, an invitation, or a requested link. */
export interface Candidate extends UserWithIdentities {
  has_invitation: boolean;
  /** The session in which the link was asked for goes on. */
  has_session: boolean;
  /** Of that session; null without one. */
  session_aal: string | null;
}

export interface Linking {
  userId: string;
  sessionId: string | undefined;
  /** The audience of the caller's token, where it is still to be checked. */
  audiences?: readonly string[];
}

/** `invitation`: the person accepts one. `linking`: a user adds the identity to their own account. */
export type SignInPurpose = { kind: "sign in" } | { kind: "invitation" } | { kind: "linking"; linking: Linking };

export type LinkRules = Pick<AuthConfig, "disableSignup" | "mailerAutoconfirm" | "mailerAllowUnverifiedEmailSignIns"> & {
  emailOptional: boolean;
};

export interface Decision extends AddressDecision {
  /** Undefined: a new one. */
  account: Candidate | undefined;
  /** The identity has been the account's before. */
  isKnown: boolean;
  /** The account was never confirmed, so everything its creator has put there is removed. */
  strips: boolean;
  keepsMetadata: boolean;
}

interface AddressDecision {
  /** The address that an account without one gets. */
  adopts: string | undefined;
  /** The account's own address, unconfirmed so far, is the person's. */
  confirms: boolean;
  /** An address that the provider has not verified; it becomes the account's once the mail is confirmed. */
  asks: string | undefined;
  /** It belongs to another account, which must not be revealed. */
  asksInVain: boolean;
  letsIn: boolean;
}

export function decide(
  candidates: readonly Candidate[],
  person: Person,
  purpose: SignInPurpose,
  { rules, now }: { rules: LinkRules; now: Date },
): Decision {
  if (!usedEmail(person.emails) && !rules.emailOptional) throw fail.providerEmailFailed();
  const owner = candidates.find((each) => hasIdentity(each, person));
  const account = accountFor(purpose, candidates, owner, person);
  if (!account && rules.disableSignup) throw fail.signupDisabled();
  if (account && isBanned(account.banned_until, now)) throw fail.callerBanned();
  const isKnown = owner !== undefined;
  const address = addressFor(account, candidates, person, { ...rules, isFirst: !isKnown, isLinking: purpose.kind === "linking" });
  return {
    ...address,
    account,
    isKnown,
    // A user who links an identity is signed in already.
    strips: purpose.kind !== "linking" && address.confirms && account?.confirmed_at === null,
    keepsMetadata: purpose.kind === "invitation",
  };
}

/** The primary address, else the last one; but rather one that is verified. */
export function usedEmail(emails: Person["emails"]): Person["emails"][number] | undefined {
  const chosenEmail = emails.find(({ primary }) => primary) ?? emails.at(-1);
  return chosenEmail?.verified ? chosenEmail : (emails.find(({ verified }) => verified) ?? chosenEmail);
}

export function verifiedEmails({ emails }: Pick<Person, "emails">): string[] {
  return emails.filter(({ verified }) => verified).map(({ email }) => email);
}

export function hasIdentity({ identities }: UserWithIdentities, { provider, subject }: Person): boolean {
  return identities.some((each) => each.provider === provider && each.id === subject);
}

function accountFor(
  purpose: SignInPurpose,
  candidates: readonly Candidate[],
  owner: Candidate | undefined,
  person: Person,
): Candidate | undefined {
  if (purpose.kind === "sign in") return owner ?? matchOf(candidates, person);
  return purpose.kind === "invitation" ? invitedOf(candidates, owner, person) : linkerOf(candidates, owner, purpose.linking);
}

function matchOf(candidates: readonly Candidate[], person: Person): Candidate | undefined {
  const verified = verifiedEmails(person);
  const matches = candidates.filter((each) => !each.is_sso_user && ownedEmails(each).some((email) => verified.includes(email)));
  if (matches.length < 2) return matches[0];
  const used = usedEmail(person.emails)?.email;
  const byPrimary = matches.find(({ email }) => email === used);
  if (!byPrimary) throw fail.severalAccounts();
  return byPrimary;
}

/** What an identity says of an address counts if its provider had verified it. */
function ownedEmails({ email, identities }: Candidate): string[] {
  const others = identities.filter((each) => each.provider !== "phone" && each.identity_data.email_verified === true);
  return [email, ...others.map((each) => each.email)].filter((each) => each !== null);
}

function invitedOf(candidates: readonly Candidate[], owner: Candidate | undefined, person: Person): Candidate {
  const invited = candidates.find((each) => each.has_invitation);
  if (!invited?.email) throw fail.inviteNotFound();
  if (!verifiedEmails(person).includes(invited.email)) throw fail.inviteForAnother();
  if (owner && owner.id !== invited.id) throw fail.identityOfAnother();
  return invited;
}

function linkerOf(candidates: readonly Candidate[], owner: Candidate | undefined, linking: Linking): Candidate {
  const { userId, audiences } = linking;
  const linker = candidates.find(({ id }) => id === userId);
  if (!linker) throw fail.linkingUserGone();
  if (audiences && !audiences.includes(linker.aud)) throw fail.audienceWrong();
  if (!linker.has_session) throw fail.sessionGone();
  if (linker.is_sso_user) throw fail.ssoUserManaged();
  if (hasVerifiedFactor(linker) && linker.session_aal !== "aal2") throw fail.linkingNeedsAal2();
  if (owner) throw owner.id === userId ? fail.identityLinked() : fail.identityOfAnother();
  return linker;
}

function addressFor(
  account: Candidate | undefined,
  candidates: readonly Candidate[],
  person: Person,
  rules: LinkRules & { isFirst: boolean; isLinking: boolean },
): AddressDecision {
  const nothing = { adopts: undefined, confirms: false, asks: undefined, asksInVain: false, letsIn: true };
  if (account?.email) {
    const isTheirs = verifiedEmails(person).includes(account.email);
    return { ...nothing, confirms: isTheirs && account.email_confirmed_at === null };
  }
  const used = usedEmail(person.emails);
  if (!used) return nothing;
  const isTaken = candidates.some(({ id, email }) => email === used.email && id !== account?.id);
  if (used.verified && isTaken && rules.isLinking) throw fail.linkingEmailTaken();
  if (used.verified || rules.mailerAutoconfirm) return { ...nothing, adopts: isTaken ? undefined : used.email };
  const letsIn = rules.mailerAllowUnverifiedEmailSignIns || (account?.confirmed_at ?? null) !== null;
  // Returning users confirmed at their first sign-in, and are not asked again.
  return letsIn && !rules.isFirst ? nothing : { ...nothing, asks: used.email, asksInVain: isTaken, letsIn };
}
