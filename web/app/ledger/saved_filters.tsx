// Saved filters: a menu of links, and dialogs to save, rename and remove them. They load when the menu is opened.
import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { changeUserPreferences, readUserPreferences } from "../data/user_preferences.ts";
import type { Refusal } from "../rules/records.ts";
import {
  LONGEST_NAME,
  MOST_SAVED,
  readSavedFilters,
  SAVED_FILTERS,
  type SavedFilter,
  savedQuery,
  withSaved,
} from "../rules/saved_filters.ts";
import { here } from "../shell/router.ts";
import { FormDialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, type MenuItem, type MenuPlace, placeBelow } from "../ui/menu.tsx";
import { reasonOf } from "../ui/problems.tsx";
import { ownRefusal, useSending } from "../ui/use_sending.ts";
import { formWords } from "../ui/words.ts";
import { savedFilterWords } from "./filter_words.ts";

export function SavedFilters() {
  const store = useStore();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const opened = useSignal<{ place: MenuPlace; saved: readonly SavedFilter[] } | undefined>(undefined);
  const shows = useSignal<"name" | "arrange" | undefined>(undefined);
  const saved = useSignal<readonly SavedFilter[]>([]);
  const isLoading = useSignal(false);
  const open = async () => {
    isLoading.value = true;
    try {
      saved.value = await loadSaved(store);
      opened.value = { place: placeBelow(button.current as HTMLButtonElement), saved: saved.value };
    } catch (error) {
      store.message.value = { text: reasonOf(error as Refusal) };
    }
    isLoading.value = false;
  };
  const close = () => (shows.value = undefined);
  return (
    <>
      <span class="chip bare-chip">
        <button
          ref={button}
          type="button"
          aria-haspopup="menu"
          aria-expanded={opened.value !== undefined}
          aria-controls={opened.value && id}
          disabled={isLoading.value}
          onClick={() => void open()}
        >
          <Icon name="bookmark" />
          <span>{savedFilterWords.button}</span>
        </button>
      </span>
      {opened.value && (
        <Menu
          id={id}
          label={savedFilterWords.menu}
          items={itemsOf(opened.value.saved, (which) => (shows.value = which))}
          place={opened.value.place}
          onClose={() => (opened.value = undefined)}
        />
      )}
      {shows.value === "name" && <NameDialog onClose={close} />}
      {shows.value === "arrange" && <ArrangeDialog saved={saved.value} onClose={close} />}
    </>
  );
}

const loadSaved = async (store: Store) => readSavedFilters((await readUserPreferences(store))[SAVED_FILTERS]);

function itemsOf(saved: readonly SavedFilter[], show: (which: "name" | "arrange") => void): MenuItem[] {
  const current = savedQuery(here.value.query);
  const { month } = here.value.query;
  const links = saved.map(
    ({ name, query }): MenuItem => ({
      label: name,
      isChecked: query === current,
      go: `/transactions?${query}${month ? `&month=${month}` : ""}`,
    }),
  );
  return [
    ...(links.length > 0 ? links : [{ label: savedFilterWords.none, go: () => {} }]),
    ...(current === "" ? [] : [{ label: savedFilterWords.save, icon: "plus", isDivided: true, go: () => show("name") } as const]),
    ...(links.length === 0 ? [] : [{ label: savedFilterWords.arrange, icon: "edit", go: () => show("arrange") } as const]),
  ];
}

function NameDialog({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const name = useSignal("");
  const sending = useSending();
  const save = async () => {
    const typed = name.value.trim();
    if (typed === "") throw ownRefusal({ name: formWords.missing });
    // Loaded again, because another device may have saved one meanwhile.
    const next = withSaved(await loadSaved(store), { name: typed, query: savedQuery(here.value.query) });
    if (next.length > MOST_SAVED) throw ownRefusal({ name: savedFilterWords.tooMany(MOST_SAVED) });
    await changeUserPreferences(store, { [SAVED_FILTERS]: next });
    store.message.value = { text: savedFilterWords.saved };
    onClose();
  };
  return (
    <FormDialog title={savedFilterWords.title} onClose={onClose} sending={sending} save={save}>
      <TextField
        label={savedFilterWords.name}
        value={name}
        problem={sending.at("name")}
        hint={savedFilterWords.hint}
        maxLength={LONGEST_NAME}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function ArrangeDialog({ saved, onClose }: { saved: readonly SavedFilter[]; onClose: () => void }) {
  const store = useStore();
  const sending = useSending();
  const rows = useSignal(saved);
  const change = (at: number, name: string) =>
    (rows.value = rows.value.map((each, index) => (index === at ? { ...each, name } : each)));
  const save = async () => {
    const next = rows.value.map(({ name, query }) => ({ name: name.trim(), query }));
    if (next.some(({ name }) => name === "")) throw ownRefusal({ names: formWords.missing });
    if (new Set(next.map(({ name }) => name)).size < next.length) throw ownRefusal({ names: savedFilterWords.sameName });
    await changeUserPreferences(store, { [SAVED_FILTERS]: next });
    store.message.value = { text: savedFilterWords.changed };
    onClose();
  };
  return (
    <FormDialog title={savedFilterWords.menu} onClose={onClose} sending={sending} save={save}>
      <ul class="saved-filters">
        {rows.value.map(({ name, query }, index) => (
          <li key={query}>
            <input
              aria-label={savedFilterWords.name}
              maxLength={LONGEST_NAME}
              value={name}
              onInput={(event) => change(index, event.currentTarget.value)}
            />
            <button
              type="button"
              class="quiet"
              aria-label={savedFilterWords.remove(name)}
              onClick={() => (rows.value = rows.value.filter((_, at) => at !== index))}
            >
              <Icon name="remove" />
            </button>
          </li>
        ))}
      </ul>
      {sending.at("names") && (
        <p class="problem" role="alert">
          {sending.at("names")}
        </p>
      )}
    </FormDialog>
  );
}
