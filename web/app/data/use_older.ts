// The older pages of a list that finance shows page by page: by `before`, newest first. The first page is loaded again after every write.
import { useSignal } from "@preact/signals";
import { call } from "./api.ts";
import { useStore } from "./use_store.ts";

interface Paged<Item> {
  all: readonly Item[];
  /** Whether there are no older ones. */
  isWhole: boolean;
  /** Throws a Refusal. */
  loadMore: () => Promise<void>;
  /** An item that was deleted. */
  leaveOut: (id: number) => void;
}

/** `path`: of the first page, with its limit, which is `most`. */
export function useOlder<Item extends { id: number }>(path: string, first: readonly Item[], most: number): Paged<Item> {
  const store = useStore();
  const older = useSignal<readonly Item[]>([]);
  const isWhole = useSignal(first.length < most);
  const oldest = first.at(-1)?.id ?? 0;
  const all = [...first, ...older.value.filter(({ id }) => id < oldest)];
  return {
    all,
    isWhole: isWhole.value,
    loadMore: async () => {
      const page = await call<Item[]>(store, `/api/finance${path}&before=${all.at(-1)?.id}`);
      older.value = [...older.value, ...page];
      isWhole.value = page.length < most;
    },
    leaveOut: (gone) => (older.value = older.value.filter(({ id }) => id !== gone)),
  };
}
