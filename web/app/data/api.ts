// Reads and writes of our own services. A write loads again what is on the screen, and can be undone.
import { outcomeOf } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { ask } from "./ask.ts";
import { refresh } from "./replies.ts";
import type { Store, UndoResult } from "./store.ts";

export type Method = "POST" | "PUT" | "DELETE";

export interface Written<T> {
  record: T;
  /** By which it can be undone later. */
  requestId: string;
  undo(): Promise<UndoResult>;
}

/** `idempotencyKey` must be the same for every attempt, so that it is booked once. Throws a Refusal. */
export async function write<T>(
  store: Store,
  method: Method,
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<Written<T>> {
  const isForm = body instanceof FormData;
  const payload = isForm ? body : body && JSON.stringify(body);
  const what = `${method} ${path} ${isForm ? newKey() : payload}`;
  const key = idempotencyKey ?? store.unsettledKeys.get(what) ?? newKey();
  store.unsettledKeys.delete(what);
  const { answer, requestId } = await ask<T>(store, `/api/finance${path}`, {
    method,
    // For forms the browser sets the content type with its boundary.
    headers: { "idempotency-key": key, ...(body && !isForm && { "content-type": "application/json" }) },
    ...(payload && { body: payload }),
  }).catch((error: Refusal) => {
    if (!isForm && outcomeOf(error.status) === "later") store.unsettledKeys.set(what, key);
    throw error;
  });
  // A deleted record is not loaded again, although its screen may still be open for a moment.
  if (method === "DELETE")
    for (const each of store.replies.keys()) if (each === path || each.startsWith(`${path}/`)) store.replies.delete(each);
  refresh(store);
  return { record: answer, requestId, undo: () => takeBack(store, { request_id: requestId }) };
}

/** An undo is itself a write and can be undone. */
export async function takeBack(
  store: Store,
  which: { request_id: string } | { version: number; force?: boolean },
): Promise<UndoResult> {
  const { record, undo } = await write<{ version: number | null; kept?: unknown[] }>(store, "POST", "/changes/undo", which);
  return { skipped: record.kept?.length ?? 0, ...(record.version !== null && { again: undo }) };
}

/** `crypto.randomUUID` is missing on plain HTTP other than localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const call = async <T>(store: Store, url: string): Promise<T> => (await ask<T>(store, url)).answer;
