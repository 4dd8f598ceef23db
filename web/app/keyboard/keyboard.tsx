// The shortcuts of every screen, and the list of those that apply now.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { redoLast, undoLast } from "../data/undo.ts";
import { useStore } from "../data/use_store.ts";
import { type Key, keyLabel, parentOf } from "../rules/keys.ts";
import { here, route } from "../shell/router.ts";
import { Dialog } from "../ui/dialog.tsx";
import { clickMarked, keysNow, pressEarly, useKeys } from "./keys.ts";
import { Palette } from "./palette.tsx";
import { shortcutWords } from "./words.ts";

export function Keyboard() {
  const store = useStore();
  const { path } = here.value;
  const shows = useSignal<"keys" | "palette" | undefined>(undefined);
  const go = (key: string, url: string, what: string): Key => ({ on: [`g ${key}`], what, run: () => route(url) });
  useKeys(
    [
      { on: ["?"], what: shortcutWords.help, run: () => (shows.value = "keys") },
      { on: ["Mod+k"], what: shortcutWords.palette, run: () => (shows.value = "palette") },
      {
        on: ["/"],
        what: shortcutWords.search,
        run: () => {
          const field = document.querySelector<HTMLElement>('input[type="search"]');
          if (field) return field.focus();
          store.isSearchRequested.value = true;
          route("/transactions");
        },
      },
      ...(store.isReadOnly.value ? [] : [{ on: ["n"], what: shortcutWords.add, run: () => route("/transactions/new") }]),
      go("i", "/", shortcutWords.overview),
      go("l", "/transactions", shortcutWords.transactions),
      go("c", "/credit_cards", shortcutWords.cards),
      go("o", "/budgets", shortcutWords.budgets),
      go("m", "/goals", shortcutWords.goals),
      go("a", "/agenda", shortcutWords.agenda),
      go("p", "/forecast", shortcutWords.forecast),
      go("r", "/reports", shortcutWords.reports),
      go("b", "/accounts", shortcutWords.accounts),
      { on: ["["], what: shortcutWords.before, run: () => void clickMarked("[") },
      { on: ["]"], what: shortcutWords.next, run: () => void clickMarked("]") },
      { on: ["0"], what: shortcutWords.today, run: () => void clickMarked("0") },
      { on: ["h"], what: shortcutWords.hide, run: () => (store.amountsHidden.value = !store.amountsHidden.value) },
      { on: ["Mod+z"], what: shortcutWords.undo, run: () => void undoLast(store) },
      { on: ["Mod+Shift+z"], what: shortcutWords.redo, run: () => void redoLast(store) },
      { on: ["Escape"], what: shortcutWords.back, run: () => goBack(path) },
    ],
    "below",
  );
  useEffect(() => pressEarly(store), []);
  const close = () => (shows.value = undefined);
  if (shows.value === "palette") return <Palette onClose={close} />;
  if (shows.value === "keys")
    return (
      <Dialog title={shortcutWords.title} onClose={close}>
        <KeyList />
      </Dialog>
    );
  return null;
}

/** To the previous screen within the app. */
function goBack(path: string): void {
  if (clickMarked("Escape")) return;
  const parent = parentOf(path);
  const { navigation } = globalThis as { navigation?: { canGoBack: boolean } };
  if (parent && navigation?.canGoBack) history.back();
  else if (parent) route(parent);
}

/** Shortcuts of the screen behind the dialog. */
export function KeyList() {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <dl class="keys">
      {keysNow().map(({ on, what, label }) => (
        <div key={on.join()}>
          <dt>{label ? <kbd>{label}</kbd> : on.map((name) => <kbd key={name}>{keyLabel(name, isMac)}</kbd>)}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
