// Entries that wait to be sent, with actions for those that cannot be sent automatically.
import { newKey } from "../data/api.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { Money } from "../ledger/money.tsx";
import { shortDay } from "../rules/day_names.ts";
import type { WaitingEntry } from "../rules/queue.ts";
import { mustAsk } from "../rules/sendable.ts";
import { discard, flush, sendWithNewKey } from "./flush.ts";
import { waitingWords } from "./words.ts";

export function WaitingRows() {
  const store = useStore();
  if (store.waitingEntries.value.length + store.unreadableEntries.value.length === 0) return null;
  return (
    <section class="panel flush" aria-labelledby="waiting">
      <header class="panel-head">
        <div>
          <h2 id="waiting">{`${waitingWords.title} (${store.waitingEntries.value.length + store.unreadableEntries.value.length})`}</h2>
          <p class="hint">{waitingWords.hint}</p>
        </div>
        <button type="button" class="small" onClick={() => void flush(store)}>
          {waitingWords.now}
        </button>
      </header>
      <ul>
        {store.waitingEntries.value.map((entry) => (
          <WaitingRow key={entry.key} entry={entry} />
        ))}
        {store.unreadableEntries.value.map((key) => (
          <li key={key} class="row waiting-row">
            <span class="what problem">{waitingWords.unreadable}</span>
            <span class="acts">
              <button type="button" class="small" onClick={() => void discard(store, key)}>
                {waitingWords.discard}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ entry }: { entry: WaitingEntry }) {
  const store = useStore();
  const { description, date, amount_cents: cents } = entry.body as { description: string; date: string; amount_cents: number };
  const isOld = mustAsk(entry, Date.now());
  return (
    <li class="row waiting-row">
      <span class="what">
        <strong>{description}</strong>
        <span class="hint">{shortDay(date, language)}</span>
        {(entry.problem || isOld) && <span class="problem">{entry.problem ?? waitingWords.old}</span>}
      </span>
      <span class="much">
        <Money cents={cents} />
      </span>
      <span class="acts">
        {(entry.problem || isOld) && (
          <button type="button" class="small" onClick={() => void sendWithNewKey(store, entry, newKey())}>
            {waitingWords.again}
          </button>
        )}
        <button type="button" class="small" onClick={() => void discard(store, entry.key)}>
          {waitingWords.discard}
        </button>
      </span>
    </li>
  );
}
