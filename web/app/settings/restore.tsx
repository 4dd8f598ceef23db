// Restores a JSON export into a space that is empty: the file is checked first, nothing is written until it is confirmed, one undo removes it.
import { useSignal } from "@preact/signals";
import { newKey, takeBack } from "../data/api.ts";
import { ask } from "../data/ask.ts";
import { refresh } from "../data/replies.ts";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { Icon } from "../ui/icon.tsx";
import { FormProblem } from "../ui/problems.tsx";
import { Section } from "../ui/sections.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { uiWords } from "../ui/words.ts";
import { restoreWords } from "./restore_words.ts";

type Counts = Partial<Record<keyof typeof restoreWords.kinds, number>>;

interface Restored {
  version: number;
  restored: Counts;
}

/** What the server takes in one request. */
const MOST_BYTES = 20 * 1024 * 1024;

export function Restore() {
  const store = useStore();
  const file = useSignal<File | undefined>(undefined);
  const checked = useSignal<Counts | undefined>(undefined);
  const done = useSignal<Restored | undefined>(undefined);
  const { send, sending, problem } = useSending();
  const check = (chosen: File | undefined) => {
    [file.value, checked.value, done.value] = [chosen, undefined, undefined];
    if (!chosen) return;
    void send(async () => {
      if (chosen.size > MOST_BYTES) throw ownRefusal({ base: restoreWords.tooLarge });
      checked.value = (await sendFile(store, chosen, "?dry_run=true")).restored;
    });
  };
  const restore = () =>
    send(async () => {
      done.value = await sendFile(store, file.value as File, "");
      [file.value, checked.value] = [undefined, undefined];
      const { version } = done.value;
      refresh(store);
      store.message.value = { text: restoreWords.done, undo: () => takeBack(store, { version }) };
    });
  const undo = () =>
    send(async () => {
      const { skipped } = await takeBack(store, { version: (done.value as Restored).version });
      done.value = undefined;
      store.message.value = { text: skipped > 0 ? restoreWords.keptSome(skipped) : restoreWords.undone };
    });
  const refusalText = problem.value?.errors.base?.[0];
  return (
    <Section title={restoreWords.title} hint={restoreWords.hint}>
      <label class="button pick">
        <Icon name="file" />
        {restoreWords.file}
        <input
          class="unseen"
          type="file"
          accept="application/json,.json"
          disabled={sending}
          onChange={(event) => check(event.currentTarget.files?.[0])}
        />
      </label>
      {sending && (
        <div role="status">
          <p>{checked.value ? restoreWords.restoring : done.value ? restoreWords.undoing : restoreWords.checking}</p>
          <progress />
        </div>
      )}
      {refusalText ? (
        <div class="alert" role="alert">
          <p>{refusalText}</p>
          <a href="/settings/household?add=yes">{restoreWords.otherSpace}</a>
        </div>
      ) : (
        <FormProblem problem={problem.value} />
      )}
      {!sending && checked.value && (
        <>
          <p>{restoreWords.checked}</p>
          <CountList counts={checked.value} />
          <div class="acts">
            <button type="button" onClick={() => void restore()}>
              {restoreWords.act}
            </button>
          </div>
        </>
      )}
      {!sending && done.value && (
        <div role="status">
          <p>{restoreWords.done}</p>
          <CountList counts={done.value.restored} />
          <div class="acts">
            <button type="button" onClick={() => void undo()}>
              {uiWords.undo}
            </button>
          </div>
        </div>
      )}
    </Section>
  );
}

function CountList({ counts }: { counts: Counts }) {
  const kinds = (Object.keys(restoreWords.kinds) as (keyof Counts)[]).filter((kind) => (counts[kind] ?? 0) > 0);
  return (
    <ul class="counts">
      {kinds.map((kind) => (
        <li key={kind}>
          {restoreWords.kinds[kind]} <strong>{(counts[kind] as number).toLocaleString(language)}</strong>
        </li>
      ))}
    </ul>
  );
}

/** The file as it is: the browser need not read it into memory. */
async function sendFile(store: Store, file: File, search: string): Promise<Restored> {
  const headers = { "content-type": "application/json", ...(search === "" && { "idempotency-key": newKey() }) };
  return (await ask<Restored>(store, `/api/finance/exports/restore${search}`, { method: "POST", headers, body: file })).answer;
}
