// POST /invitations/accept: joins the space of an invitation. For whoever has the invited address, which auth has verified:
// a mail that was forwarded lets nobody else in, nor does it tell who invited. Nothing moves; the caller's own space stays.
import { Type } from "typebox";
import { fail } from "../errors.ts";
import { readId, readText } from "../fields/readers.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { joinProblems } from "../fields/with_problems.ts";
import { openWriteAlone } from "../post/write.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { ROLES } from "../roles/role.ts";
import { entryOf } from "./entry.ts";
import { invitationIdIn, isTokenOf } from "./invitation_token.ts";
import { findSpaceName, findStoredMember, isOwnSpace, putMember } from "./queries.ts";
import { acceptInvitation, findInvitation, findPerson } from "./queries_invitations.ts";

export const postInvitationsAccept = writeEndpoint({
  method: "POST",
  path: "/invitations/accept",
  access: "own",
  summary: "Join the space of an invitation",
  body: Type.Object(
    {
      token: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Of the mail; or id" })),
      id: Type.Optional(Type.Integer({ minimum: 1, description: "As GET /invitations/received lists it" })),
    },
    { anyOf: [{ required: ["token"] }, { required: ["id"] }] },
  ),
  reply: Type.Object({
    space_id: Type.Integer(),
    role: Type.String({ enum: [...ROLES] }),
    space_name: Type.String({ description: "Of whom it is, or what its owners call it" }),
    invited_by: Type.Object({ name: Type.String(), email: Type.String() }),
  }),
  refuses: [404],
  handle: async ({ record, db, queue, caller, act, auth, invitationKey, isDryRun, now }) => {
    const named = readId(record, "id");
    const { value: token, problems } = readText(record, "token", { required: named.value === undefined, most: 100 });
    throwIfInvalid(record, { token: null }, joinProblems(problems, named.problems));
    const { userId } = caller;
    const invitation = await findInvitation(db, token === undefined ? (named.value ?? 0) : (invitationIdIn(token) ?? 0));
    // By its id, one of somebody else is like one that is not there. A token of the API opens one space, and joins none by an id.
    const refuseId = () => refuse(record, { id: null }, "id", { kind: "unknown" });
    const isKnown = token === undefined ? caller.rights === undefined : invitation && isTokenOf(invitationKey, invitation, token);
    if (!invitation || !isKnown || invitation.is_revoked) {
      if (token === undefined) return refuseId();
      throw fail.recordUnknown();
    }
    const { id, space_id: spaceId, role } = invitation;
    const person = await findPerson(db, userId);
    const user = person && (await auth.findUser(person.auth_user_id));
    if (!user?.isEmailConfirmed || user.email.toLowerCase() !== invitation.email.toLowerCase()) {
      if (token === undefined) return refuseId();
      throw fail.invitationOfAnother();
    }
    const [inviter, spaceName] = await Promise.all([findPerson(db, invitation.invited_by), findSpaceName(db, spaceId)]);
    const view = { space_name: spaceName, invited_by: { name: inviter?.name ?? "", email: inviter?.email ?? "" } };
    const writing = { db, queue, act: { ...act, caller: { spaceId, userId, tokenId: undefined } }, isDryRun };
    return openWriteAlone(writing)(async (tx) => {
      const [stored, isOwn] = [await findStoredMember(tx, spaceId, userId), await isOwnSpace(tx, spaceId, userId)];
      const isAccepted = await acceptInvitation(tx, id, userId, now);
      // Whoever sends it again is told the same, unless they have left or were removed since.
      if (stored || isOwn)
        return { before: {}, after: {}, answer: { space_id: spaceId, role: stored?.role ?? "owner", ...view } };
      if (!isAccepted) throw fail.recordUnknown();
      await putMember(tx, spaceId, { user_id: userId, role, created_at: now });
      return { before: {}, after: {}, entries: [entryOf(userId, null, role)], answer: { space_id: spaceId, role, ...view } };
    });
  },
});
