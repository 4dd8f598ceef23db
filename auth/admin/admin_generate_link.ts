// POST /admin/generate_link: a link as in a mail, for administrators who deliver it themselves. Nothing is sent and no pause holds.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { EmailField, NeededEmailField, readEmail } from "../users/address.ts";
import { METADATA_BODY_BYTES } from "../users/metadata.ts";
import { UserReply } from "../users/user.ts";
import { generateLink, LINK_KINDS } from "./generate_link.ts";

export const adminGenerateLink = endpoint({
  method: "POST",
  path: "/admin/generate_link",
  access: "admin",
  right: "links:read",
  summary: "Make a link to confirm, sign in, recover or change an address",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: documentedOnly(
    Type.Object({
      type: Type.Optional(documentedOnly(Type.String(), { enum: LINK_KINDS })),
      email: Type.Optional(NeededEmailField),
      new_email: Type.Optional(EmailField),
      password: Type.Optional(Type.String({ description: "For signup" })),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata of a new user" })),
      redirect_to: Type.Optional(Type.String()),
    }),
    { required: ["type", "email"] },
  ),
  reply: Type.Object({
    ...UserReply.properties,
    action_link: Type.String({ description: "To be opened in a browser" }),
    email_otp: Type.String({ description: "The code that does the same" }),
    hashed_token: Type.String({ description: "For token_hash of POST /verify" }),
    verification_type: Type.String(),
    redirect_to: Type.String(),
    token: Type.String({ description: "The parameter of the link, as is type" }),
    type: Type.String(),
  }),
  refuses: [404, 422, 429],
  handle: (input) => {
    // Needed or not, what is no address is refused.
    if (input.body.new_email) readEmail(input.body.new_email);
    const { body, query, redirectTo } = input;
    return generateLink(input, body.type ?? "", readEmail(body.email ?? ""), redirectTo(body.redirect_to, query.redirect_to));
  },
});
