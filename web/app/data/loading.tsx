// Draws what a path replied, or says why it could not be loaded.
import type { ComponentChildren } from "preact";
import { Failed, isTemporary } from "../ui/problems.tsx";
import { uiWords } from "../ui/words.ts";
import { type LoadState, load } from "./api.ts";

interface LoadingProps<T> {
  from: LoadState<T>;
  path: string;
  children: (data: T) => ComponentChildren;
}

export function Loading<T>({ from, path, children }: LoadingProps<T>) {
  if (from.data !== undefined)
    return (
      <>
        {from.problem && isTemporary(from.problem) && (
          <Failed problem={from.problem} {...(from.at && { at: from.at })} retry={() => void load(path)} />
        )}
        {children(from.data)}
      </>
    );
  if (from.problem) return <Failed problem={from.problem} retry={() => void load(path)} />;
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{uiWords.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
