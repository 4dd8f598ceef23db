// The keys of the table of lines, and the footer that names them.
import { clickMarked, useKeys } from "../../keyboard/keys.ts";
import { before, next } from "../../keyboard/list_navigation.ts";
import { type Key, keyLabel } from "../../rules/keys.ts";
import { importWords } from "./words.ts";

interface TableActs {
  move: (where: (at: number, count: number) => number) => void;
  /** Undefined if the current row is no line that can be decided. */
  edit: (() => void) | undefined;
  toggle: (() => void) | undefined;
  pick: (() => void) | undefined;
  rule: (() => void) | undefined;
  /** Undefined if no rule is offered. */
  dismiss: (() => void) | undefined;
}

export function useTableKeys({ move, edit, toggle, pick, rule, dismiss }: TableActs): void {
  const words = importWords.keys;
  const key = (on: readonly string[], what: string, run: (() => void) | undefined): Key[] => (run ? [{ on, what, run }] : []);
  useKeys([
    { on: ["ArrowDown", "j"], what: words.line, run: () => move(next) },
    { on: ["ArrowUp", "k"], what: words.line, run: () => move(before) },
    { on: ["Home"], what: words.first, run: () => move(() => 0) },
    { on: ["End"], what: words.last, run: () => move((_, count) => count - 1) },
    ...key(["Enter"], words.edit, edit),
    ...key([" "], words.take, toggle),
    ...key(["c"], words.category, pick),
    ...key(["r"], words.rule, rule),
    ...key(["Escape"], words.dismiss, dismiss),
    { on: ["Mod+Enter"], what: words.apply, run: () => void clickMarked("Mod+Enter") },
  ]);
}

export function KeysFooter({ at, count }: { at: number; count: number }) {
  const words = importWords.keys;
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const names: [keys: string[], what: string][] = [
    [["↑", "↓"], words.line],
    [["Enter"], words.edit],
    [["C"], words.category],
    [[words.space], words.take],
    [["R"], words.rule],
    [[keyLabel("Mod+Enter", isMac)], words.apply],
  ];
  return (
    <footer class="import-keys">
      {names.map(([keys, what]) => (
        <span key={what}>
          {keys.map((each) => (
            <kbd key={each}>{each}</kbd>
          ))}{" "}
          {what}
        </span>
      ))}
      {at > 0 && <span class="much">{importWords.position(at, count)}</span>}
    </footer>
  );
}
