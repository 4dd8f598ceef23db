// POST /service/invitations: mails an invitation of another service, which has no mailer of its own. The token is that service's.
// Whether the address has an account makes no difference to the answer or the time; the mail comes in the language of the reader.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { claimSendIn } from "../limits/claim_send.ts";
import { mailClaim } from "../limits/mail_limits.ts";
import { languagesOf } from "../mail/language.ts";
import { writeMessage } from "../outbox/queries.ts";
import { sealMail } from "../outbox/seal.ts";
import { NeededEmailField, readEmail } from "../users/address.ts";

const LONGEST_DAYS = 30;

export const serviceInvitations = endpoint({
  method: "POST",
  path: "/service/invitations",
  access: "admin",
  right: "service:use",
  summary: "Mail an invitation of another service",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  body: documentedOnly(
    Type.Object({
      email: Type.Optional(NeededEmailField),
      inviter: Type.Optional({ ...NeededEmailField, description: "The address of whoever invites" }),
      token: Type.String({ pattern: "^[A-Za-z0-9._-]{16,200}$", description: "Goes behind the # of the link" }),
      days: Type.Integer({ minimum: 1, maximum: LONGEST_DAYS, description: "How long it is good" }),
    }),
    { required: ["email", "inviter", "token", "days"] },
  ),
  reply: Type.Object({}),
  refuses: [422, 429],
  handle: async ({ body, query, config, db, serverKeys, request, now, redirectTo }) => {
    const email = readEmail(body.email ?? "");
    const inviter = readEmail(body.inviter ?? "");
    const confirmationUrl = `${redirectTo(query.redirect_to)}#invitation=${body.token}`;
    const expiresAt = new Date(now.getTime() + body.days * 86_400_000);
    const variables = { email, confirmationUrl, ...languagesOf(request), data: { inviter } };
    const message = sealMail(serverKeys, { template: "space_invitation", to: email, variables, expiresAt }, now);
    await db.transaction(async (tx) => {
      await claimSendIn(tx, mailClaim({ serverKeys, config, about: "invite", address: email, now }));
      await writeMessage(tx, config.jobSchema, message);
    });
    return {};
  },
});
