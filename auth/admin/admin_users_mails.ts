// GET and POST /admin/users/:id/mails: what was sent to a user in the last 30 days, and one more of the mails that users ask for.
// The outbox keeps no contents of what has left, and none are shown of what waits.
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { findUserWithIdentities } from "../identities/queries.ts";
import { MessageReply, presentMessage } from "../outbox/listed_message.ts";
import { listMessages } from "../outbox/queries.ts";
import { sendUserMail, USER_MAILS, type UserMail } from "./send_user_mail.ts";
import { readUserId } from "./user_body.ts";

const MOST_LISTED = 100;

export const getAdminUserMails = endpoint({
  method: "GET",
  path: "/admin/users/:id/mails",
  access: "admin",
  right: "users:read",
  summary: "Mails and text messages to a user, newest first: when, and what became of them",
  params: Type.Object({ id: Type.String() }),
  reply: Type.Object({ mails: Type.Array(MessageReply, { description: `At most ${MOST_LISTED}` }) }),
  handle: async ({ params, db, now }) => {
    const id = readUserId(params.id);
    const [user, messages] = await Promise.all([findUserWithIdentities(db, id), listMessages(db, id, MOST_LISTED)]);
    if (!user) throw fail.userUnknown();
    return { mails: messages.map((each) => presentMessage(each, now)) };
  },
});

export const postAdminUserMails = endpoint({
  method: "POST",
  path: "/admin/users/:id/mails",
  access: "admin",
  right: "users:invite",
  summary: "Send a user a mail that they could ask for themselves",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  body: Type.Object({ template: Type.Unsafe<UserMail>({ type: "string", enum: [...USER_MAILS] }) }),
  reply: MessageReply,
  refuses: [422, 429],
  handle: async ({ params, query, ...input }) => {
    const message = await sendUserMail(input, readUserId(params.id), input.redirectTo(query.redirect_to));
    return presentMessage(message, input.now);
  },
});
