// The links that administrators may ask for: the same tokens as in the mails, handed over instead of sent.
import type { AuditAction } from "../audit/entry.ts";
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { requireOutranks } from "../grants/outrank.ts";
import { afterUserCreated, beforeUserCreated } from "../hooks/user_created.ts";
import { publicUrl } from "../mail/external_host.ts";
import { confirmationUrl } from "../mail/links.ts";
import { linkTypeOf, type MailKind } from "../one_time_tokens/kinds.ts";
import { makeOneTimeToken, type OneTimeToken } from "../one_time_tokens/token.ts";
import { requireStrength } from "../passwords/require_strength.ts";
import { newUser } from "../sign_up/new_user.ts";
import { readEmail } from "../users/address.ts";
import { changedUserMetadata, isTooLarge } from "../users/metadata.ts";
import { findOwner, type Owner } from "../users/queries.ts";
import { type Metadata, presentUser, type UserWithIdentities } from "../users/user.ts";
import { adminActOf } from "./admin_act.ts";
import type { AdminInput } from "./create_user.ts";
import { isEmailTaken } from "./queries.ts";
import { createWithToken, renewUnconfirmed, type Writing, writeEmailChange, writeRecovery } from "./write_link.ts";

export interface LinkBody {
  new_email?: string;
  password?: string;
  data?: Metadata;
}

const PATHS: Readonly<Record<MailKind, (config: AuthConfig) => string>> = {
  signup: (config) => config.mailerUrlPathsConfirmation,
  invite: (config) => config.mailerUrlPathsInvite,
  magiclink: (config) => config.mailerUrlPathsRecovery,
  recovery: (config) => config.mailerUrlPathsRecovery,
  email_change_current: (config) => config.mailerUrlPathsEmailChange,
  email_change_new: (config) => config.mailerUrlPathsEmailChange,
};

/** `linkSeconds`: how long the link is good, where it is not as long as one that is mailed. */
type LinkInput = AdminInput<LinkBody> & { linkSeconds?: number };

export const LINK_KINDS = Object.keys(PATHS);

export async function generateLink(input: LinkInput, type: string, email: string, redirectTo: string) {
  if (!Object.hasOwn(PATHS, type)) throw fail.linkTypeUnknown({ values: { type: type.slice(0, 40) } });
  const kind = type as MailKind;
  if (isTooLarge(input.body.data ?? {})) throw fail.metadataTooLarge();
  const owner = await findOwner(input.db, { email });
  if (owner) await requireOutranks(input.db, input.caller.administrator, owner.id);
  if (kind === "signup" || kind === "invite") return confirmation(kind, input, { email, owner, redirectTo });
  // A new user confirms the address by using the link.
  if (!owner && kind === "magiclink") return confirmation(kind, input, { email, owner, redirectTo });
  if (!owner) throw fail.linkUserUnknown();
  const target = { email, owner, redirectTo };
  return kind === "magiclink" || kind === "recovery" ? signInLink(kind, input, target) : emailChange(kind, input, target);
}

interface LinkTarget<Target = Owner> {
  email: string;
  owner: Target;
  redirectTo: string;
}

async function confirmation(
  linkKind: "signup" | "invite" | "magiclink",
  input: LinkInput,
  { email, owner, redirectTo }: LinkTarget<Owner | undefined>,
) {
  const { body, config, db, now, passwords } = input;
  if (owner?.is_confirmed) throw fail.emailExists();
  const data = body.data ?? {};
  if (owner) changedUserMetadata(owner.data, data);
  if (linkKind === "signup" && !body.password) throw fail.signupPasswordMissing();
  if (linkKind === "signup") await requireStrength(body.password as string, input);
  const encryptedPassword = linkKind === "signup" ? await passwords.hash(body.password as string) : null;
  const kind = linkKind === "invite" ? "invite" : "signup";
  const token = makeToken(kind, email, input);
  const writing = handedOver(token, kind === "invite" ? "user_invited" : "user_confirmation_requested", input);
  const isInvited = kind === "invite";
  const { user, identity } = newUser({ address: { email }, encryptedPassword, data, isConfirmed: false, config, now });
  if (!owner) await beforeUserCreated(input, user);
  const result = owner
    ? await renewUnconfirmed(db, { id: owner.id, email, encryptedPassword, data, isInvited }, writing)
    : await createWithToken(db, { user: { ...user, userMetadata: data, invitedAt: isInvited ? now : null }, identity }, writing);
  // Another request registered or confirmed the address concurrently.
  if (!result) throw fail.emailExists();
  if (!owner) await afterUserCreated(input, user.id);
  return present(result, kind, token, redirectTo, input);
}

async function signInLink(kind: "magiclink" | "recovery", input: LinkInput, { email, owner, redirectTo }: LinkTarget) {
  const token = makeToken(kind, email, input);
  const result = await writeRecovery(input.db, { id: owner.id, email }, handedOver(token, "user_recovery_requested", input));
  if (!result) throw fail.linkUserUnknown();
  return present(result, kind, token, redirectTo, input);
}

async function emailChange(
  kind: "email_change_current" | "email_change_new",
  input: LinkInput,
  { email, owner, redirectTo }: LinkTarget,
) {
  const { body, config, db } = input;
  const isSecure = config.mailerSecureEmailChangeEnabled;
  if (kind === "email_change_current" && !isSecure) throw fail.linkNeedsSecureChange();
  const newEmail = readEmail(body.new_email ?? "");
  if (await isEmailTaken(db, newEmail)) throw fail.emailExists();
  const current = makeToken("email_change_current", email, input);
  const next = makeToken("email_change_new", newEmail, input);
  const [token, other] = kind === "email_change_new" ? [next, current] : [current, next];
  const change = { id: owner.id, email, newEmail, counterpart: isSecure ? other : undefined };
  const result = await writeEmailChange(db, change, handedOver(token, "user_modified", input));
  if (!result) throw fail.linkUserUnknown();
  return present(result, kind, token, redirectTo, input);
}

/** Nothing is sent: the administrator gets the token in the answer. */
function handedOver(token: OneTimeToken, action: AuditAction, input: LinkInput): Writing {
  const issue = { token, flow: undefined, message: undefined };
  return { issue, action, act: adminActOf(input), jobSchema: input.config.jobSchema };
}

function makeToken(kind: MailKind, address: string, { config, serverKeys, now, linkSeconds }: LinkInput): OneTimeToken {
  const { mailerOtpLength: digits, mailerOtpExpSeconds } = config;
  const seconds = linkSeconds ?? mailerOtpExpSeconds;
  return makeOneTimeToken({ kind, address, digits, seconds, isPkce: false, key: serverKeys.otp, now });
}

/** `token`, `type` and `redirect_to` are the parameters of the link. */
function present(
  user: UserWithIdentities,
  kind: MailKind,
  { link, code }: OneTimeToken,
  redirectTo: string,
  { config, request }: LinkInput,
) {
  const type = linkTypeOf(kind);
  const apiExternalUrl = publicUrl(config, request);
  return {
    ...presentUser(user),
    action_link: confirmationUrl({ apiExternalUrl, path: PATHS[kind](config), tokenHash: link, type, redirectTo }),
    email_otp: code,
    hashed_token: link,
    verification_type: kind,
    redirect_to: redirectTo,
    token: link,
    type,
  };
}
