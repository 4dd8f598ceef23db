// Entries that wait to be sent, with actions for those that cannot be sent automatically.
import { useEffect } from "preact/hooks";
import { newKey } from "../data/api.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { Money } from "../ledger/money.tsx";
import { shortDay } from "../rules/day_names.ts";
import type { WaitingEntry } from "../rules/queue.ts";
import { mustAsk } from "../rules/sendable.ts";
import { joinParts } from "../ui/join_parts.ts";
import { useLate } from "../ui/use_late.ts";
import { discard, flush, sendWithNewKey } from "./flush.ts";
import { waitingWords } from "./words.ts";

export function WaitingRows() {
  const store = useStore();
  const entries = store.waitingEntries.value.length + store.unreadableEntries.value.length;
  const files = store.waitingFiles.value.filter(({ transactionId }) => transactionId !== undefined);
  const { part, open } = useLate(() => import("../ledger/file_lines.tsx"));
  useEffect(() => {
    if (files.length > 0) open();
  }, [files.length > 0]);
  if (entries + files.length === 0) return null;
  const isSending = entries === 0 && store.isSendingFiles.value;
  return (
    <section class="panel flush" aria-labelledby="waiting">
      <header class="panel-head">
        <div>
          <h2 id="waiting">
            {entries > 0 ? `${waitingWords.title} (${entries})` : `${waitingWords.receipts} (${files.length})`}
          </h2>
          {!isSending && <p class="hint">{waitingWords.hint}</p>}
        </div>
        {!isSending && (
          <button type="button" class="small" onClick={() => void flush(store)}>
            {waitingWords.now}
          </button>
        )}
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
      {part && <part.WaitingFiles files={files} named />}
    </section>
  );
}

function WaitingRow({ entry }: { entry: WaitingEntry }) {
  const store = useStore();
  const { description, date, amount_cents: cents } = entry.body as { description: string; date: string; amount_cents: number };
  const isOld = mustAsk(entry, Date.now());
  const receipts = store.waitingFiles.value.filter((file) => file.entry === entry.key).length;
  return (
    <li class="row waiting-row">
      <span class="what">
        <strong>{description}</strong>
        <span class="hint">{joinParts(shortDay(date, language), receipts > 0 && waitingWords.ofReceipts(receipts))}</span>
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
