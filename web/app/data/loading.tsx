// Draws what a path replied, or says why it could not be loaded.
import type { ComponentChildren } from "preact";
import { Failed, isTemporary } from "../ui/problems.tsx";
import { uiWords } from "../ui/words.ts";
import { load } from "./replies.ts";
import type { LoadState } from "./store.ts";
import { useStore } from "./use_store.ts";

interface LoadingProps<T> {
  from: LoadState<T>;
  path: string;
  children: (data: T) => ComponentChildren;
}

export function Loading<T>({ from, path, children }: LoadingProps<T>) {
  const store = useStore();
  if (from.data !== undefined)
    return (
      <>
        {from.problem && isTemporary(from.problem) && (
          <Failed problem={from.problem} {...(from.at && { at: from.at })} retry={() => void load(store, path)} />
        )}
        {children(from.data)}
      </>
    );
  if (from.problem) return <Failed problem={from.problem} retry={() => void load(store, path)} />;
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{uiWords.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
