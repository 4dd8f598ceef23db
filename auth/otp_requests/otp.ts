// POST /otp: a magic link to an email address, or a code to a phone number.
// Every address is answered alike. An unknown one becomes a user, unless create_user is false or sign-ups are switched off.
//
// This slice has the requests for a link or a code: /otp, /magiclink, /recover and /resend. What the links and codes are is in
// one_time_tokens/, what happens when one comes back is in verification/.
import { Type } from "typebox";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { challengeFields } from "../flow_states/pkce.ts";
import { inEvenTime } from "../limits/even_time.ts";
import { EmailField, PhoneField } from "../users/address.ts";
import { METADATA_BODY_BYTES } from "../users/metadata.ts";
import { otpEmail } from "./otp_email.ts";
import { otpPhone } from "./otp_phone.ts";

export const otp = endpoint({
  method: "POST",
  path: "/otp",
  access: "public",
  limit: "otp",
  captcha: true,
  summary: "Send a magic link by mail, or a code by SMS",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: Type.Object({
    email: Type.Optional(EmailField),
    phone: Type.Optional(PhoneField),
    create_user: Type.Optional(Type.Boolean({ description: "True (default) creates a missing user" })),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata of a new user" })),
    channel: Type.Optional(Type.String({ description: "sms (default) or whatsapp" })),
    ...challengeFields,
    ...captchaFields,
  }),
  reply: Type.Object({}),
  refuses: [422],
  handle: async ({ query, ...input }) => {
    const { email, phone, channel } = input.body;
    if (email && phone) throw fail.onlyOneAddress();
    if (email && channel) throw fail.channelWithEmail();
    if (!email && !phone) throw fail.otpAddressMissing();
    const redirectTo = input.redirectTo(query.redirect_to);
    await inEvenTime(input, () => (email ? otpEmail(input, email, redirectTo) : otpPhone(input, phone as string)));
    return {};
  },
});
