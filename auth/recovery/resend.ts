// POST /resend: sends a confirmation again, with a new link or code; the old one is void.
// Where nobody waits for one, nothing is sent, and the answer is the same: an id that then belongs to no message.
import { Type } from "typebox";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { inEvenTime } from "../limits/even_time.ts";
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
      Type.String({ description: "signup or email_change with an email address, sms or phone_change with a phone" }),
    ),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String({ description: "E.164, with or without the plus sign" })),
    code_challenge: Type.Optional(Type.String()),
    code_challenge_method: Type.Optional(Type.String()),
    ...captchaFields,
  }),
  reply: Type.Object({ message_id: Type.String({ format: "uuid" }) }),
  handle: async ({ query, ...input }) => {
    const { isChange, ...errand } = readResend(input.body, input.config);
    const send = isChange ? resendChange : resendConfirmation;
    const redirectTo = input.redirectTo(query.redirect_to);
    return { message_id: await inEvenTime(input, () => send(input, { ...errand, redirectTo })) };
  },
});
