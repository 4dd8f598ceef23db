// POST /resend of types email_change and phone_change: asks again to confirm an address that an account is to move to.
import { randomUUID } from "node:crypto";
import { actOf } from "../audit/act.ts";
import { fixedCodeOf } from "../config/fixed_code.ts";
import type { AuthInput } from "../endpoint.ts";
import { pauseSeconds } from "../limits/mail_limits.ts";
import { issueBySms } from "../one_time_tokens/issue.ts";
import { issueChange } from "../one_time_tokens/issue_change.ts";
import type { Issue } from "../one_time_tokens/write_issue.ts";
import type { Address } from "../users/queries.ts";
import { claimAndFindChange, claimAndFindOwner } from "./find_owner.ts";
import { confirmationsToCome } from "./pending_change.ts";
import type { WaitingChange } from "./queries.ts";
import type { ResendRequest } from "./resend_request.ts";
import { sendChangeAgain } from "./send.ts";

/** Returns the id of the message to the new address, else to the old one; also where none was written. */
export async function resendChange(input: AuthInput<unknown>, request: ResendRequest): Promise<string> {
  const { config, db, now } = input;
  const { address } = request;
  const change = await claimAndFindChange(input, "email_change", address);
  if (config.upstreamAnswers && !change) return randomUUID();
  // A number with a fixed code claims nothing, and must not lend that to the number that the message goes to.
  if (change && isFixed(address, input))
    await claimAndFindOwner(input, "confirmation", { phone: change.new }, () => "confirmation");
  const issues = "email" in address ? mailIssues(input, request, address.email, change) : smsIssues(input, address.phone, change);
  const kind = "email" in address ? "email" : "phone";
  const phonePause = change && isFixed({ phone: change.new }, input) ? 0 : config.smsMaxFrequencySeconds;
  const pause = kind === "email" ? pauseSeconds("email_change", config) : phonePause;
  const quietSince = new Date(now.getTime() - pause * 1000);
  const act = { ...actOf(input), jobSchema: config.jobSchema, action: "user_confirmation_requested" } as const;
  await sendChangeAgain(db, { change, kind, quietSince, issues }, act);
  return issues[0]?.message?.id ?? randomUUID();
}

function isFixed(address: Address, { config, now }: AuthInput<unknown>): boolean {
  return "phone" in address && fixedCodeOf(address.phone, config, now) !== undefined;
}

/** Where no change waits, one to the address that was named, which is never written: the work is the same. */
function mailIssues(
  input: AuthInput<unknown>,
  request: ResendRequest,
  address: string,
  change: WaitingChange | undefined,
): Issue[] {
  const { config } = input;
  const { challenge, redirectTo } = request;
  const newEmail = change?.new ?? address;
  const email = change?.old ?? newEmail;
  const purposes = confirmationsToCome(
    { email: change?.old ?? null, open: change?.open ?? [] },
    config.mailerSecureEmailChangeEnabled,
  );
  return issueChange(
    {
      template: "email_change",
      path: config.mailerUrlPathsEmailChange,
      email,
      newEmail,
      redirectTo,
      data: change?.data ?? {},
      pkce: challenge && { challenge, authenticationMethod: "email_change" },
      toNew: purposes.includes("email_change_new") ? newEmail : undefined,
      toCurrent: purposes.includes("email_change_current") ? email : undefined,
      isTaken: change?.is_taken ?? false,
    },
    input,
  );
}

/** The owner of a number that is taken gets no message: there is none that would not look like a code to them. */
function smsIssues(input: AuthInput<unknown>, phone: string, change: WaitingChange | undefined): Issue[] {
  const issue = issueBySms({ kind: "phone_change", to: change?.new ?? phone }, input);
  return change?.is_taken ? [] : [issue];
}
