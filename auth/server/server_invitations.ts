// POST /server/invitations: a link that lets somebody in, for an owner to hand over. Nothing is mailed; POST /invite of the admin API mails.
import { Type } from "typebox";
import { documentedOnly } from "../../kernel/http/documented_only.ts";
import { generateLink } from "../admin/generate_link.ts";
import { endpoint } from "../endpoint.ts";
import { asOwner, requireOwner } from "../grants/require_owner.ts";
import { linkPath } from "../mail/links.ts";
import { NeededEmailField, readEmail } from "../users/address.ts";

/** As long as an invitation to a household: nobody knows when the link that is handed over is read. */
const LIVES_SECONDS = 7 * 86_400;

export const postServerInvitations = endpoint({
  method: "POST",
  path: "/server/invitations",
  access: "user",
  limit: "user",
  summary: "Make a link that lets somebody in, for owners of this server",
  body: documentedOnly(Type.Object({ email: Type.Optional(NeededEmailField) }), { required: ["email"] }),
  reply: Type.Object({
    email: Type.String(),
    link: Type.String({ description: "To be handed over; works once" }),
    expires_at: Type.String({ format: "date-time" }),
  }),
  refuses: [403, 422],
  handle: async (input) => {
    await requireOwner(input);
    const { now, redirectTo } = input;
    // Messengers open what is handed over by them, to show a preview.
    const config = { ...input.config, mailerUrlPathsInvite: linkPath(input.config.mailerUrlPathsInvite, input) };
    const email = readEmail(input.body.email ?? "");
    const { action_link: link } = await generateLink(
      { ...input, caller: asOwner(input.caller), config, body: {}, linkSeconds: LIVES_SECONDS },
      "invite",
      email,
      redirectTo(),
    );
    return { email, link, expires_at: new Date(now.getTime() + LIVES_SECONDS * 1000).toISOString() };
  },
});
