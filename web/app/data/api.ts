// Requests to our own service. The last reply to a path is shown at once and then loaded again.
import { type Signal, signal } from "@preact/signals";
import { readReply, storeReply } from "../offline/stored_replies.ts";
import { outcomeOf } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { nextFrame, wait } from "../ui/timing.ts";
import { sendRequest } from "./requests.ts";
import { followRemoval } from "./space.ts";
import type { CachedReply, LoadState, Store, UndoResult } from "./store.ts";

/** A path without a service belongs to finance. */
const urlOf = (path: string) => (path.startsWith("/api/") ? path : `/api/finance${path}`);

/** The state of a path; `use` registers a component that shows it. */
export function resource<T>(store: Store, path: string): Signal<LoadState<T>> {
  const entry: CachedReply = store.replies.get(path) ?? { value: signal<LoadState<unknown>>({}), users: 0 };
  store.replies.set(path, entry);
  return entry.value as Signal<LoadState<T>>;
}

export function use(store: Store, path: string): () => void {
  const entry = store.replies.get(path);
  if (!entry) return () => {};
  entry.users++;
  store.viewerChanges.value++;
  // Only the first user loads: every row of a list uses the same categories.
  if (entry.users === 1) void showAndLoad(store, path);
  return () => {
    entry.users--;
    store.viewerChanges.value++;
  };
}

/** When the oldest data on the screen was loaded. */
export function oldestLoadedAt(store: Store): number | undefined {
  const hasViewers = store.viewerChanges.value > 0;
  const times = [...store.replies.values()].flatMap(
    ({ users, value, at }) => (hasViewers && users > 0 && value.value.data !== undefined && at) || [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Shows the stored reply first and loads after it is drawn: on slow phones a request takes as long as drawing. */
async function showAndLoad(store: Store, path: string): Promise<void> {
  const showing = Promise.race([showStored(store, path), wait(LONGEST_LOOK_MS)]);
  if (navigator.serviceWorker?.controller) {
    // Drops the results: the chain would otherwise grow for as long as the app is open.
    store.storedReads = Promise.all([store.storedReads, showing]).then(() => {});
    await showing;
    // Waits for the other stored replies of this screen too.
    await store.storedReads;
    if (store.replies.get(path)?.value.value.data !== undefined) await nextPaint(store);
  }
  await load(store, path);
}

/** One promise for all paths, so that they are read in one request. */
function nextPaint(store: Store): Promise<void> {
  store.nextPaint ??= nextFrame().then(() => {
    store.nextPaint = undefined;
  });
  return store.nextPaint;
}

/** A store that does not open must not delay the request. */
const LONGEST_LOOK_MS = 200;

/** Shows the reply that this browser stored, until the server has replied. */
async function showStored(store: Store, path: string): Promise<void> {
  const entry = store.replies.get(path);
  if (!entry || entry.value.value.data !== undefined || store.spaceId.value !== "") return;
  const stored = await readReply(path);
  if (stored === undefined || entry.value.value.data !== undefined) return;
  entry.text = stored.text;
  entry.at = stored.at;
  entry.value.value = { ...entry.value.value, data: JSON.parse(stored.text) };
}

export async function load(store: Store, path: string): Promise<void> {
  const entry = store.replies.get(path);
  if (!entry) return;
  try {
    const { answer: data, text } = await ask(store, urlOf(path));
    // Skips the redraw if nothing changed.
    if (text !== entry.text || entry.value.value.problem) entry.value.value = { data };
    entry.text = text;
    entry.at = Date.now();
    // Only replies about the user's own space are stored.
    if (store.spaceId.value === "") storeReply(path, text);
  } catch (error) {
    // Keeps the old data beside the problem.
    entry.value.value = { ...entry.value.value, problem: error as Refusal, ...(entry.at && { at: entry.at }) };
  }
}

/** Loads a path before a component uses it. */
export function prefetch(store: Store, path: string): void {
  resource(store, path);
  if ((store.replies.get(path)?.users ?? 0) === 0) void load(store, path);
}

/** Retries every path that got no reply, once the server may be reachable again. */
export function retryFailed(store: Store): void {
  for (const [path, { users, value }] of store.replies)
    if (users > 0 && value.value.problem?.status === 0) void load(store, path);
}

/** After a write: loads what is on the screen again and drops the rest. */
export function refresh(store: Store): void {
  for (const [path, entry] of store.replies) {
    if (entry.users > 0) void load(store, path);
    else store.replies.delete(path);
  }
}

export type Method = "POST" | "PUT" | "DELETE";

export interface Written<T> {
  record: T;
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
  return { record: answer, undo: () => takeBack(store, { request_id: requestId }) };
}

/** What a write would reply, as a dry run. */
export async function rehearse<T>(store: Store, method: Method, path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  return (await ask<T>(store, `/api/finance${path}?dry_run=true`, { method, headers, body: JSON.stringify(body) })).answer;
}

/** A write to another service: no undo, and what is on the screen is loaded again. */
export async function send<T>(store: Store, method: Method | "PATCH", path: string, body: object = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  const { answer } = await ask<T>(store, path, { method, headers, body: JSON.stringify(body) });
  refresh(store);
  return answer;
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

interface Reply<T> {
  answer: T;
  text: string;
  requestId: string;
}

async function ask<T>(store: Store, url: string, options: RequestInit = {}): Promise<Reply<T>> {
  const response = await sendRequest(store, url, options);
  const wasAway = store.unreachable.value;
  store.unreachable.value = response === undefined;
  if (wasAway && response) retryFailed(store);
  store.firstReply.resolve();
  if (!response) throw refusal(0, {});
  const { status, text, requestId, retryAfter } = response;
  const isGood = status >= 200 && status < 300;
  const body = parseJson(text);
  store.hasHadReply ||= isGood;
  if (options.method !== undefined) noteOwn(store, requestId);
  if (isGood) return { answer: body as T, text, requestId };
  if (status === 401) endSession(store);
  if (body.code === "proof_needed") goToSignIn("again");
  if (status === 403 && store.spaceId.value !== "") void followRemoval(store).catch(() => {});
  throw { ...refusal(status, { request_id: requestId, ...body }), ...(retryAfter > 0 && { retryAfter }) };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const MOST_OWN = 500;

function noteOwn(store: Store, requestId: string): void {
  store.ownRequests.add(requestId);
  for (const oldest of store.ownRequests) if (store.ownRequests.size > MOST_OWN) store.ownRequests.delete(oldest);
}

/** Whether this page sent the request. */
export const isOwnRequest = (store: Store, requestId: string) => store.ownRequests.has(requestId);

function refusal(status: number, body: Record<string, unknown>): Refusal {
  const { code, error, errors, request_id: requestId, ...details } = body;
  return {
    details,
    status,
    code: typeof code === "string" ? code : "",
    message: typeof error === "string" ? error : "",
    errors: (errors ?? {}) as Refusal["errors"],
    requestId: typeof requestId === "string" ? requestId : "",
  };
}

/** `again`: the user is signed in, and has to prove it again. */
export function goToSignIn(problem?: "again"): void {
  const next = location.pathname + location.search;
  location.assign(`/sign_in?${new URLSearchParams({ next, ...(problem && { problem }) })}`);
}

function endSession(store: Store): void {
  if (store.hasHadReply) store.sessionEnded.value = true;
  else goToSignIn();
}

/** After the user has signed in again in another tab. */
export function goOnWithSession(store: Store): void {
  store.sessionEnded.value = false;
  refresh(store);
}
