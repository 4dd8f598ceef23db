// Tells that the row being edited was changed elsewhere. Edited fields keep what was typed, the others are updated.
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
