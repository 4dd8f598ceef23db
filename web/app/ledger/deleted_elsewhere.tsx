// Tells that the record on the screen was deleted elsewhere. What was typed stays.
import type { LoadState } from "../data/store.ts";
import { conflictWords } from "./row_words.ts";

export function DeletedElsewhere({ from: { data, problem } }: { from: LoadState<unknown> }) {
  if (data === undefined || problem?.status !== 404) return null;
  return (
    <p class="alert" role="alert">
      {conflictWords.deleted}
    </p>
  );
}
