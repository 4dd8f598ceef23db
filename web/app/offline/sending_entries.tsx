// An entry that was sent and is not answered yet, as the row that it will be: what was saved is seen at once, however slow the line.

import { language } from "../language.ts";
import { Money } from "../ledger/money.tsx";
import { entryWords } from "../ledger/words.ts";
import { shortDay } from "../rules/day_names.ts";
import { sendingEntry } from "./queue.ts";

export function SendingEntry() {
  if (!sendingEntry.value) return null;
  const {
    description,
    date,
    amount_cents: cents,
  } = sendingEntry.value.body as {
    description: string;
    date: string;
    amount_cents: number;
  };
  return (
    <div class="panel flush" role="status">
      <p class="row waiting-row">
        <span class="what">
          <strong>{description}</strong>
          <span class="hint">{`${shortDay(date, language)} · ${entryWords.sending}`}</span>
        </span>
        <span class="much">
          <Money cents={cents} />
        </span>
      </p>
    </div>
  );
}
