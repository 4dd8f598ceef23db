// The errors of mail, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const mailErrors = {
  mailServerMissing: [422, "mail_server_missing", "No mail server is set, so no mail can be sent"],
  mailSentByHook: [422, "mail_sent_by_hook", "Mails leave by the hook for sending mail, not by a mail server"],
} as const satisfies Record<string, ErrorRow>;
