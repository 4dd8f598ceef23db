// What a path of finance replies, for components.
import { useLayoutEffect } from "preact/hooks";
import { resource, use } from "./replies.ts";
import type { LoadState } from "./store.ts";
import { useStore } from "./use_store.ts";

/** Loads it again after every write. */
export function useData<T>(path: string): LoadState<T> {
  const store = useStore();
  const state = resource<T>(store, path);
  // A layout effect, so that the request is sent before the first paint.
  useLayoutEffect(() => use(store, path), [path]);
  return state.value;
}
