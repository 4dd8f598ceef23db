// The errors of the endpoints for owners of this server, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const serverErrors = {
  mailboxOff: [404, "mailbox_off", "Mails leave by a mail server or a hook, so none are kept here"],
  messageUnknown: [404, "message_not_found", "There is no such message"],
} as const satisfies Record<string, ErrorRow>;
