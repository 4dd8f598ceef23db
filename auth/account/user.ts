// GET /user: the user of the access token, as stored now. PUT /user: changes them. DELETE /user: deletes them.
// A new address waits for its confirmation. One that belongs to another account is answered like any other, and its owner is notified.
//
// What is where in this slice: change.ts orders the steps of PUT /user, and change_locked.ts is the part under the lock of the account.
// change_email.ts, change_phone.ts and change_password.ts are its rules; write_change.ts writes it.
// caller.ts checks that the account behind a token may still be used. delete_user.ts deletes, after recent_proof.ts.
// user_identities.ts and unlink.ts remove identities; user_identities_authorize.ts adds them.
import { Type } from "typebox";
import { Answer, NoBody } from "../../kernel/http/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { challengeFields } from "../flow_states/pkce.ts";
import { inEvenTime } from "../limits/even_time.ts";
import { NewPassword } from "../passwords/rules.ts";
import { EmailField, PhoneField } from "../users/address.ts";
import { METADATA_BODY_BYTES } from "../users/metadata.ts";
import { presentUser, UserReply } from "../users/user.ts";
import { readCaller } from "./caller.ts";
import { changeUser } from "./change.ts";
import { deleteOwnUser } from "./delete_user.ts";

/** For services that take access tokens: what the token says of it may be over. */
const SESSION_AAL = "Cofre-Session-Aal";

export const getUser = endpoint({
  method: "GET",
  path: "/user",
  access: "user",
  summary: "The signed-in user",
  reply: UserReply,
  replyHeaders: { [SESSION_AAL]: "aal1, or aal2 where the session has shown a second factor that the user still has" },
  handle: async (input) => {
    const user = await readCaller(input, input.caller, input.now);
    return new Answer(200, { [SESSION_AAL]: user.session_aal ?? "aal1" }, presentUser(user));
  },
});

const Keys = (description: string) => Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description }));

export const putUser = endpoint({
  method: "PUT",
  path: "/user",
  access: "user",
  limit: "user",
  summary: "Change the address, password or metadata of the signed-in user",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: Type.Object({
    email: Type.Optional(EmailField),
    phone: Type.Optional(PhoneField),
    password: Type.Optional(NewPassword),
    current_password: Type.Optional(Type.String({ description: "Where a new password needs it" })),
    nonce: Type.Optional(Type.String({ description: "From GET /reauthenticate, where a new password needs one" })),
    data: Keys("Merged into user_metadata; null deletes a key"),
    app_metadata: Keys("Merged into app_metadata; for administrators"),
    channel: Type.Optional(Type.String({ description: "sms (default) or whatsapp" })),
    ...challengeFields,
  }),
  reply: UserReply,
  refuses: [422, 429],
  handle: async ({ query, ...input }) => {
    const change = () => changeUser(input, input.redirectTo(query.redirect_to));
    const namesAddress = Boolean(input.body.email || input.body.phone);
    return presentUser(await (namesAddress ? inEvenTime(input, change) : change()));
  },
});

export const deleteUser = endpoint({
  method: "DELETE",
  path: "/user",
  access: "user",
  limit: "user",
  summary: "Delete the signed-in user's account, after a recent proof of who asks",
  body: Type.Object({
    password: Type.Optional(Type.String({ description: "The current one" })),
    nonce: Type.Optional(
      Type.String({ description: "From GET /reauthenticate. Neither is needed within ten minutes after signing in" }),
    ),
  }),
  status: 204,
  reply: NoBody,
  refuses: [422, 429],
  handle: async (input) => {
    await deleteOwnUser(input);
    return new Answer(204);
  },
});
