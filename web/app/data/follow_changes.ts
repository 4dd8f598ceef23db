// Polls for changes made elsewhere, shows them and marks them briefly. A row that is being edited keeps its own state.
import { signal } from "@preact/signals";
import { call, isOwnRequest, refresh } from "./api.ts";

interface Feed {
  changes: { entity: string; entity_id: number; request_id: string | null }[];
  cursor: string;
  has_more: boolean;
}

const LOOK_MS = 20_000;
const MARKED_MS = 15_000;
/** Polling stops on an idle page: it would keep its session alive for ever. */
const IDLE_MS = 600_000;

/** Transactions that were just changed elsewhere. */
export const changedElsewhere = signal<ReadonlySet<number>>(new Set());

let cursor: string | undefined;
let isLooking = false;
let touchedAt = 0;

export function keepFollowing(): void {
  const touch = () => {
    touchedAt = Date.now();
  };
  const comeBack = () => {
    touch();
    look();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touch, { passive: true });
  addEventListener("focus", comeBack);
  document.addEventListener("visibilitychange", comeBack);
  setInterval(look, LOOK_MS);
  comeBack();
}

function look(): void {
  const isIdle = Date.now() - touchedAt > IDLE_MS;
  if (isLooking || isIdle || document.visibilityState === "hidden" || !navigator.onLine) return;
  isLooking = true;
  void readNext()
    .catch(() => {
      // The next poll starts from the space's current version.
      cursor = undefined;
    })
    .finally(() => {
      isLooking = false;
    });
}

async function readNext(): Promise<void> {
  const feed = await call<Feed>(`/api/finance/changes${cursor === undefined ? "" : `?since=${cursor}`}`);
  // After a long absence everything is loaded again and nothing is marked.
  cursor = feed.has_more ? undefined : feed.cursor;
  const others = feed.changes.filter(({ request_id: id }) => id === null || !isOwnRequest(id));
  if (others.length === 0 && !feed.has_more) return;
  refresh();
  const ids = others.filter(({ entity }) => entity === "transaction").map(({ entity_id: id }) => id);
  if (ids.length === 0 || feed.has_more) return;
  changedElsewhere.value = new Set([...changedElsewhere.value, ...ids]);
  setTimeout(() => {
    const left = new Set(changedElsewhere.value);
    for (const id of ids) left.delete(id);
    changedElsewhere.value = left;
  }, MARKED_MS);
}
