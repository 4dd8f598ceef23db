// GET /invitations/received: invitations to the caller's own address, so that they can join without the mail. Auth is asked whether the
// address is confirmed, and only if there is one to show.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { endpoint } from "../endpoint.ts";
import { ROLES } from "../roles/role.ts";
import { findPerson, listReceivedInvitations } from "./queries_invitations.ts";

export const getInvitationsReceived = endpoint({
  method: "GET",
  path: "/invitations/received",
  access: "reader",
  summary: "The invitations to the caller's own confirmed address, newest first",
  reply: Type.Array(
    Type.Object({
      id: Type.Integer({ description: "POST /invitations/accept takes it in place of the token" }),
      role: Type.String({ enum: [...ROLES] }),
      space_name: Type.String({ description: "Of whom it is, or what its owners call it" }),
      members: Type.Integer({ description: "How many share it now" }),
      invited_by: Type.Object({ name: Type.String(), email: Type.String() }),
      expires_at: Type.String({ format: "date-time" }),
    }),
  ),
  handle: async ({ db, caller: { userId, timeZone, rights }, auth, now }) => {
    // A token opens one space, and tells of no other.
    const rows = rights === undefined ? await listReceivedInvitations(db, userId, now) : [];
    if (rows.length === 0) return [];
    const person = await findPerson(db, userId);
    const user = person && (await auth.findUser(person.auth_user_id));
    const address = user?.isEmailConfirmed ? user.email.toLowerCase() : undefined;
    return rows
      .filter(({ email }) => email.toLowerCase() === address)
      .map(({ id, role, space_name: spaceName, members, inviter_name: name, inviter_email: email, expires_at: end }) => ({
        id,
        role,
        space_name: spaceName,
        members,
        invited_by: { name, email },
        expires_at: momentText(end, timeZone),
      }));
  },
});
