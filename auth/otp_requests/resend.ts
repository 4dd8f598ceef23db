// POST /resend: sends a confirmation again, with a new link or code; the old one is void.
// Where nobody waits for one, nothing is sent, and the answer is the same: an id that then belongs to no message.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { challengeFields } from "../flow_states/pkce.ts";
import { inEvenTime } from "../limits/even_time.ts";
import { EmailField, PhoneField } from "../users/address.ts";
import { resendChange } from "./resend_change.ts";
import { resendConfirmation } from "./resend_confirmation.ts";
import { readResend } from "./resend_request.ts";

export const resend = endpoint({
  method: "POST",
  path: "/resend",
  access: "public",
  limit: "resend",
  captcha: true,
  summary: "Send a confirmation again",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  body: Type.Object({
    type: Type.Optional(
      documentedOnly(Type.String({ description: "The first two with an email address, the others with a phone" }), {
        enum: ["signup", "email_change", "sms", "phone_change"],
      }),
    ),
    email: Type.Optional(EmailField),
    phone: Type.Optional(PhoneField),
    ...challengeFields,
    ...captchaFields,
  }),
  reply: Type.Object({ message_id: Type.String({ format: "uuid" }) }),
  handle: async ({ query, ...input }) => {
    const { isChange, ...request } = readResend(input.body, input.config);
    const send = isChange ? resendChange : resendConfirmation;
    const redirectTo = input.redirectTo(query.redirect_to);
    return { message_id: await inEvenTime(input, () => send(input, { ...request, redirectTo })) };
  },
});
