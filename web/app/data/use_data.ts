// What a path of finance replies, for components.
import { useLayoutEffect } from "preact/hooks";
import { type LoadState, resource, use } from "./api.ts";

/** Loads it again after every write. */
export function useData<T>(path: string): LoadState<T> {
  const state = resource<T>(path);
  // A layout effect, so that the request is sent before the first paint.
  useLayoutEffect(() => use(path), [path]);
  return state.value;
}
