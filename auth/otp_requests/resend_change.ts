// POST /resend of types email_change and phone_change: asks again to confirm an address that an account is to move to.
import { randomBytes, randomUUID } from "node:crypto";
import { actOf } from "../audit/act.ts";
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthInput } from "../endpoint.ts";
import { pauseSeconds } from "../limits/mail_limits.ts";
import { issueByMail, issueBySms, type MailIssue } from "../one_time_tokens/issue.ts";
import type { Issue } from "../one_time_tokens/queries.ts";
import { sealMail } from "../outbox/seal.ts";
import type { Address } from "../users/queries.ts";
import { confirmationsToCome } from "./pending_change.ts";
import { type FoundChange, sendChangeAgain } from "./queries.ts";
import type { ResendErrand } from "./resend_request.ts";
import { findChangeInTurn, findOwnerInTurn } from "./turn.ts";

/** Returns the id of the message to the new address if that is to confirm, else of the one to the old; also where none was written. */
export async function resendChange(input: AuthInput<unknown>, errand: ResendErrand): Promise<string> {
  const { config, db, now } = input;
  const { address } = errand;
  const found = await findChangeInTurn(input, "email_change", address);
  if (config.upstreamAnswers && found.new === null) return randomUUID();
  // A number with a fixed code takes no turn, and must not lend that to the number that the message goes to.
  if (found.new !== null && isFixed(address, input))
    await findOwnerInTurn(input, "confirmation", { phone: found.new }, () => "confirmation");
  const issues = "email" in address ? mailIssues(input, errand, address.email, found) : smsIssues(input, address.phone, found);
  const kind = "email" in address ? "email" : "phone";
  const phonePause = found.new !== null && isFixed({ phone: found.new }, input) ? 0 : config.smsMaxFrequencySeconds;
  const pause = kind === "email" ? pauseSeconds("email_change", config) : phonePause;
  const quietSince = new Date(now.getTime() - pause * 1000);
  const act = { ...actOf(input), schema: config.dbNamespace, action: "user_confirmation_requested" } as const;
  await sendChangeAgain(db, { found, kind, quietSince, issues }, act);
  return issues[0]?.message?.id ?? randomUUID();
}

function isFixed(address: Address, { config, now }: AuthInput<unknown>): boolean {
  return "phone" in address && fixedCodeOf(address.phone, config, now) !== undefined;
}

/** Where no change waits, one to the address that was named, which is never written: the work is the same. */
function mailIssues(input: AuthInput<unknown>, errand: ResendErrand, named: string, found: FoundChange): Issue[] {
  const { config } = input;
  const { challenge, redirectTo } = errand;
  const newEmail = found.new ?? named;
  const email = found.old ?? newEmail;
  const letter: Omit<MailIssue, "kind" | "to"> = {
    template: "email_change",
    path: config.mailerUrlPathsEmailChange,
    email,
    newEmail,
    redirectTo,
    data: found.data ?? {},
    pkce: challenge && { challenge, authenticationMethod: "email_change" },
  };
  const asked = confirmationsToCome({ email: found.old, open: found.open }, config.mailerSecureEmailChangeEnabled);
  return asked.map((kind) => {
    if (kind === "email_change_current") return issueByMail({ ...letter, kind, to: email }, input);
    const issue = issueByMail({ ...letter, kind, to: newEmail }, input);
    return found.is_taken ? asNotice(issue, newEmail, input) : issue;
  });
}

/** For an address that is taken: its owner gets a notice, and the token is one that no link and no code fits. */
function asNotice({ token, flow }: Issue, email: string, { serverKeys, now }: AuthInput<unknown>): Issue {
  const message = sealMail(serverKeys, { template: "address_taken", to: email, variables: { email } }, now);
  return { token: { ...token, tokenHash: randomBytes(32), codeMac: randomBytes(32) }, flow, message };
}

/** The owner of a number that is taken gets no message: there is none that would not look like a code to them. */
function smsIssues(input: AuthInput<unknown>, named: string, found: FoundChange): Issue[] {
  const issue = issueBySms({ kind: "phone_change", to: found.new ?? named }, input);
  return found.is_taken ? [] : [issue];
}
