// POST /invite: creates an account and mails the invitation. The user may choose a password when they accept.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { afterUserCreated, beforeUserCreated } from "../hooks/user_created.ts";
import { claimSend } from "../limits/claim_send.ts";
import { mailClaim } from "../limits/mail_limits.ts";
import { requireReachable } from "../mail/reachable.ts";
import { issueByMail } from "../one_time_tokens/issue.ts";
import { newUser } from "../sign_up/new_user.ts";
import { NeededEmailField, readEmail } from "../users/address.ts";
import { isTooLarge, METADATA_BODY_BYTES } from "../users/metadata.ts";
import { findOwner } from "../users/queries.ts";
import { presentUser, UserReply } from "../users/user.ts";
import { adminActOf } from "./admin_act.ts";
import { createWithToken, renewUnconfirmed } from "./write_link.ts";

export const invite = endpoint({
  method: "POST",
  path: "/invite",
  access: "admin",
  right: "users:invite",
  summary: "Invite somebody by mail",
  query: Type.Object({ redirect_to: Type.Optional(Type.String()) }),
  bodyLimitBytes: METADATA_BODY_BYTES,
  body: documentedOnly(
    Type.Object({
      email: Type.Optional(NeededEmailField),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: "Becomes user_metadata of a new user" })),
    }),
    { required: ["email"] },
  ),
  reply: UserReply,
  refuses: [422, 429],
  handle: async (input) => {
    const { body, query, config, db, now } = input;
    const email = readEmail(body.email ?? "");
    const data = body.data ?? {};
    if (isTooLarge(data)) throw fail.metadataTooLarge();
    await requireReachable(email, config);
    const existing = await findOwner(db, { email });
    if (existing?.is_confirmed) throw fail.emailExists();
    const { user, identity } = newUser({ address: { email }, encryptedPassword: null, data, isConfirmed: false, config, now });
    if (!existing) await beforeUserCreated(input, user);
    // No pause, because administrators know what they do: the mail only counts.
    await claimSend(db, mailClaim({ ...input, address: email }));
    const issue = issueByMail(
      {
        kind: "invite",
        template: "invite",
        path: config.mailerUrlPathsInvite,
        to: email,
        redirectTo: input.redirectTo(query.redirect_to),
        data,
      },
      input,
    );
    const writing = { issue, jobSchema: config.jobSchema, action: "user_invited" as const, act: adminActOf(input) };
    const invited = existing
      ? await renewUnconfirmed(db, { id: existing.id, email, encryptedPassword: null, data: {}, isInvited: true }, writing)
      : await createWithToken(db, { user: { ...user, userMetadata: data, invitedAt: now }, identity }, writing);
    // Another request registered or confirmed the address concurrently.
    if (!invited) throw fail.emailExists();
    if (!existing) await afterUserCreated(input, user.id);
    return presentUser(invited);
  },
});
