// GET /members, PUT and DELETE /members/:user_id: who shares the space, in which role. Owners change roles and remove; everybody may leave.
// Whoever goes takes their tokens for the space along, and the invitations that they made.
import { Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { momentText } from "../calendar/moment.ts";
import { deleteTokensOf } from "../credentials/queries.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readOneOf } from "../fields/readers.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { ROLES, reaches } from "../roles/role.ts";
import { entryOf } from "./entry.ts";
import { countOwners, deleteMember, findStoredMember, isOwnSpace, listMembers, putMember, type StoredMember } from "./queries.ts";
import { revokeInvitationsBy } from "./queries_invitations.ts";

const MemberReply = Type.Object({ user_id: Type.Integer(), role: Type.String({ enum: [...ROLES] }) });
const params = Type.Object({ user_id: Type.String() });
const NO_MEMBER = { user_id: null, role: null };

export const getMembers = endpoint({
  method: "GET",
  path: "/members",
  access: "reader",
  summary: "Who shares the space",
  reply: Type.Array(
    Type.Object({
      ...MemberReply.properties,
      name: Type.String(),
      email: Type.String(),
      own: Type.Boolean({ description: "Whether the space is their own: they are an owner for good" }),
      since: Type.String({ format: "date-time" }),
    }),
  ),
  handle: async ({ db, caller: { spaceId, timeZone } }) =>
    (await listMembers(db, spaceId)).map(({ since, ...row }) => ({ ...row, since: momentText(since, timeZone) })),
});

export const putMemberRole = writeEndpoint<{ user_id: string }>({
  method: "PUT",
  path: "/members/:user_id",
  access: "owner",
  summary: "Give a member another role",
  params,
  body: Type.Object({ role: Type.String({ enum: [...ROLES] }) }),
  reply: MemberReply,
  handle: ({ params: { user_id: id }, record, writeAlone, caller: { spaceId } }) => {
    const userId = readPathId(id);
    const { value: role, problems } = readOneOf(record, "role", ROLES, { required: true });
    throwIfInvalid(record, { ...NO_MEMBER, user_id: userId }, problems);
    return writeAlone(async (tx) => {
      const stored = await findStoredMember(tx, spaceId, userId);
      if (!stored) return refuseOwn(await isOwnSpace(tx, spaceId, userId), () => refuse(record, NO_MEMBER, "role", UNCHANGEABLE));
      const changed = { ...stored, role: role as (typeof ROLES)[number] };
      if (changed.role !== "owner" && (await isLastOwner(tx, spaceId, stored)))
        return refuse(record, NO_MEMBER, "role", LAST_OWNER);
      await putMember(tx, spaceId, changed);
      const entry = entryOf(userId, stored.role, changed.role);
      return { before: {}, after: {}, entries: [entry], answer: { user_id: userId, role: changed.role } };
    });
  },
});

export const deleteMemberOf = writeEndpoint<{ user_id: string }>({
  method: "DELETE",
  path: "/members/:user_id",
  access: "own",
  summary: "Remove a member, or leave",
  params,
  body: Type.Object({}),
  reply: MemberReply,
  handle: ({ params: { user_id: id }, record, writeAlone, caller: { spaceId, userId: callerId, role: callerRole }, now }) => {
    const userId = readPathId(id);
    if (userId !== callerId && !reaches(callerRole ?? "owner", "owner")) throw fail.ownersOnly();
    return writeAlone(async (tx) => {
      const stored = await findStoredMember(tx, spaceId, userId);
      if (!stored) return refuseOwn(await isOwnSpace(tx, spaceId, userId), () => refuse(record, NO_MEMBER, "base", UNCHANGEABLE));
      if (await isLastOwner(tx, spaceId, stored)) return refuse(record, NO_MEMBER, "base", LAST_OWNER);
      await deleteMember(tx, spaceId, userId);
      await deleteTokensOf(tx, userId, spaceId);
      await revokeInvitationsBy(tx, spaceId, userId, now);
      const entry = entryOf(userId, stored.role, null);
      return { before: {}, after: {}, entries: [entry], answer: { user_id: userId, role: stored.role } };
    });
  },
});

const UNCHANGEABLE = { kind: "unchangeable" } as const;
const LAST_OWNER = { kind: "lastOwner" } as const;

/** A space that is nobody's own keeps one. */
const isLastOwner = async (tx: Db, spaceId: number, { role }: StoredMember) =>
  role === "owner" && (await countOwners(tx, spaceId)) === 1;

/** Whose own space it is stays its owner; of everybody else nothing is known here. */
function refuseOwn(isOwn: boolean, refuseIt: () => never): never {
  if (isOwn) refuseIt();
  throw fail.recordUnknown();
}
