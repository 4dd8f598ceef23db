// GET, POST /invitations and DELETE /invitations/:id: asking somebody into the space, by mail. For owners.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import { endpoint, type Role } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readPathId } from "../fields/path_id.ts";
import { readOneOf, readText } from "../fields/readers.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import { writeEndpoint } from "../post/write_endpoint.ts";
import { requireOwner } from "../roles/require_owner.ts";
import { ROLES } from "../roles/role.ts";
import { invitationToken } from "./invitation_token.ts";
import { listMembers } from "./queries.ts";
import {
  countInvitations,
  type Invitation,
  insertInvitation,
  listOpenInvitations,
  revokeInvitation,
  revokeInvitationsTo,
} from "./queries_invitations.ts";
import { INVITATION_DAYS, sendInvitation } from "./send_invitations.ts";

const DAY_MS = 86_400_000;
const MOST_MEMBERS = 20;
const MOST_A_DAY = 20;
const ADDRESS = "^[A-Za-z0-9_%+-]+([.][A-Za-z0-9_%+-]+)*@[A-Za-z0-9]+([.-][A-Za-z0-9]+)*[.][A-Za-z]{2,}$";
const isAddress = new RegExp(ADDRESS);

const moment = Type.String({ format: "date-time" });
const InvitationReply = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  role: Type.String({ enum: [...ROLES] }),
  created_at: moment,
  expires_at: moment,
  sent_at: Type.Union([moment, Type.Null()], { description: "Null: the mail has to wait, and will be sent" }),
});
const OpenInvitation = Type.Object({
  ...InvitationReply.properties,
  token: Type.String({ description: "As in the mail; of use only to who has the invited address" }),
});
const NEW_INVITATION = { id: null, email: null, role: null, created_at: null };

export const getInvitations = endpoint({
  method: "GET",
  path: "/invitations",
  access: "reader",
  summary: "The invitations that nobody has accepted yet",
  reply: Type.Array(OpenInvitation),
  handle: async ({ db, caller: { spaceId, timeZone, role }, invitationKey, now }) => {
    requireOwner(role);
    const open = await listOpenInvitations(db, spaceId, now);
    return open.map((row) => ({ ...present(row, timeZone), token: invitationToken(invitationKey, row) }));
  },
});

export const postInvitations = writeEndpoint({
  method: "POST",
  path: "/invitations",
  access: "owner",
  summary: "Invite somebody into the space, by mail",
  body: Type.Object({ email: Type.String({ pattern: ADDRESS, maxLength: 254 }), role: InvitationReply.properties.role }),
  reply: InvitationReply,
  status: 201,
  handle: async ({ record, writeAlone, caller, now, db, auth, invitationKey, log, isDryRun }) => {
    const { email, role } = readInvitation(record);
    const { spaceId, userId, timeZone } = caller;
    let created: Invitation | undefined;
    const answer = await writeAlone(async (tx) => {
      const yesterday = new Date(now.getTime() - DAY_MS);
      const [members, recent] = [await listMembers(tx, spaceId), await countInvitations(tx, spaceId, yesterday)];
      if (members.some((each) => each.email.toLowerCase() === email.toLowerCase()))
        return refuse(record, NEW_INVITATION, "email", { kind: "taken" });
      const most = members.length >= MOST_MEMBERS ? MOST_MEMBERS : recent >= MOST_A_DAY ? MOST_A_DAY : undefined;
      if (most !== undefined) return refuse(record, NEW_INVITATION, "base", { kind: "tooMany", values: { most } });
      await revokeInvitationsTo(tx, spaceId, email, now);
      const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
      created = await insertInvitation(tx, {
        space_id: spaceId,
        email,
        role,
        invited_by: userId,
        created_at: now,
        expires_at: expiresAt,
      });
      const after = { email, role, expires_at: expiresAt };
      const entry = { action: "create", entity: "invitation", entity_id: created.id, before: null, after } as const;
      return { before: {}, after: {}, entries: [entry], answer: present(created, timeZone) };
    });
    if (!created || isDryRun) return answer;
    const outcome = await sendInvitation({ db, auth, invitationKey, log, now: () => now }, created);
    if (outcome === "refused") return refuse(record, NEW_INVITATION, "email", { kind: "invalid" });
    return { ...answer, sent_at: outcome === "sent" ? momentText(now, timeZone) : null };
  },
});

export const deleteInvitation = writeEndpoint<{ id: string }>({
  method: "DELETE",
  path: "/invitations/:id",
  access: "owner",
  summary: "Withdraw an invitation",
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}),
  reply: InvitationReply,
  handle: ({ params, writeAlone, caller: { spaceId, timeZone }, now }) => {
    const id = readPathId(params.id);
    return writeAlone(async (tx) => {
      const revoked = await revokeInvitation(tx, spaceId, id, now);
      if (!revoked) throw fail.recordUnknown();
      const before = { email: revoked.email, role: revoked.role };
      const entry = { action: "delete", entity: "invitation", entity_id: id, before, after: null } as const;
      return { before: {}, after: {}, entries: [entry], answer: present(revoked, timeZone) };
    });
  },
});

function readInvitation(record: Submitted): { email: string; role: Role } {
  const email = readText(record, "email", { required: true, most: 254 });
  const role = readOneOf(record, "role", ROLES, { required: true });
  const isNoAddress = email.value !== undefined && !isAddress.test(email.value);
  const noAddress = problemIf(isNoAddress, "email", { kind: "invalid" });
  throwIfInvalid(record, NEW_INVITATION, joinProblems(email.problems, noAddress, role.problems));
  return { email: email.value as string, role: role.value as Role };
}

function present({ id, email, role, created_at: at, expires_at: end, sent_at: sent }: Invitation, timeZone: string) {
  const text = (when: Date) => momentText(when, timeZone);
  return { id, email, role, created_at: text(at), expires_at: text(end), sent_at: sent && text(sent) };
}
