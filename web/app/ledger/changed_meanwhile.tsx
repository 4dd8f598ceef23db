// Said where a row is edited that somebody has changed elsewhere: what is typed here stays, and what is not touched stays theirs.
import type { Edit } from "../data/edit_record.tsx";
import type { Transaction } from "../rules/records.ts";
import { choose } from "../words/words.ts";

const text = choose(
  {
    changed:
      "Este lançamento mudou em outro lugar. O que você digitou continua aqui, e só isso será salvo; se for o mesmo campo, você escolhe.",
  },
  {
    changed:
      "This entry has changed elsewhere. What you typed is still here, and only that will be saved; of a field that both changed, you choose.",
  },
);

export function ChangedMeanwhile({ edit }: { edit: Edit<Transaction> }) {
  if (!edit.isChanged.value) return null;
  return (
    <p class="hint" role="status">
      {text.changed}
    </p>
  );
}
