// Draws what a path replied, or says why it could not be loaded.
import type { ComponentChildren } from "preact";
import { Failed, isTemporary } from "../../ui/problems.tsx";
import { uiWords } from "../../ui/words.ts";
import { type LoadState, useConsole } from "../data/console.ts";
import { load } from "../data/use_data.ts";

interface LoadingProps<T> {
  from: LoadState<T>;
  path: string;
  children: (data: T) => ComponentChildren;
}

export function Loading<T>({ from: { data, problem, at }, path, children }: LoadingProps<T>) {
  const console = useConsole();
  const retry = () => void load(console, path);
  if (data !== undefined)
    return (
      <>
        {problem && isTemporary(problem) && <Failed problem={problem} {...(at && { at })} retry={retry} />}
        {children(data)}
      </>
    );
  return problem ? <Failed problem={problem} retry={retry} /> : <Skeleton />;
}

export function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{uiWords.loading}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
