// Entries that are not at the server yet, and what can be done with those that cannot go by themselves.
import { newKey } from "../data/api.ts";
import { shortDay } from "../rules/day_names.ts";
import type { Waiting } from "../rules/queue.ts";
import { mustAsk } from "../rules/sendable.ts";
import { Money } from "../ui/parts.tsx";
import { choose, language } from "../words/words.ts";
import { discard, flush, sendAnew } from "./flush.ts";
import { unreadable, waiting } from "./queue.ts";

const text = choose(
  {
    title: "Na fila",
    hint: "Serão enviados quando houver conexão.",
    now: "Enviar agora",
    old: "Faz mais de um dia: confira se já não está na lista antes de enviar.",
    again: "Enviar mesmo assim",
    discard: "Descartar",
    unreadable: "Um lançamento que esperava aqui não pode mais ser lido: a chave do servidor mudou. Lance-o de novo.",
  },
  {
    title: "Waiting",
    hint: "They will be sent when there is a connection.",
    now: "Send now",
    old: "This is more than a day old: see whether it is in the list before you send it.",
    again: "Send all the same",
    discard: "Discard",
    unreadable: "An entry that waited here can no longer be read, because the server's key has changed. Book it again.",
  },
);

export function WaitingRows() {
  if (waiting.value.length + unreadable.value.length === 0) return null;
  return (
    <section class="panel flush" aria-labelledby="waiting">
      <header class="panel-head">
        <div>
          <h2 id="waiting">{`${text.title} (${waiting.value.length + unreadable.value.length})`}</h2>
          <p class="hint">{text.hint}</p>
        </div>
        <button type="button" class="small" onClick={() => void flush()}>
          {text.now}
        </button>
      </header>
      <ul>
        {waiting.value.map((entry) => (
          <WaitingRow key={entry.key} entry={entry} />
        ))}
        {unreadable.value.map((key) => (
          <li key={key} class="row waiting-row">
            <span class="what problem">{text.unreadable}</span>
            <span class="acts">
              <button type="button" class="small" onClick={() => void discard(key)}>
                {text.discard}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ entry }: { entry: Waiting }) {
  const { description, date, amount_cents: cents } = entry.body as { description: string; date: string; amount_cents: number };
  const isOld = mustAsk(entry, Date.now());
  return (
    <li class="row waiting-row">
      <span class="what">
        <strong>{description}</strong>
        <span class="hint">{shortDay(date, language)}</span>
        {(entry.problem || isOld) && <span class="problem">{entry.problem ?? text.old}</span>}
      </span>
      <span class="much">
        <Money cents={cents} />
      </span>
      <span class="acts">
        {(entry.problem || isOld) && (
          <button type="button" class="small" onClick={() => void sendAnew(entry, newKey())}>
            {text.again}
          </button>
        )}
        <button type="button" class="small" onClick={() => void discard(entry.key)}>
          {text.discard}
        </button>
      </span>
    </li>
  );
}
