// The last reply to each path: shown at once, then loaded again.
import { type Signal, signal } from "@preact/signals";
import { readReply, storeReply } from "../offline/stored_replies.ts";
import type { Refusal } from "../rules/records.ts";
import { nextFrame, wait } from "../ui/timing.ts";
import { ask } from "./ask.ts";
import type { CachedReply, LoadState, Store } from "./store.ts";

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

/** Shows the stored reply first and loads after it is drawn: on slow phones a request takes as long as drawing. */
async function showAndLoad(store: Store, path: string): Promise<void> {
  const showing = Promise.race([showStored(store, path), wait(LONGEST_WAIT_MS)]);
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

/** An IndexedDB that does not open must not delay the request. */
const LONGEST_WAIT_MS = 200;

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

/** Loads every path again that got no reply, once the server may be reachable. */
export function retryWhenReachable(store: Store): void {
  const retry = () => {
    for (const [path, { users, value }] of store.replies)
      if (users > 0 && value.value.problem?.status === 0) void load(store, path);
  };
  addEventListener("online", retry);
  store.unreachable.subscribe((isAway) => {
    if (!isAway) retry();
  });
}

/** After a write: loads what is on the screen again and drops the rest. */
export function refresh(store: Store): void {
  for (const [path, entry] of store.replies) {
    if (entry.users > 0) void load(store, path);
    else store.replies.delete(path);
  }
}
