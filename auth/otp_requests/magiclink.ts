// POST /magiclink: what POST /otp does for an email address, by its old name.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import type { Log } from "../../kernel/log/log.ts";
import { captchaFields } from "../captcha/captcha.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { challengeFields } from "../flow_states/pkce.ts";
import { inEvenTime } from "../limits/even_time.ts";
import { NeededEmailField } from "../users/address.ts";
import { METADATA_BODY_BYTES } from "../users/metadata.ts";
import { otpEmail } from "./otp_email.ts";

export const magiclink = endpoint({
  method: "POST",
  path: "/magiclink",
  access: "public",
  limit: "magiclink",
  captcha: true,
  summary: "Send a magic link; use /otp instead",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: documentedOnly(
    Type.Object({
      email: Type.Optional(NeededEmailField),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata of a new user" })),
      ...challengeFields,
      ...captchaFields,
    }),
    { required: ["email"] },
  ),
  reply: Type.Object({}),
  refuses: [422],
  handle: async ({ query, ...input }) => {
    const { email } = input.body;
    noteDeprecation(input.log);
    if (!email) throw fail.magicLinkEmailMissing();
    await inEvenTime(input, () => otpEmail(input, email, input.redirectTo(query.redirect_to)));
    return {};
  },
});

/** A process has one log, so each process says it once. */
const noted = new WeakSet<Log>();

function noteDeprecation(log: Log): void {
  if (noted.has(log)) return;
  noted.add(log);
  log.warn("POST /magiclink: deprecated; use POST /otp");
}
