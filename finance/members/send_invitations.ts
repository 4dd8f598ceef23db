// Finance has no mailer: auth is asked to mail an invitation. What it could not take now is tried again every minute.
import type { KeyObject } from "node:crypto";
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import type { AuthLink } from "../credentials/auth_link.ts";
import type { InvitationOutcome } from "../endpoint.ts";
import { invitationToken } from "./invitation_token.ts";
import { findPerson, type Invitation, listUnsent, markSent, revokeInvitation } from "./queries_invitations.ts";

export const sendInvitationsJob = (sending: SendingInput) => ({
  name: "send_invitations",
  cron: "* * * * *",
  run: () => sendInvitations(sending),
});

export const INVITATION_DAYS = 7;
const MOST_AT_ONCE = 100;

export interface SendingInput {
  db: Database;
  auth: Pick<AuthLink, "sendInvitation">;
  invitationKey: KeyObject;
  log: Log;
  now: () => Date;
}

/** What auth has taken is marked; what it never will is void. */
export async function sendInvitation(sending: SendingInput, invitation: Invitation): Promise<InvitationOutcome> {
  const { db, auth, invitationKey, log, now } = sending;
  const { id, space_id: spaceId, email, invited_by: by } = invitation;
  try {
    const inviter = await findPerson(db, by);
    const token = invitationToken(invitationKey, invitation);
    const message = { email, inviter: inviter?.email ?? "", token, days: INVITATION_DAYS };
    const mailed = await auth.sendInvitation(message);
    if (mailed === "sent") await markSent(db, id, now());
    if (mailed === "refused") await revokeInvitation(db, spaceId, id, now());
    return mailed;
  } catch (err) {
    log.warn({ err }, "an invitation could not be mailed yet");
    return "busy";
  }
}

export async function sendInvitations(sending: SendingInput): Promise<void> {
  for (const invitation of await listUnsent(sending.db, sending.now(), MOST_AT_ONCE)) await sendInvitation(sending, invitation);
}
