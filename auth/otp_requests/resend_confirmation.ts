// POST /resend of types signup and sms: asks again to confirm the address that an account has.
import { randomUUID } from "node:crypto";
import { actOf } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import { issueByMail, issueBySms } from "../one_time_tokens/issue.ts";
import type { Owner } from "../users/queries.ts";
import { claimAndFindOwner } from "./find_owner.ts";
import { confirmationMail } from "./mails.ts";
import type { ResendRequest } from "./resend_request.ts";
import { sendToOwner } from "./send.ts";

/** Returns the message's id, also where none was written. */
export async function resendConfirmation(input: AuthInput<unknown>, request: ResendRequest): Promise<string> {
  const { config, db } = input;
  const { address, challenge, redirectTo } = request;
  const owner = await claimAndFindOwner(input, "confirmation", address, (user) => (waits(user) ? "confirmation" : undefined));
  if (config.upstreamAnswers && !waits(owner)) return randomUUID();
  const { mail, authenticationMethod, stamp, action } = confirmationMail(config);
  const pkce = challenge && { challenge, authenticationMethod };
  const issue =
    "email" in address
      ? issueByMail({ ...mail, to: address.email, redirectTo, data: owner?.data ?? {}, pkce }, input)
      : issueBySms({ kind: "sms", to: address.phone }, input);
  const act = { ...actOf(input), jobSchema: config.jobSchema, action };
  await sendToOwner(db, { address, stamp, onlyUnconfirmed: true, issue }, act);
  return issue.message?.id ?? randomUUID();
}

function waits(owner: Owner | undefined): boolean {
  return owner !== undefined && !owner.is_confirmed;
}
