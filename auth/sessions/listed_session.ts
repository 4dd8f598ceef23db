// A session as its user and administrators see it in a list: where it came from, and since when. Never its tokens.
import { type Static, Type } from "typebox";
import { type Columns, json, moment, orNull, type RowOf, text } from "../../kernel/sql/columns.ts";
import { deviceOf } from "./device.ts";
import type { Amr } from "./session_row.ts";

export const LISTED_COLUMNS = {
  id: { kind: text },
  user_id: { kind: text },
  aal: { kind: text },
  amr: { kind: json<Amr[]>() },
  user_agent: { kind: orNull(text) },
  ip: { kind: text },
  created_at: { kind: moment },
  refreshed_at: { kind: moment },
} as const satisfies Columns;

export type ListedSession = RowOf<typeof LISTED_COLUMNS>;

const Name = Type.Union([Type.String(), Type.Null()]);

const listed = {
  id: Type.String({ format: "uuid" }),
  device: Type.Object({ browser: Name, system: Name }, { description: "What user_agent says, in short" }),
  user_agent: Type.Union([Type.String(), Type.Null()], { description: "As the client named itself when it signed in" }),
  ip: Type.String({ description: "The address that it signed in from" }),
  aal: Type.String({ description: "aal2 once it has shown a second factor" }),
  amr: Type.Array(Type.String(), { description: "How its user has proved who they are" }),
  created_at: Type.String({ format: "date-time" }),
  last_used_at: Type.String({ format: "date-time", description: "When its tokens were last renewed" }),
};

export const OwnSessionReply = Type.Object({ ...listed, current: Type.Boolean({ description: "The one that asks" }) });
export const AnySessionReply = Type.Object({ ...listed, user_id: Type.String({ format: "uuid" }) });

export function presentOwnSession(session: ListedSession, currentId: string | undefined): Static<typeof OwnSessionReply> {
  return { ...present(session), current: session.id === currentId };
}

export function presentAnySession(session: ListedSession): Static<typeof AnySessionReply> {
  return { ...present(session), user_id: session.user_id };
}

function present({ id, aal, amr, user_agent: userAgent, ip, created_at: createdAt, refreshed_at: used }: ListedSession) {
  return {
    id,
    device: deviceOf(userAgent),
    user_agent: userAgent,
    ip,
    aal,
    amr: amr.map(({ method }) => method),
    created_at: createdAt.toISOString(),
    last_used_at: used.toISOString(),
  };
}
