// The entry that is being sent, drawn as its future row, so that slow connections show it at once.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { Money } from "../ledger/money.tsx";
import { entryWords } from "../ledger/words.ts";
import { shortDay } from "../rules/day_names.ts";

export function SendingEntry() {
  const store = useStore();
  if (!store.sendingEntry.value) return null;
  const {
    description,
    date,
    amount_cents: cents,
  } = store.sendingEntry.value.body as { description: string; date: string; amount_cents: number };
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
