// POST /signup: a new account with an address and a password, or an anonymous one.
// A registered address is answered like a fresh one, so that nobody learns who has an account; the owner of the address is mailed either way.
import { Type } from "typebox";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { isTooLarge } from "../users/metadata.ts";
import { signupAnonymous } from "./signup_anonymous.ts";
import { signupWithPassword } from "./signup_password.ts";

export const signup = endpoint({
  method: "POST",
  path: "/signup",
  access: "public",
  limit: ({ body }) => (body.email || body.phone ? "signup" : "anonymous"),
  captcha: true,
  summary: "Create an account, or an anonymous one where no address is given",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  body: Type.Object({
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String({ description: "E.164, with or without the plus sign" })),
    password: Type.Optional(Type.String()),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata" })),
    channel: Type.Optional(Type.String({ description: "sms (default) or whatsapp" })),
    code_challenge: Type.Optional(Type.String()),
    code_challenge_method: Type.Optional(Type.String()),
    ...captchaFields,
  }),
  reply: Type.Unknown(),
  handle: ({ query, ...input }) => {
    const { body, config } = input;
    if (isTooLarge(body.data ?? {})) throw fail.metadataTooLarge();
    const isAnonymous = !body.email && !body.phone;
    if (isAnonymous && !config.externalAnonymousUsersEnabled) throw fail.anonymousDisabled();
    if (config.disableSignup) throw fail.signupDisabled();
    return isAnonymous ? signupAnonymous(input) : signupWithPassword(input, input.redirectTo(query.redirect_to));
  },
});
