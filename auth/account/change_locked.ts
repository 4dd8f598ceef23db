// The part of PUT /user that happens while nobody else can change the account: every check, then one write.
import type { Db } from "../../kernel/sql/database.ts";
import { actOf } from "../audit/act.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import type { Issue } from "../one_time_tokens/write_issue.ts";
import { emailChanged, type Notice, notify, phoneChanged } from "../outbox/notify.ts";
import { requireSms } from "../sms/require_sms.ts";
import type { ChangedColumns } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { requireActiveCaller, requireFullProof, requireOwnAddresses } from "./caller.ts";
import { type AddressStep, addressIdentity } from "./change_address.ts";
import { asksCurrentAddress, emailFields, emailIssues, emailStep } from "./change_email.ts";
import { ALL_PURPOSES, needsNonce, noncesOf, passwordFields, requirePasswordChange } from "./change_password.ts";
import { phoneFields, phoneIssues, phoneStep } from "./change_phone.ts";
import { claimEmailChange, claimPhoneChange } from "./claim_messages.ts";
import { type Account, findTaken, lockAccount } from "./queries_change.ts";
import { metadataFields, type RequestedChanges, requestedFields, requireMetadataChange } from "./requested_changes.ts";
import { spendNonce } from "./spend_nonce.ts";
import { writeChange } from "./write_change.ts";

export interface PreparedPassword {
  hash: string;
  /** The hash that it was compared with. */
  stored: string | null;
  isSame: boolean;
}

type Input = AuthInput<unknown> & { caller: AuthCaller };

/** A wrong nonce is returned and not thrown, so that the try is kept. */
export type Outcome = UserWithIdentities | "wrong nonce" | "other password by now";

export async function changeLocked(
  tx: Db,
  input: Input,
  changes: RequestedChanges,
  password: PreparedPassword | undefined,
): Promise<Outcome> {
  const { config, serverKeys, caller, now } = input;
  const account = requireActiveCaller(await lockAccount(tx, caller, config, now), caller, now);
  if (password && password.stored !== account.encrypted_password) return "other password by now";
  if (password || changes.email !== undefined || changes.phone !== undefined) {
    requireOwnAddresses(account);
    requireFullProof(account, fail.changeNeedsAal2);
  }
  requireMetadataChange(account, changes, config);
  if (password) requirePasswordChange(account, changes, config);
  const steps = await checkAddresses(tx, account, changes, input);
  // The nonce comes first: without it, nobody may find out the old password by trying new ones.
  if (password && needsNonce(account, config)) {
    const macs = noncesOf(account, changes.nonce ?? "", serverKeys.otp);
    if (!(await spendNonce(tx, account.id, { macs, serverKeys, now }))) return "wrong nonce";
  }
  if (password?.isSame) throw fail.samePassword();
  const columns = changedColumns(account, steps, changes, password, now);
  await claimMessages(tx, account, steps, changes, input);

  const issues = [...emailIssues(account, steps.email, changes, input), ...phoneIssues(steps.phone, changes, input)];
  const notices = noticesOf(account, steps, changes, password !== undefined).map((about) => notify(tx, input, account, about));
  const writes = writeChange(
    tx,
    {
      before: account,
      columns,
      isNewPassword: password !== undefined,
      sessionId: caller.sessionId,
      issues,
      voided: voidedBy(steps, password !== undefined, issues),
      identities: [
        ...(steps.email === "apply" ? [addressIdentity(account, { email: changes.email as string }, now)] : []),
        ...(steps.phone === "apply" ? [addressIdentity(account, { phone: changes.phone as string }, now)] : []),
      ],
      action: password ? "user_updated_password" : "user_modified",
      traits: { fields: requestedFields(changes).join() },
      changes: [
        ...(password ? (["password_changed"] as const) : []),
        ...(steps.email === "apply" ? (["email_changed"] as const) : []),
      ],
    },
    { jobSchema: config.jobSchema, ...actOf(input) },
  );
  const [user] = await Promise.all([writes, ...notices]);
  return user;
}

/** To the address as it was before. */
function noticesOf({ email, phone }: Account, steps: Steps, changes: RequestedChanges, isNewPassword: boolean): Notice[] {
  return [
    ...(isNewPassword ? [{ what: "password_changed" } as const] : []),
    ...(steps.email === "apply" ? [emailChanged(email, changes.email as string)] : []),
    ...(steps.phone === "apply" ? [phoneChanged(phone, changes.phone as string)] : []),
  ];
}

interface Steps {
  email: AddressStep;
  phone: AddressStep;
}

async function checkAddresses(tx: Db, account: Account, { email, phone }: RequestedChanges, input: Input): Promise<Steps> {
  const { config } = input;
  if (email === undefined && phone === undefined) return { email: "nothing", phone: "nothing" };
  const conflict = await findTaken(tx, account.id, email, phone);
  const steps = {
    email: emailStep(account, email, conflict.email, config),
    phone: phoneStep(account, phone, conflict.phone, config),
  };
  if (sends(steps.phone)) requireSms(phone as string, input);
  return steps;
}

function sends(step: AddressStep): boolean {
  return step === "ask" || step === "pretend";
}

/** Each part sees what those before it have done. */
function changedColumns(
  account: Account,
  steps: Steps,
  changes: RequestedChanges,
  password: PreparedPassword | undefined,
  now: Date,
): ChangedColumns {
  const fields = { ...metadataFields(account, changes), ...(password && passwordFields(password.hash)) };
  const mailed = { ...fields, ...emailFields({ ...account, ...fields }, steps.email, changes, now) };
  return { ...mailed, ...phoneFields({ ...account, ...mailed }, steps.phone, changes, now) };
}

/** Tokens for an address that is no longer asked for must not confirm the one that now is. */
function voidedBy(steps: Steps, isNewPassword: boolean, issues: readonly Issue[]): Purpose[] {
  const voided: Purpose[] = [
    ...(steps.email === "nothing" ? [] : (["email_change_new", "email_change_current"] as const)),
    ...(steps.phone === "nothing" ? [] : (["phone_change"] as const)),
  ];
  const replaced = issues.map(({ token }) => token.purpose);
  return (isNewPassword ? [...ALL_PURPOSES] : voided).filter((purpose) => !replaced.includes(purpose));
}

/** For an address of another account too, so that a 429 does not reveal it. */
async function claimMessages(
  tx: Db,
  account: Account,
  steps: Steps,
  { email, phone }: RequestedChanges,
  input: Input,
): Promise<void> {
  const current = asksCurrentAddress(account, input.config) ? account.email : null;
  if (sends(steps.email)) await claimEmailChange(tx, account, email as string, current, input);
  if (sends(steps.phone)) await claimPhoneChange(tx, account, phone as string, input);
}
