// An event of the audit log as the message that is sent. It is the same whenever it is made, its id included.
// It has ids and no address, name or secret: the traits that it may carry are listed.
import type { AuditPayload } from "../audit/entry.ts";
import { PING, typesOf } from "./event_types.ts";

export interface LoggedEntry {
  id: string;
  number: number;
  /** Null where the entry causes no event. */
  payload: AuditPayload | null;
  created_at: string;
  ip_address: string;
}

export interface AuthEvent {
  id: string;
  type: string;
  /** Which of the events of its entry, from 1. */
  n: number;
  entry: LoggedEntry;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
const EVENT_TRAITS = [
  ...["provider", "session_id", "client_id", "factor_id", "factor_type", "passkey_id", "identity_id", "banned_until", "fields"],
  ...["confirmed", "reason"],
];

export function eventsOf(entry: LoggedEntry): AuthEvent[] {
  const { id, payload } = entry;
  return payload ? typesOf(payload).map((type, index) => ({ id: `msg_${id}_${index + 1}`, type, n: index + 1, entry })) : [];
}

export function bodyOf({ type, entry: { id, payload, created_at: at, ip_address: ip } }: AuthEvent): string {
  const { actor_id: actorId, request_id: requestId, traits = {} } = payload as AuditPayload;
  const actor = actorId === NOBODY ? null : actorId;
  const about = Object.fromEntries(EVENT_TRAITS.filter((name) => name in traits).map((name) => [name, traits[name]]));
  const data = {
    entry_id: id,
    user_id: traits.user_id ?? actor,
    /** Who did it: the user, another one, or an operator, who is nobody. */
    actor_id: actor,
    ip_address: ip,
    request_id: requestId ?? null,
    ...about,
  };
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}

export function pingBody(webhookId: string, at: Date): string {
  return JSON.stringify({ type: PING, timestamp: at.toISOString(), data: { webhook_id: webhookId } });
}
