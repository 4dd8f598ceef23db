// /tags: rename, merge or remove tags in use. New ones come with an entry.
import { useSignal } from "@preact/signals";
import { call, write } from "../../data/api.ts";
import { Loading } from "../../data/loading.tsx";
import type { UndoResult } from "../../data/store.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { useKeys } from "../../keyboard/keys.ts";
import { LIST_NAVIGATION } from "../../keyboard/list_navigation.ts";
import { listWords } from "../../ledger/list_words.ts";
import { entryWords } from "../../ledger/words.ts";
import type { Transaction } from "../../rules/records.ts";
import { tagChanges } from "../../rules/tag_changes.ts";
import { Screen } from "../../shell/screen.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { tagWords } from "./words.ts";

interface Tag {
  name: string;
  transactions_count: number;
}

export function Tags() {
  const store = useStore();
  useKeys(LIST_NAVIGATION);
  const path = "/tags";
  const reply = useData<Tag[]>(path);
  const opened = useSignal<Tag | undefined>(undefined);
  return (
    <Screen title={tagWords.title}>
      <Loading from={reply} path={path}>
        {(tags) =>
          tags.length === 0 ? (
            <div class="panel">
              <Empty text={tagWords.empty}>
                <a class="button main" href="/transactions/new">
                  {entryWords.title}
                </a>
              </Empty>
            </div>
          ) : (
            <ul class="panel flush">
              {tags.map((tag) => (
                <li class="row" key={tag.name}>
                  <button type="button" class="row-button" disabled={store.isReadOnly.value} onClick={() => (opened.value = tag)}>
                    <span class="what">
                      <strong>{`#${tag.name}`}</strong>
                    </span>
                    <span class="much hint">{listWords.count(tag.transactions_count)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {opened.value && <Editor key={opened.value.name} tag={opened.value} onClose={() => (opened.value = undefined)} />}
    </Screen>
  );
}

const ALWAYS = "start_date=1900-01-01&end_date=2199-12-31";

function Editor({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const store = useStore();
  const name = useSignal(tag.name);
  const sending = useSending();
  const change = async (to: string | undefined, text: string) => {
    if (to === "") throw ownRefusal({ tags: formWords.missing });
    const rows = await call<Transaction[]>(store, `/api/finance/transactions?tag=${encodeURIComponent(tag.name)}&${ALWAYS}`);
    const undos: (() => Promise<UndoResult>)[] = [];
    for (const { ids, tags } of tagChanges(rows, tag.name, to)) {
      const { undo } = await write(store, "POST", "/transactions/bulk", { ids, set: { tags } });
      undos.unshift(undo);
    }
    store.message.value = { text, undo: () => undoAll(undos) };
    onClose();
  };
  return (
    <FormDialog
      title={`${tagWords.edit} #${tag.name}`}
      onClose={onClose}
      sending={sending}
      save={() => change(name.value.trim(), tagWords.saved)}
      acts={
        <>
          <button
            type="button"
            class="destroys"
            disabled={sending.sending}
            onClick={() => void sending.send(() => change(undefined, tagWords.removed))}
          >
            {tagWords.remove}
          </button>
          <a class="button quiet" href={`/transactions?q=${encodeURIComponent(tag.name)}`}>
            {tagWords.rows}
          </a>
        </>
      }
    >
      <TextField
        label={tagWords.name}
        value={name}
        hint={tagWords.hint}
        problem={sending.at("tags", "set.tags", "ids")}
        maxLength={100}
      />
    </FormDialog>
  );
}

/** Undoes the last write first; redo runs in the opposite order. */
async function undoAll(undos: readonly (() => Promise<UndoResult>)[]): Promise<UndoResult> {
  const results: UndoResult[] = [];
  for (const undo of undos) results.push(await undo());
  return {
    skipped: results.reduce((sum, each) => sum + each.skipped, 0),
    again: () => undoAll(results.toReversed().flatMap(({ again }) => again ?? [])),
  };
}
