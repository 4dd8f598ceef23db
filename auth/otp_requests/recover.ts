// POST /recover: mails a sign-in link to a user who lost their password. An unknown address is answered like a known one.
// The pause applies to every address, so that a 429 reveals nothing.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { actOf } from "../audit/act.ts";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { challengeFields, readChallenge } from "../flow_states/pkce.ts";
import { inEvenTime } from "../limits/even_time.ts";
import { issueByMail } from "../one_time_tokens/issue.ts";
import { NeededEmailField, readEmail } from "../users/address.ts";
import { claimAndFindOwner } from "./find_owner.ts";
import { recoveryMail } from "./mails.ts";
import { sendToOwner } from "./send.ts";

export const recover = endpoint({
  method: "POST",
  path: "/recover",
  access: "public",
  limit: "recover",
  captcha: true,
  summary: "Mail a link to set a new password",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  body: documentedOnly(Type.Object({ email: Type.Optional(NeededEmailField), ...challengeFields, ...captchaFields }), {
    required: ["email"],
  }),
  reply: Type.Object({}),
  handle: async ({ query, ...input }) => {
    const { body, db, config } = input;
    if (!config.externalEmailEnabled) throw fail.emailOtpDisabled();
    if (!body.email) throw fail.recoverEmailMissing();
    const address = { email: readEmail(body.email) };
    const challenge = readChallenge(body);
    const redirectTo = input.redirectTo(query.redirect_to);
    await inEvenTime(input, async () => {
      const owner = await claimAndFindOwner(input, "recovery", address, (user) => user && "recovery");
      const { mail, authenticationMethod, stamp, action } = recoveryMail(config);
      const pkce = challenge && { challenge, authenticationMethod };
      const issue = issueByMail({ ...mail, to: address.email, redirectTo, data: owner?.data ?? {}, pkce }, input);
      const act = { ...actOf(input), jobSchema: config.jobSchema, action };
      await sendToOwner(db, { address, stamp, onlyUnconfirmed: false, issue }, act);
    });
    return {};
  },
});
