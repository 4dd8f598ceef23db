// An event of the log as the message that is sent. Everything in it but the records is the same whenever it is made, its id too.
import type { Db } from "../../kernel/sql/database.ts";
import { readRecords } from "../changes/records.ts";
import { PING, typeOf } from "./event_types.ts";
import { type ChangedColumns, type LoggedEvent, listChangedColumns, listEvents } from "./queries_events.ts";

export interface Event {
  id: string;
  type: string;
  at: Date;
  logged: LoggedEvent;
  changed: string[];
}

export async function readEvents(db: Db, spaceId: number, posts: { first: number; last: number }): Promise<Event[]> {
  const [events, columns] = await Promise.all([listEvents(db, spaceId, posts), listChangedColumns(db, spaceId, posts)]);
  return events.map((logged) => ({
    id: `msg_${spaceId}_${logged.version}_${logged.n}`,
    type: typeOf(logged),
    at: logged.at,
    logged,
    changed: logged.action === "update" ? columnsOf(columns, logged) : [],
  }));
}

function columnsOf(all: readonly ChangedColumns[], { version, entity }: LoggedEvent): string[] {
  return all.find((each) => each.version === version && each.entity === entity)?.columns ?? [];
}

/** Receivers may refuse what is larger. */
export const MOST_BODY_BYTES = 20_000;
const MOST_RECORDS = 20;

interface Around {
  db: Db;
  spaceId: number;
  timeZone: string;
}

/** `withRecords`: the records too, as they are now, unless there are many or they are large. */
export async function bodyOf(event: Event, around: Around, withRecords: boolean): Promise<string> {
  const { entity, ids, count } = event.logged;
  const thin = bodyWith(event, around.spaceId);
  if (!withRecords) return thin;
  const none = bodyWith(event, around.spaceId, { records: null });
  if (count > MOST_RECORDS) return none;
  const records = await readRecords(
    around,
    ids.map((id) => ({ entity, entity_id: id })),
  );
  const whole = bodyWith(event, around.spaceId, { records });
  return Buffer.byteLength(whole) < MOST_BODY_BYTES ? whole : none;
}

function bodyWith({ type, at, logged, changed }: Event, spaceId: number, more: object = {}): string {
  const { version, entity, action, ids, count, user_id, token_id, request_id, notice } = logged;
  const data = {
    space_id: spaceId,
    version,
    since: String(version - 1),
    cursor: String(version),
    entity,
    action,
    ids,
    count,
    changed,
    user_id,
    token_id,
    request_id,
    ...(notice && { notice }),
    ...more,
  };
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

export function pingBody(webhookId: number, spaceId: number, at: Date): string {
  return JSON.stringify({ type: PING, timestamp: at.toISOString(), data: { space_id: spaceId, webhook_id: webhookId } });
}
