// Polls for changes made elsewhere, shows them and marks them briefly. A row that is being edited keeps its own state.
import { call } from "./api.ts";
import { refresh } from "./replies.ts";
import type { Store } from "./store.ts";

interface Feed {
  changes: { entity: string; entity_id: number; request_id: string | null }[];
  cursor: string;
  has_more: boolean;
}

const POLL_MS = 20_000;
const MARKED_MS = 15_000;
/** Polling stops on an idle page: it would keep its session alive for ever. */
const IDLE_MS = 600_000;

export function keepFollowing(store: Store): void {
  let cursor: string | undefined;
  let isPolling = false;
  let touchedAt = 0;
  const poll = async () => {
    const isIdle = Date.now() - touchedAt > IDLE_MS;
    if (isPolling || isIdle || document.visibilityState === "hidden" || !navigator.onLine) return;
    isPolling = true;
    // After a failure, the next poll starts from the space's current version.
    cursor = await readNext(store, cursor).catch(() => undefined);
    isPolling = false;
  };
  const touch = () => (touchedAt = Date.now());
  const comeBack = () => {
    touch();
    void poll();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touch, { passive: true });
  addEventListener("focus", comeBack);
  document.addEventListener("visibilitychange", comeBack);
  setInterval(poll, POLL_MS);
  comeBack();
}

/** Answers the cursor of the next poll. After a long absence everything is loaded again and nothing is marked. */
async function readNext(store: Store, cursor: string | undefined): Promise<string | undefined> {
  const feed = await call<Feed>(store, `/api/finance/changes${cursor === undefined ? "" : `?since=${cursor}`}`);
  const others = feed.changes.filter(({ request_id: id }) => id === null || !store.ownRequests.has(id));
  if (others.length > 0 || feed.has_more) refresh(store);
  if (feed.has_more) return undefined;
  mark(
    store,
    others.filter(({ entity }) => entity === "transaction").map(({ entity_id: id }) => id),
  );
  return feed.cursor;
}

function mark({ changedElsewhere }: Store, ids: readonly number[]): void {
  if (ids.length === 0) return;
  changedElsewhere.value = new Set([...changedElsewhere.value, ...ids]);
  setTimeout(() => {
    const left = new Set(changedElsewhere.value);
    for (const id of ids) left.delete(id);
    changedElsewhere.value = left;
  }, MARKED_MS);
}
