// The keys that hold on every screen, and the list of all that hold now.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isReadOnly } from "../data/role.ts";
import { amountsHidden, searchWanted } from "../data/state.ts";
import { redoLast, undoLast } from "../data/undo.ts";
import { type Key, parentOf, shownKey } from "../rules/keys.ts";
import { here, route } from "../shell/router.ts";
import { Dialog } from "../ui/dialog.tsx";
import { choose } from "../words/words.ts";
import { keysNow, pressEarly, pressMarked, useKeys } from "./keys.ts";
import { Palette } from "./palette.tsx";

const text = choose(
  {
    title: "Atalhos do teclado",
    help: "ver os atalhos",
    palette: "ir para, ou fazer",
    search: "buscar",
    add: "novo lançamento",
    overview: "início",
    transactions: "lançamentos",
    cards: "cartões",
    budgets: "orçamentos",
    agenda: "agenda",
    forecast: "previsão",
    reports: "relatórios",
    accounts: "contas",
    before: "anterior",
    next: "próximo",
    today: "mês ou fatura atual",
    hide: "esconder valores",
    undo: "desfazer",
    redo: "refazer",
    back: "voltar",
  },
  {
    title: "Keyboard shortcuts",
    help: "show the shortcuts",
    palette: "go to, or do",
    search: "search",
    add: "new entry",
    overview: "overview",
    transactions: "entries",
    cards: "cards",
    budgets: "budgets",
    agenda: "agenda",
    forecast: "forecast",
    reports: "reports",
    accounts: "accounts",
    before: "previous",
    next: "next",
    today: "current month or invoice",
    hide: "hide amounts",
    undo: "undo",
    redo: "do again",
    back: "back",
  },
);

export function Keyboard() {
  const { path } = here.value;
  const shows = useSignal<"keys" | "palette" | undefined>(undefined);
  const go = (key: string, url: string, what: string): Key => ({ on: [`g ${key}`], what, run: () => route(url) });
  useKeys(
    [
      { on: ["?"], what: text.help, run: () => (shows.value = "keys") },
      { on: ["Mod+k"], what: text.palette, run: () => (shows.value = "palette") },
      {
        on: ["/"],
        what: text.search,
        run: () => {
          const field = document.querySelector<HTMLElement>('input[type="search"]');
          if (field) return field.focus();
          searchWanted.value = true;
          route("/transactions");
        },
      },
      ...(isReadOnly.value ? [] : [{ on: ["n"], what: text.add, run: () => route("/transactions/new") }]),
      go("i", "/", text.overview),
      go("l", "/transactions", text.transactions),
      go("c", "/credit_cards", text.cards),
      go("o", "/budgets", text.budgets),
      go("a", "/agenda", text.agenda),
      go("p", "/forecast", text.forecast),
      go("r", "/reports", text.reports),
      go("b", "/accounts", text.accounts),
      { on: ["["], what: text.before, run: () => void pressMarked("[") },
      { on: ["]"], what: text.next, run: () => void pressMarked("]") },
      { on: ["0"], what: text.today, run: () => void pressMarked("0") },
      { on: ["h"], what: text.hide, run: () => (amountsHidden.value = !amountsHidden.value) },
      { on: ["Mod+z"], what: text.undo, run: () => void undoLast() },
      { on: ["Mod+Shift+z"], what: text.redo, run: () => void redoLast() },
      { on: ["Escape"], what: text.back, run: () => goBack(path) },
    ],
    "below",
  );
  useEffect(pressEarly, []);
  const close = () => {
    shows.value = undefined;
  };
  if (shows.value === "palette") return <Palette onClose={close} />;
  if (shows.value === "keys")
    return (
      <Dialog title={text.title} onClose={close}>
        <KeyList />
      </Dialog>
    );
  return null;
}

/** To where one came from, within the app. */
function goBack(path: string): void {
  if (pressMarked("Escape")) return;
  const parent = parentOf(path);
  const { navigation } = globalThis as { navigation?: { canGoBack: boolean } };
  if (parent && navigation?.canGoBack) history.back();
  else if (parent) route(parent);
}

/** What holds on the screen behind it. */
export function KeyList() {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <dl class="keys">
      {keysNow().map(({ on, what, shown }) => (
        <div key={on.join()}>
          <dt>{shown ? <kbd>{shown}</kbd> : on.map((name) => <kbd key={name}>{shownKey(name, isMac)}</kbd>)}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
