// Said where a row is edited that somebody has changed elsewhere: what is typed here stays, and what is not touched stays theirs.
import type { Edit } from "../data/edit_record.tsx";
import type { Transaction } from "../rules/records.ts";
import { conflictWords } from "./row_words.ts";

export function ChangedMeanwhile({ edit }: { edit: Edit<Transaction> }) {
  if (!edit.isChanged.value) return null;
  return (
    <p class="hint" role="status">
      {conflictWords.changed}
    </p>
  );
}
