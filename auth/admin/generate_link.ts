// The links that administrators may ask for: the same tokens as in the mails, handed over instead of sent.
import type { AuthConfig } from "../config.ts";
import { fail } from "../errors.ts";
import { confirmationUrl } from "../mail/links.ts";
import { linkTypeOf, type MailKind } from "../one_time_tokens/kinds.ts";
import { makeOneTimeToken, type OneTimeToken } from "../one_time_tokens/token.ts";
import { demandStrength } from "../passwords/rules.ts";
import { newUser } from "../sign_up/new_user.ts";
import { readEmail } from "../users/address.ts";
import { changedUserMetadata, isTooLarge } from "../users/metadata.ts";
import { type Metadata, presentUser, type UserWithIdentities } from "../users/user.ts";
import { type AdminAct, adminActOf } from "./admin_act.ts";
import type { AdminInput } from "./make_user.ts";
import { isEmailTaken } from "./queries.ts";
import {
  carriedByAdmin,
  createWithToken,
  findByEmail,
  type Named,
  renewUnconfirmed,
  writeEmailChange,
  writeRecovery,
} from "./queries_links.ts";

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

export const LINK_KINDS = Object.keys(PATHS);

export async function generateLink(input: AdminInput<LinkBody>, type: string, email: string, redirectTo: string) {
  if (!Object.hasOwn(PATHS, type)) throw fail.linkTypeUnknown({ values: { type: type.slice(0, 40) } });
  const kind = type as MailKind;
  if (isTooLarge(input.body.data ?? {})) throw fail.metadataTooLarge();
  const found = await findByEmail(input.db, email);
  if (kind === "signup" || kind === "invite") return confirmation(kind, input, { email, found, redirectTo });
  // Whoever is new confirms the address on the way in.
  if (!found && kind === "magiclink") return confirmation(kind, input, { email, found, redirectTo });
  if (!found) throw fail.linkUserUnknown();
  const errand = { email, found, redirectTo };
  return kind === "magiclink" || kind === "recovery" ? wayIn(kind, input, errand) : emailChange(kind, input, errand);
}

interface Errand<Found = Named> {
  email: string;
  found: Found;
  redirectTo: string;
}

async function confirmation(
  wanted: "signup" | "invite" | "magiclink",
  input: AdminInput<LinkBody>,
  { email, found, redirectTo }: Errand<Named | undefined>,
) {
  const { body, config, db, now, passwords } = input;
  if (found?.email_confirmed_at) throw fail.emailExists();
  const data = body.data ?? {};
  if (found) changedUserMetadata(found.raw_user_meta_data, data);
  if (wanted === "signup" && !body.password) throw fail.signupPasswordMissing();
  if (wanted === "signup") demandStrength(body.password as string, config);
  const encryptedPassword = wanted === "signup" ? await passwords.hash(body.password as string) : null;
  const kind = wanted === "invite" ? "invite" : "signup";
  const token = makeToken(kind, email, input);
  const writing = {
    carrier: carriedByAdmin(token),
    action: kind === "invite" ? ("user_invited" as const) : ("user_confirmation_requested" as const),
    act: adminActOf(input),
  };
  const isInvited = kind === "invite";
  const { user, identity } = newUser({ address: { email }, encryptedPassword, data, isConfirmed: false, config, now });
  const written = found
    ? await renewUnconfirmed(db, { id: found.id, email, encryptedPassword, data, isInvited }, writing)
    : await createWithToken(db, { user: { ...user, userMetadata: data, invitedAt: isInvited ? now : null }, identity }, writing);
  // Somebody registered or confirmed the address in this very moment.
  if (!written) throw fail.emailExists();
  return present(written, kind, token, redirectTo, config);
}

async function wayIn(kind: "magiclink" | "recovery", input: AdminInput<LinkBody>, { email, found, redirectTo }: Errand) {
  const token = makeToken(kind, email, input);
  const writing = { carrier: carriedByAdmin(token), action: "user_recovery_requested" as const, act: adminActOf(input) };
  const written = await writeRecovery(input.db, { id: found.id, email }, writing);
  if (!written) throw fail.linkUserUnknown();
  return present(written, kind, token, redirectTo, input.config);
}

async function emailChange(
  kind: "email_change_current" | "email_change_new",
  input: AdminInput<LinkBody>,
  { email, found, redirectTo }: Errand,
) {
  const { body, config, db } = input;
  const isSecure = config.mailerSecureEmailChangeEnabled;
  if (kind === "email_change_current" && !isSecure) throw fail.linkNeedsSecureChange();
  const newEmail = readEmail(body.new_email ?? "");
  if (await isEmailTaken(db, newEmail)) throw fail.emailExists();
  const current = makeToken("email_change_current", email, input);
  const next = makeToken("email_change_new", newEmail, input);
  const [token, other] = kind === "email_change_new" ? [next, current] : [current, next];
  const act: AdminAct = adminActOf(input);
  const counterpart = isSecure ? other : undefined;
  const written = await writeEmailChange(db, { id: found.id, email, newEmail }, { token, counterpart, act });
  if (!written) throw fail.linkUserUnknown();
  return present(written, kind, token, redirectTo, config);
}

function makeToken(kind: MailKind, address: string, { config, serverKeys, now }: AdminInput<LinkBody>): OneTimeToken {
  const { mailerOtpLength: digits, mailerOtpExpSeconds: seconds } = config;
  return makeOneTimeToken({ kind, address, digits, seconds, isPkce: false, key: serverKeys.otp, now });
}

/** `token`, `type` and `redirect_to` are the parameters of the link. */
function present(user: UserWithIdentities, kind: MailKind, { link, code }: OneTimeToken, redirectTo: string, config: AuthConfig) {
  const type = linkTypeOf(kind);
  const { apiExternalUrl } = config;
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
