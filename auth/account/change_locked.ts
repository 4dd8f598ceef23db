// The part of PUT /user that happens while nobody else can change the account: every check, then one write.
import type { Db } from "../../kernel/sql/database.ts";
import { actOf } from "../audit/act.ts";
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthCaller, AuthInput } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { nonceRule } from "../limits/account_limits.ts";
import { pauseSeconds } from "../limits/mail_limits.ts";
import { judgeTrial } from "../limits/tries.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import type { Issue } from "../one_time_tokens/queries.ts";
import { demandSms } from "../sms/demand_sms.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { judgeChanger } from "./caller.ts";
import { type AddressStep, addressIdentity } from "./change_address.ts";
import { asksCurrentAddress, emailFields, emailIssues, emailStep } from "./change_email.ts";
import { ALL_PURPOSES, demandPasswordChange, needsNonce, noncesOf, passwordFields, passwordNotice } from "./change_password.ts";
import { phoneFields, phoneIssues, phoneStep } from "./change_phone.ts";
import { type Account, findTaken, lockAccount, spendNonce, writeChange } from "./queries_change.ts";
import { demandPause, takeTurn } from "./turn.ts";
import { demandMetadataChange, metadataFields, type Wish, wishedFields } from "./wish.ts";

export interface PreparedPassword {
  hash: string;
  /** The hash that it was compared with. */
  stored: string | null;
  isSame: boolean;
}

type Input = AuthInput<unknown> & { caller: AuthCaller };

/** A wrong nonce is returned and not thrown, so that the try is kept. */
export type Outcome = UserWithIdentities | "wrong nonce" | "other password by now";

export async function changeLocked(tx: Db, input: Input, wish: Wish, password: PreparedPassword | undefined): Promise<Outcome> {
  const { config, serverKeys, caller, now } = input;
  const account = judgeChanger(await lockAccount(tx, caller, config, now), caller, now);
  if (password && password.stored !== account.encrypted_password) return "other password by now";
  demandMetadataChange(account, wish, config);
  if (password) demandPasswordChange(account, wish, config);
  const steps = await judgeAddresses(tx, account, wish, input);
  // The nonce comes first: without it, nobody may find out the old password by trying new ones.
  if (password && needsNonce(account, config)) {
    const macs = noncesOf(account, wish.nonce ?? "", serverKeys.otp);
    const tries = [nonceRule(serverKeys, account.id)];
    const trial = await spendNonce(tx, account.id, { macs, tries, now });
    judgeTrial(tries, trial);
    if (!trial.right) return "wrong nonce";
  }
  if (password?.isSame) throw fail.samePassword();
  const next = nextRow(account, steps, wish, password, now);
  await takeTurns(tx, account, steps, wish, input);

  const issues = [...emailIssues(account, steps.email, wish, input), ...phoneIssues(steps.phone, wish, input)];
  return writeChange(
    tx,
    {
      next,
      isNewPassword: password !== undefined,
      sessionId: caller.sessionId,
      issues,
      voided: voidedBy(steps, password !== undefined, issues),
      notice: password && passwordNotice(account, serverKeys, now),
      identities: [
        ...(steps.email === "apply" ? [addressIdentity(account, { email: wish.email as string }, now)] : []),
        ...(steps.phone === "apply" ? [addressIdentity(account, { phone: wish.phone as string }, now)] : []),
      ],
      action: password ? "user_updated_password" : "user_modified",
      traits: { fields: wishedFields(wish).join() },
      told: [
        ...(password ? (["password_changed"] as const) : []),
        ...(steps.email === "apply" ? (["email_changed"] as const) : []),
      ],
    },
    { schema: config.dbNamespace, ...actOf(input) },
  );
}

interface Steps {
  email: AddressStep;
  phone: AddressStep;
}

async function judgeAddresses(tx: Db, account: Account, { email, phone }: Wish, input: Input): Promise<Steps> {
  const { config } = input;
  if (email === undefined && phone === undefined) return { email: "nothing", phone: "nothing" };
  const taken = await findTaken(tx, account.id, email, phone);
  const steps = {
    email: emailStep(account, email, taken.email, config),
    phone: phoneStep(account, phone, taken.phone, config),
  };
  if (sends(steps.phone)) demandSms(phone as string, input);
  return steps;
}

function sends(step: AddressStep): boolean {
  return step === "ask" || step === "pretend";
}

/** The row as the change leaves it. Each part sees what those before it have done. */
function nextRow(account: Account, steps: Steps, wish: Wish, password: PreparedPassword | undefined, now: Date): Account {
  const described = { ...account, ...metadataFields(account, wish), ...(password && passwordFields(password.hash)) };
  const mailed = { ...described, ...emailFields(described, steps.email, wish, now) };
  return { ...mailed, ...phoneFields(mailed, steps.phone, wish, now) };
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

/** An address that is taken takes its turn like any other, so that a 429 gives nobody away. */
async function takeTurns(tx: Db, account: Account, steps: Steps, wish: Wish, input: Input): Promise<void> {
  const { config, now } = input;
  if (sends(steps.email)) {
    const turn = { ...input, about: "email_change" } as const;
    demandPause("email", account.email_change_sent_at, pauseSeconds("email_change", config), now);
    await takeTurn(tx, { ...turn, address: { email: wish.email as string } });
    const current = asksCurrentAddress(account, config) ? account.email : null;
    if (current !== null) await takeTurn(tx, { ...turn, address: { email: current }, isCompanion: true });
  }
  if (sends(steps.phone)) {
    const phone = wish.phone as string;
    const isFree = fixedCodeOf(phone, config, now) !== undefined;
    if (!isFree) demandPause("phone", account.phone_change_sent_at, config.smsMaxFrequencySeconds, now);
    await takeTurn(tx, { ...input, about: "confirmation", address: { phone } });
  }
}
