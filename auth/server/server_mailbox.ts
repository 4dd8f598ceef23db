// GET /server/mailbox, GET /server/mailbox/:name: the messages that wait in a folder because there is no mail server. For owners, who prove
// themselves anew: a message may hold a link into anybody's account.
import { Type } from "typebox";
import { adminActOf } from "../admin/admin_act.ts";
import { logAct } from "../audit/log_act.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { asOwner, requireOwner } from "../grants/require_owner.ts";
import { listMailbox, MESSAGE_NAME, readMailbox } from "../mail/mailbox.ts";

const MOST_LISTED = 50;

const Entry = Type.Object({
  name: Type.String(),
  kind: Type.String({ enum: ["mail", "sms"] }),
  to: Type.String(),
  subject: Type.String({ description: "Empty for text messages" }),
  sent_at: Type.String({ format: "date-time" }),
});

export const getServerMailbox = endpoint({
  method: "GET",
  path: "/server/mailbox",
  access: "user",
  summary: "The newest messages that could not leave, for owners of this server",
  query: Type.Object({
    before: Type.Optional(Type.String({ pattern: MESSAGE_NAME, description: "A name: lists those that are older" })),
  }),
  reply: Type.Array(Entry, { description: `At most ${MOST_LISTED}` }),
  refuses: [403, 404],
  handle: async (input) => {
    await requireOwner(input);
    if (input.mailbox === undefined) throw fail.mailboxOff();
    return listMailbox(input.mailbox, MOST_LISTED, input.query.before);
  },
});

export const getServerMessage = endpoint({
  method: "GET",
  path: "/server/mailbox/:name",
  access: "user",
  summary: "One of these messages",
  params: Type.Object({ name: Type.String() }),
  reply: Type.Object({ ...Entry.properties, text: Type.String({ description: "Without markup" }) }),
  refuses: [403, 404],
  handle: async (input) => {
    const { params, mailbox } = input;
    const owner = await requireOwner(input);
    if (mailbox === undefined) throw fail.mailboxOff();
    const message = await readMailbox(mailbox, params.name);
    if (!message) throw fail.messageUnknown();
    const act = adminActOf({ ...input, caller: asOwner(input.caller) });
    const entry = { action: "mailbox_read", actor: owner, traits: { message: message.name } } as const;
    await input.db.transaction((tx) => logAct(tx, act, entry));
    return message;
  },
});
