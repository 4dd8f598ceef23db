// POST /admin/generate_link: a link as in a mail, for administrators who deliver it themselves. Nothing is sent and no pause holds.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { readEmail } from "../users/address.ts";
import { UserReply } from "../users/user.ts";
import { generateLink } from "./generate_link.ts";

export const adminGenerateLink = endpoint({
  method: "POST",
  path: "/admin/generate_link",
  access: "admin",
  summary: "Make a link to confirm, sign in, recover or change an address",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  body: Type.Object({
    type: Type.Optional(
      Type.String({ description: "signup, invite, magiclink, recovery, email_change_current or email_change_new" }),
    ),
    email: Type.Optional(Type.String()),
    new_email: Type.Optional(Type.String({ description: "For the email_change types" })),
    password: Type.Optional(Type.String({ description: "For signup" })),
    data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata of a new user" })),
    redirect_to: Type.Optional(Type.String()),
  }),
  reply: UserReply,
  handle: (input) => {
    const { body, query, redirectTo } = input;
    return generateLink(input, body.type ?? "", readEmail(body.email ?? ""), redirectTo(body.redirect_to, query.redirect_to));
  },
});
