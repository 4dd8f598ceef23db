// GET /reauthenticate: sends the signed-in user a code, the nonce that a new password may need.
import { Type } from "typebox";
import type { Request } from "../../kernel/http/endpoint.ts";
import { actOf } from "../audit/act.ts";
import { logAct } from "../audit/log_act.ts";
import type { AuthConfig } from "../config.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import type { ServerKeys } from "../keys/server_keys.ts";
import { claimSend } from "../limits/claim_send.ts";
import { sendClaim } from "../limits/send_limits.ts";
import { languagesOf } from "../mail/language.ts";
import { issueBySms } from "../one_time_tokens/issue.ts";
import { makeOneTimeToken } from "../one_time_tokens/token.ts";
import { type Issue, writeIssue } from "../one_time_tokens/write_issue.ts";
import { sealMail } from "../outbox/seal.ts";
import { requireSms, type SmsWorld } from "../sms/require_sms.ts";
import { type Address, lockUser, updateUser } from "../users/queries.ts";
import type { UserRow } from "../users/user.ts";
import { requireCaller } from "./caller.ts";

export const reauthenticate = endpoint({
  method: "GET",
  path: "/reauthenticate",
  access: "user",
  summary: "Send a code that confirms who is signed in",
  reply: Type.Object({}),
  refuses: [422, 429],
  handle: async (input) => {
    const { db, config, caller, now } = input;
    const user = await requireCaller(input, caller, now);
    const address = nonceAddress(user);
    if ("phone" in address) requireSms(address.phone, input);
    await claimSend(db, sendClaim({ ...input, about: "reauthentication", address }));
    const issue = "email" in address ? nonceByMail(user, address.email, input) : nonceBySms(address.phone, input);
    await db.transaction(async (tx) => {
      const locked = await lockUser(tx, user.id);
      // The address is no longer the user's, so the code must not be sent.
      if (!locked || ![locked.email, locked.phone].includes(issue.token.address)) return;
      await Promise.all([
        updateUser(tx, user.id, { reauthentication_sent_at: now }, { now }),
        writeIssue(tx, user.id, issue, config.jobSchema),
        logAct(tx, actOf(input), { action: "user_reauthenticate_requested", actor: locked }),
      ]);
    });
    return {};
  },
});

/** Email comes first. It has to be confirmed: a code to an address that may be another's proves nothing. */
function nonceAddress(user: UserRow): Address {
  if (user.email !== null) {
    if (!user.email_confirmed_at) throw fail.nonceEmailNotConfirmed();
    return { email: user.email };
  }
  if (user.phone === null) throw fail.nonceAddressMissing();
  if (!user.phone_confirmed_at) throw fail.noncePhoneNotConfirmed();
  return { phone: user.phone };
}

interface Issuer {
  config: AuthConfig;
  serverKeys: ServerKeys;
  request: Pick<Request, "headers">;
  now: Date;
}

/** The mail has no link: where one is signed in, the code is typed. */
function nonceByMail(user: UserRow, email: string, { config, serverKeys, request, now }: Issuer): Issue {
  const token = makeOneTimeToken({
    kind: "reauthentication",
    address: email,
    digits: config.mailerOtpLength,
    seconds: config.mailerOtpExpSeconds,
    isPkce: false,
    key: serverKeys.otp,
    now,
  });
  const variables = { email, token: token.code, ...languagesOf(request), data: user.raw_user_meta_data };
  const mail = { template: "reauthentication", to: email, variables, expiresAt: token.expiresAt } as const;
  return { token, flow: undefined, message: sealMail(serverKeys, mail, now) };
}

function nonceBySms(phone: string, issuer: Issuer & SmsWorld): Issue {
  return issueBySms({ kind: "reauthentication", to: phone }, issuer);
}
