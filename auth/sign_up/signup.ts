// POST /signup: a new account with an address and a password, or an anonymous one.
// A registered address is answered like a new one, so that nobody learns who has an account. Its owner gets a mail in both cases.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { challengeFields, readChallenge } from "../flow_states/pkce.ts";
import { isTooLong, NewPassword } from "../passwords/rules.ts";
import { SessionReply } from "../sessions/session.ts";
import { EmailField, PhoneField } from "../users/address.ts";
import { isTooLarge, METADATA_BODY_BYTES } from "../users/metadata.ts";
import { UserReply } from "../users/user.ts";
import { signupAnonymous } from "./signup_anonymous.ts";
import { signupWithPassword } from "./signup_password.ts";

/** A session, or the user who has yet to confirm the address. */
const SIGNED_UP = { ...Type.Partial(SessionReply).properties, ...Type.Partial(UserReply).properties };

export const signup = endpoint({
  method: "POST",
  path: "/signup",
  access: "public",
  limit: ({ body }) => (body.email || body.phone ? "signup" : "anonymous"),
  captcha: true,
  summary: "Create an account, or an anonymous one where no address is given",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: Type.Object({
    email: Type.Optional(EmailField),
    phone: Type.Optional(PhoneField),
    password: Type.Optional(NewPassword),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata" })),
    channel: Type.Optional(Type.String({ description: "sms (default) or whatsapp" })),
    ...challengeFields,
    ...captchaFields,
  }),
  reply: documentedOnly(Type.Object(SIGNED_UP), {
    anyOf: [{ required: SessionReply.required }, { required: UserReply.required }],
  }),
  refuses: [422],
  handle: ({ query, ...input }) => {
    const { body, config } = input;
    if (isTooLarge(body.data ?? {})) throw fail.metadataTooLarge();
    readChallenge(body);
    if (isTooLong(body.password ?? "")) throw fail.passwordTooLong();
    const isAnonymous = !body.email && !body.phone;
    if (isAnonymous && !config.externalAnonymousUsersEnabled) throw fail.anonymousDisabled();
    if (config.disableSignup) throw fail.signupDisabled();
    return isAnonymous ? signupAnonymous(input) : signupWithPassword(input, input.redirectTo(query.redirect_to));
  },
});
