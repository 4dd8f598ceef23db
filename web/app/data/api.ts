// Calls of the service behind us, and what it answered before: shown at once, and asked for again behind it.
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
  /** With a problem: when the server said what is shown, in milliseconds. */
  at?: number;
}

interface Entry {
  value: Signal<LoadState<unknown>>;
  users: number;
  /** What is shown, as the server wrote it. */
  text?: string;
  /** When that was, in milliseconds. */
  at?: number;
}

const entries = new Map<string, Entry>();

/** Paths are finance's, unless they say whose they are. */
const urlOf = (path: string) => (path.startsWith("/api/") ? path : `/api/finance${path}`);

/** What a path answers; `use` and `drop` say whether anybody looks at it. */
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
  // Whoever looks beside somebody else sees what they see: a list has hundreds of rows, and each looks for its category.
  if (entry.users === 1) void showAndLoad(path);
  return () => {
    entry.users--;
    looks.value++;
  };
}

/** Changes whenever somebody begins or ceases to look at something. */
const looks = signal(0);

/** Of what is looked at, how old the oldest is. */
export function oldestLoadedAt(): number | undefined {
  const hasViewers = looks.value > 0;
  const times = [...entries.values()].flatMap(
    ({ users, value, at }) => (hasViewers && users > 0 && value.value.data !== undefined && at) || [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Who was here before finds what was kept, and the server is asked when that is drawn: on a slow phone asking takes as long as drawing. */
async function showAndLoad(path: string): Promise<void> {
  const showing = Promise.race([showStored(path), wait(LONGEST_LOOK_MS)]);
  if (navigator.serviceWorker?.controller) {
    // Without what they come to, which would pile up for as long as the app is open.
    looking = Promise.all([looking, showing]).then(() => {});
    await showing;
    // With what else the screen looks for.
    await looking;
    if (entries.get(path)?.value.value.data !== undefined) await nextPaint();
  }
  await load(path);
}

let looking: Promise<unknown> = Promise.resolve();

let painting: Promise<void> | undefined;

/** The same for all who wait, so that they ask the server in one request. */
function nextPaint(): Promise<void> {
  painting ??= nextFrame().then(() => {
    painting = undefined;
  });
  return painting;
}

/** A store that does not open holds nothing up. */
const LONGEST_LOOK_MS = 200;

/** What this browser kept of it, until the server has answered. */
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
    // What is the same is not drawn again.
    if (text !== entry.text || entry.value.value.problem) entry.value.value = { data };
    entry.text = text;
    entry.at = Date.now();
    // What is kept is of the own space alone.
    if (space.value === "") storeReply(path, text);
  } catch (error) {
    // What was there stays, with word of what went wrong.
    entry.value.value = { ...entry.value.value, problem: error as Refusal, ...(entry.at && { at: entry.at }) };
  }
}

/** Asked for once, for later. */
export function prefetch(path: string): void {
  resource(path);
  if ((entries.get(path)?.users ?? 0) === 0) void load(path);
}

/** The server is there again, or may be: whatever got no answer is asked for by itself. */
function askAgain(): void {
  for (const [path, { users, value }] of entries) if (users > 0 && value.value.problem?.status === 0) void load(path);
}
addEventListener("online", askAgain);

/** After a write: what is looked at is asked for again, what is not is forgotten. */
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
  /** How many records stayed, because somebody has changed or needs them. */
  skipped: number;
  /** Does it again; absent where nothing was undone. */
  again?: () => Promise<UndoResult>;
}

/** The keys of writes that may or may not have arrived, by what they ask for: tried again, they are done once. */
const unsettled = new Map<string, string>();

/** `given`: the same for every attempt at the same thing, so that it is done once. Throws a Refusal. */
export async function write<T>(method: Method, path: string, body?: object, idempotencyKey?: string): Promise<Written<T>> {
  const isForm = body instanceof FormData;
  const payload = isForm ? body : body && JSON.stringify(body);
  const what = `${method} ${path} ${isForm ? newKey() : payload}`;
  const key = idempotencyKey ?? unsettled.get(what) ?? newKey();
  unsettled.delete(what);
  const { answer, requestId } = await ask<T>(`/api/finance${path}`, {
    method,
    // The browser itself says where the parts of a form begin.
    headers: { "idempotency-key": key, ...(body && !isForm && { "content-type": "application/json" }) },
    ...(payload && { body: payload }),
  }).catch((error: Refusal) => {
    if (!isForm && outcomeOf(error.status) === "later") unsettled.set(what, key);
    throw error;
  });
  // What was deleted is not asked for again, though its screen may still be there for a moment.
  if (method === "DELETE")
    for (const each of entries.keys()) if (each === path || each.startsWith(`${path}/`)) entries.delete(each);
  refresh();
  return {
    record: answer,
    undo: () => takeBack({ request_id: requestId }),
  };
}

/** What a write would answer; nothing is written. */
export async function rehearse<T>(method: Method, path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  return (await ask<T>(`/api/finance${path}?dry_run=true`, { method, headers, body: JSON.stringify(body) })).answer;
}

/** A write that is not finance's: it is not undone, and what is looked at is asked for again. */
export async function send<T>(method: Method | "PATCH", path: string, body: object = {}): Promise<T> {
  const headers = { "content-type": "application/json" };
  const { answer } = await ask<T>(path, { method, headers, body: JSON.stringify(body) });
  refresh();
  return answer;
}

/** An undo is a write, and can be undone. */
export async function takeBack(which: { request_id: string } | { version: number; force?: boolean }): Promise<UndoResult> {
  const { record, undo } = await write<{ version: number | null; kept?: unknown[] }>("POST", "/changes/undo", which);
  return { skipped: record.kept?.length ?? 0, ...(record.version !== null && { again: undo }) };
}

/** `crypto.randomUUID` is not there on plain HTTP but for localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const unreachable = signal(false);

const first = Promise.withResolvers<void>();
/** Something was answered, or nothing can be: what the screen waits for has had the line for itself. */
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

/** Whether this page made it. */
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

/** `again`: they are signed in, and asked to show once more who they are. */
export function goToSignIn(problem?: "again"): void {
  const next = location.pathname + location.search;
  location.assign(`/sign_in?${new URLSearchParams({ next, ...(problem && { problem }) })}`);
}

/** Whether something of a session was shown: then what was typed stays, and one signs in beside it. */
export const sessionEnded = signal(false);
let hasHadReply = false;

function endSession(): void {
  if (hasHadReply) sessionEnded.value = true;
  else goToSignIn();
}

/** After signing in again, in another tab. */
export function goOnWithSession(): void {
  sessionEnded.value = false;
  refresh();
}
