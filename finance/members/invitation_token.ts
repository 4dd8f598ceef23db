// The token of an invitation: its id, and a MAC over what was invited. It is kept nowhere, and a mail can be sent again.
import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Invitation } from "./queries_invitations.ts";

type Invited = Pick<Invitation, "id" | "space_id" | "email" | "role" | "created_at">;

const SHAPE = /^(\d{1,9})\.[\w-]{43}$/;

export function invitationToken(key: KeyObject, { id, space_id: spaceId, email, role, created_at: at }: Invited): string {
  const mac = createHmac("sha256", key).update(JSON.stringify(["invitation", id, spaceId, email, role, at.getTime()]));
  return `${id}.${mac.digest("base64url")}`;
}

/** The id that a token names; whether it is one, `isTokenOf` says. */
export function invitationIdIn(token: string): number | undefined {
  const id = SHAPE.exec(token)?.[1];
  return id === undefined ? undefined : Number(id);
}

export function isTokenOf(key: KeyObject, invited: Invited, token: string): boolean {
  const [right, received] = [Buffer.from(invitationToken(key, invited)), Buffer.from(token)];
  return right.length === received.length && timingSafeEqual(right, received);
}
