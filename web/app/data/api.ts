// Requests to our own service. The last reply to a path is shown at once and then loaded again.
import { type Signal, signal } from "@preact/signals";
import { readReply, storeReply } from "../offline/stored_replies.ts";
import { outcomeOf } from "../rules/queue.ts";
import type { Refusal } from "../rules/records.ts";
import { nextFrame, wait } from "../ui/timing.ts";
import { sendRequest } from "./requests.ts";
import { lookUpRole } from "./role.ts";
import { leaveIfRemoved, space } from "./space.ts";

export interface LoadState<T> {
  data?: T;
  problem?: Refusal;
  /** If loading failed: when the data that is still shown was loaded, in milliseconds. */
  at?: number;
}

interface Entry {
  value: Signal<LoadState<unknown>>;
  users: number;
  /** The reply as the server wrote it. */
  text?: string;
  /** When it was loaded, in milliseconds. */
  at?: number;
}

const entries = new Map<string, Entry>();

/** A path without a service belongs to finance. */
const urlOf = (path: string) => (path.startsWith("/api/") ? path : `/api/finance${path}`);

/** The state of a path; `use` registers a component that shows it. */
export function resource<T>(path: string): Signal<LoadState<T>> {
  const entry: Entry = entries.get(path) ?? { value: signal<LoadState<unknown>>({}), users: 0 };
  entries.set(path, entry);
  return entry.value as Signal<LoadState<T>>;
}

export function use(path: string): () => void {
  const entry = entries.get(path);
  if (!entry) return () => {};
  entry.users++;
  looks.value++;
  // Only the first user loads: every row of a list uses the same categories.
  if (entry.users === 1) void showAndLoad(path);
  return () => {
    entry.users--;
    looks.value++;
  };
}

/** Changes when a component starts or stops using a path. */
const looks = signal(0);

/** When the oldest data on the screen was loaded. */
export function oldestLoadedAt(): number | undefined {
  const hasViewers = looks.value > 0;
  const times = [...entries.values()].flatMap(
    ({ users, value, at }) => (hasViewers && users > 0 && value.value.data !== undefined && at) || [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Shows the stored reply first and loads after it is drawn: on slow phones a request takes as long as drawing. */
async function showAndLoad(path: string): Promise<void> {
  const showing = Promise.race([showStored(path), wait(LONGEST_LOOK_MS)]);
  if (navigator.serviceWorker?.controller) {
    // Drops the results: the chain would otherwise grow for as long as the app is open.
    looking = Promise.all([looking, showing]).then(() => {});
    await showing;
    // Waits for the other stored replies of this screen too.
    await looking;
    if (entries.get(path)?.value.value.data !== undefined) await nextPaint();
  }
  await load(path);
}

let looking: Promise<unknown> = Promise.resolve();

let painting: Promise<void> | undefined;

/** One promise for all paths, so that they are read in one request. */
function nextPaint(): Promise<void> {
  painting ??= nextFrame().then(() => {
    painting = undefined;
  });
  return painting;
}

/** A store that does not open must not delay the request. */
const LONGEST_LOOK_MS = 200;

/** Shows the reply that this browser stored, until the server has replied. */
async function showStored(path: string): Promise<void> {
  const entry = entries.get(path);
  if (!entry || entry.value.value.data !== undefined || space.value !== "") return;
  const stored = await readReply(path);
  if (stored === undefined || entry.value.value.data !== undefined) return;
  entry.text = stored.text;
  entry.at = stored.at;
  entry.value.value = { ...entry.value.value, data: JSON.parse(stored.text) };
}

export async function load(path: string): Promise<void> {
  const entry = entries.get(path);
  if (!entry) return;
  try {
    const { answer: data, text } = await ask(urlOf(path));
    // Skips the redraw if nothing changed.
    if (text !== entry.text || entry.value.value.problem) entry.value.value = { data };
    entry.text = text;
    entry.at = Date.now();
    // Only replies about the user's own space are stored.
    if (space.value === "") storeReply(path, text);
  } catch (error) {
    // Keeps the old data beside the problem.
    entry.value.value = { ...entry.value.value, problem: error as Refusal, ...(entry.at && { at: entry.at }) };
  }
}

/** Loads a path before a component uses it. */
export function prefetch(path: string): void {
  resource(path);
  if ((entries.get(path)?.users ?? 0) === 0) void load(path);
}

/** Retries every path that got no reply, once the server may be reachable again. */
function askAgain(): void {
  for (const [path, { users, value }] of entries) if (users > 0 && value.value.problem?.status === 0) void load(path);
}
addEventListener("online", askAgain);

/** After a write: loads what is on the screen again and drops the rest. */
export function refresh(): void {
  for (const [path, entry] of entries) {
    if (entry.users > 0) void load(path);
    else entries.delete(path);
  }
}

export type Method = "POST" | "PUT" | "DELETE";

export interface Written<T> {
  record: T;
  undo(): Promise<UndoResult>;
}

export interface UndoResult {
  /** Records that were not undone, because somebody has changed or uses them. */
  skipped: number;
  /** Repeats the undone write; absent if nothing was undone. */
  again?: () => Promise<UndoResult>;
}

/** Idempotency keys of writes without a reply, by method, path and body: a retry uses the same key. */
const unsettled = new Map<string, string>();

/** `idempotencyKey` must be the same for every attempt, so that it is booked once. Throws a Refusal. */
export async function write<T>(method: Method, path: string, body?: object, idempotencyKey?: string): Promise<Written<T>> {
  const isForm = body instanceof FormData;
  const payload = isForm ? body : body && JSON.stringify(body);
  const what = `${method} ${path} ${isForm ? newKey() : payload}`;
  const key = idempotencyKey ?? unsettled.get(what) ?? newKey();
  unsettled.delete(what);
  const { answer, requestId } = await ask<T>(`/api/finance${path}`, {
    method,
    // For forms the browser sets the content type with its boundary.
    headers: { "idempotency-key": key, ...(body && !isForm && { "content-type": "application/json" }) },
    ...(payload && { body: payload }),
  }).catch((error: Refusal) => {
    if (!isForm && outcomeOf(error.status) === "later") unsettled.set(what, key);
    throw error;
  });
  // A deleted record is not loaded again, although its screen may still be open for a moment.
  if (method === "DELETE")
    for (const each of entries.keys()) if (each === path || each.startsWith(`${path}/`)) entries.delete(each);
  refresh();
  return {
    record: answer,
    undo: () => takeBack({ request_id: requestId }),
  };
}

/** What a write would reply, as a dry run. */
export async function rehearse<T>(method: Method, path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  return (await ask<T>(`/api/finance${path}?dry_run=true`, { method, headers, body: JSON.stringify(body) })).answer;
}

/** A write to another service: no undo, and what is on the screen is loaded again. */
export async function send<T>(method: Method | "PATCH", path: string, body: object = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  const { answer } = await ask<T>(path, { method, headers, body: JSON.stringify(body) });
  refresh();
  return answer;
}

/** An undo is itself a write and can be undone. */
export async function takeBack(which: { request_id: string } | { version: number; force?: boolean }): Promise<UndoResult> {
  const { record, undo } = await write<{ version: number | null; kept?: unknown[] }>("POST", "/changes/undo", which);
  return { skipped: record.kept?.length ?? 0, ...(record.version !== null && { again: undo }) };
}

/** `crypto.randomUUID` is missing on plain HTTP other than localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const unreachable = signal(false);

const first = Promise.withResolvers<void>();
/** Resolves with the first reply or failure: requests that can wait start after the first screen's. */
export const firstAnswer = first.promise;

export const call = async <T>(url: string): Promise<T> => (await ask<T>(url)).answer;

interface Reply<T> {
  answer: T;
  text: string;
  requestId: string;
}

async function ask<T>(url: string, options: RequestInit = {}): Promise<Reply<T>> {
  const response = await sendRequest(url, options);
  const wasAway = unreachable.value;
  unreachable.value = response === undefined;
  if (wasAway && response) askAgain();
  first.resolve();
  if (!response) throw refusal(0, {});
  const { status, text, requestId, retryAfter } = response;
  const isGood = status >= 200 && status < 300;
  const body = parseJson(text);
  hasHadReply ||= isGood;
  if (options.method !== undefined) noteOwn(requestId);
  if (isGood) return { answer: body as T, text, requestId };
  if (status === 401) endSession();
  if (body.code === "proof_needed") goToSignIn("again");
  if (status === 403 && space.value !== "") void leaveIfRemoved().then(lookUpRole);
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
const own = new Set<string>();

function noteOwn(requestId: string): void {
  own.add(requestId);
  for (const oldest of own) if (own.size > MOST_OWN) own.delete(oldest);
}

/** Whether this page sent the request. */
export const isOwnRequest = (requestId: string) => own.has(requestId);

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

/** Whether the session ended after data was shown: the screen stays, and the user signs in in another tab. */
export const sessionEnded = signal(false);
let hasHadReply = false;

function endSession(): void {
  if (hasHadReply) sessionEnded.value = true;
  else goToSignIn();
}

/** After the user has signed in again in another tab. */
export function goOnWithSession(): void {
  sessionEnded.value = false;
  refresh();
}
