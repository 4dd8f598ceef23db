// POST, PUT /server/owner: makes an owner of this server by a one-time code: a new user, or whoever is signed in. The code is the only gate:
// neither DISABLE_SIGNUP nor a captcha holds, no mail is sent, and hooks before a new user are not asked.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { OwnerCodeField } from "../grants/owner_code_field.ts";
import { requireOwnSession } from "../grants/require_owner.ts";
import { NewPassword } from "../passwords/rules.ts";
import { SessionReply } from "../sessions/session.ts";
import { NeededEmailField } from "../users/address.ts";
import { isTooLarge } from "../users/metadata.ts";
import { UserReply } from "../users/user.ts";
import { createOwner } from "./create_owner.ts";
import { grantOwnership } from "./write_owner.ts";

export const postServerOwner = endpoint({
  method: "POST",
  path: "/server/owner",
  access: "public",
  limit: "serverOwner",
  summary: "Create a user who owns this server, by a one-time code",
  body: documentedOnly(
    Type.Object({
      code: OwnerCodeField,
      email: Type.Optional(NeededEmailField),
      password: Type.Optional(NewPassword),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata" })),
    }),
    { required: ["code", "email", "password"] },
  ),
  reply: Type.Object(
    { ...Type.Partial(SessionReply).properties, user: UserReply },
    { description: "Without tokens where a hook refuses to issue them" },
  ),
  refuses: [403, 422, 429],
  handle: (input) => {
    if (isTooLarge(input.body.data ?? {})) throw fail.metadataTooLarge();
    return createOwner(input);
  },
});

export const putServerOwner = endpoint({
  method: "PUT",
  path: "/server/owner",
  access: "user",
  limit: "serverOwner",
  summary: "Make the signed-in user an owner of this server, by a one-time code",
  // Read after the session, as whoever has none learns nothing else.
  body: documentedOnly(Type.Object({ code: Type.Optional(OwnerCodeField) }), { required: ["code"] }),
  status: 204,
  reply: NoBody,
  refuses: [403, 422],
  handle: async (input) => {
    const user = await requireOwnSession(input);
    const { code } = input.body;
    if (code === undefined) throw fail.invalid({ values: { field: "code", problem: "is missing" } });
    await grantOwnership(input, code, user);
    return new Answer(204);
  },
});
