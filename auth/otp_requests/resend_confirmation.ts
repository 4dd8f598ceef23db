// POST /resend of types signup and sms: asks again to confirm the address that an account has.
import { randomUUID } from "node:crypto";
import { actOf } from "../audit/act.ts";
import type { AuthInput } from "../endpoint.ts";
import { issueByMail, issueBySms } from "../one_time_tokens/issue.ts";
import { confirmationLetter } from "./letters.ts";
import { type Found, sendToUser } from "./queries.ts";
import type { ResendErrand } from "./resend_request.ts";
import { findOwnerInTurn } from "./turn.ts";

/** Returns the message's id, also where none was written. */
export async function resendConfirmation(input: AuthInput<unknown>, errand: ResendErrand): Promise<string> {
  const { config, db } = input;
  const { address, challenge, redirectTo } = errand;
  const found = await findOwnerInTurn(input, "confirmation", address, (whose) => (waits(whose) ? "confirmation" : undefined));
  if (config.upstreamAnswers && !waits(found)) return randomUUID();
  const { mail, authenticationMethod, stamp, action } = confirmationLetter(config);
  const pkce = challenge && { challenge, authenticationMethod };
  const issue =
    "email" in address
      ? issueByMail({ ...mail, to: address.email, redirectTo, data: found.data ?? {}, pkce }, input)
      : issueBySms({ kind: "sms", to: address.phone }, input);
  const act = { ...actOf(input), schema: config.dbNamespace, action };
  await sendToUser(db, { address, stamp, onlyUnconfirmed: true, issue }, act);
  return issue.message?.id ?? randomUUID();
}

function waits({ user_id: userId, is_confirmed: isConfirmed }: Found): boolean {
  return userId !== null && !isConfirmed;
}
