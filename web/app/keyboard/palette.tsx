// The command palette: screens, accounts, cards, categories and actions by name.
import { useSignal } from "@preact/signals";
import { redoLast, undoLast } from "../data/undo.ts";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { ranked } from "../rules/ranking.ts";
import type { Account, Card, Category } from "../rules/records.ts";
import { NAVIGATION } from "../shell/navigation.ts";
import { route } from "../shell/router.ts";
import { shellWords } from "../shell/words.ts";
import { Combobox } from "../ui/combobox.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { uiWords } from "../ui/words.ts";
import { paletteWords } from "./words.ts";

interface Goal {
  kind: keyof typeof paletteWords.kinds;
  name: string;
  go: string | (() => void);
}

const MOST_SHOWN = 9;

export function Palette({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const typed = useSignal("");
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  const categories = useData<Category[]>("/categories").data ?? [];
  const goals: Goal[] = [
    ...NAVIGATION.map(({ url, label }): Goal => ({ kind: "screen", name: label, go: url })),
    { kind: "screen", name: shellWords.nav.welcome, go: "/welcome" },
    ...(store.isReadOnly.value ? [] : [{ kind: "screen" as const, name: paletteWords.rules, go: "/imports/rules" }]),
    { kind: "act", name: uiWords.undo, go: () => void undoLast(store) },
    { kind: "act", name: paletteWords.redo, go: () => void redoLast(store) },
    { kind: "act", name: paletteWords.hide, go: () => (store.amountsHidden.value = !store.amountsHidden.value) },
    ...accounts.map(({ id, name }): Goal => ({ kind: "account", name, go: `/transactions?place=account%3A${id}` })),
    ...cards.map(({ id, name }): Goal => ({ kind: "card", name, go: `/transactions?place=card%3A${id}` })),
    ...categories.map(({ id, name }): Goal => ({ kind: "category", name, go: `/transactions?category=${id}` })),
  ];
  return (
    <Dialog title={paletteWords.title} onClose={onClose}>
      <Combobox
        value={typed.value}
        onInput={(value) => (typed.value = value)}
        items={ranked(goals, typed.value, ({ name }) => name).slice(0, MOST_SHOWN)}
        keyOf={({ kind, name, go }) => `${kind} ${name} ${go}`}
        show={({ kind, name }) => (
          <>
            <span>{name}</span>
            <span class="hint">{paletteWords.kinds[kind]}</span>
          </>
        )}
        onChoose={({ go }) => {
          onClose();
          if (typeof go === "string") route(go);
          else go();
        }}
        listLabel={paletteWords.list}
        takesFirst
        alwaysOpen
        input={{ "aria-label": paletteWords.label, placeholder: paletteWords.label, autoFocus: true }}
      />
    </Dialog>
  );
}
