// Moves through the rows of a list by arrows or letters.
import { useLayoutEffect } from "preact/hooks";
import type { Key } from "../rules/keys.ts";
import { listNavigationWords } from "./list_words.ts";

const ROWS = "main .row > a, main .row > button, main .ticking input";

/** A list that has only some of its rows in the document. */
interface LongList {
  /** In the order of the screen. */
  ids: readonly number[];
  focus: (id: number) => void;
}

let longList: LongList | undefined;

export function useLongList(list: LongList): void {
  useLayoutEffect(() => {
    longList = list;
    return () => {
      longList = undefined;
    };
  });
}

/** Moves from the row that contains the focus. */
export function move(where: (at: number, count: number) => number): void {
  if (longList) {
    const { ids, focus } = longList;
    const id = ids[Math.max(0, Math.min(ids.length - 1, where(ids.indexOf(focusedId() ?? 0), ids.length)))];
    if (id !== undefined) focus(id);
    return;
  }
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((each) => each.checkVisibility());
  const inside = document.activeElement?.closest(".row, .ticking li");
  const at = rows.findIndex((each) => inside?.contains(each));
  rows[Math.max(0, Math.min(rows.length - 1, where(at, rows.length)))]?.focus();
}

export const next = (at: number) => at + 1;
export const before = (at: number) => Math.max(0, at - 1);

export const LIST_NAVIGATION: readonly Key[] = [
  { on: ["j", "ArrowDown"], what: listNavigationWords.next, run: () => move(next) },
  { on: ["k", "ArrowUp"], what: listNavigationWords.before, run: () => move(before) },
  { on: ["Home"], what: listNavigationWords.first, run: () => move(() => 0) },
  { on: ["End"], what: listNavigationWords.last, run: () => move((_, count) => count - 1) },
];

/** The id of the row that contains the focus. */
export const focusedId = () => Number(document.activeElement?.closest<HTMLElement>("[data-id]")?.dataset.id) || undefined;

/** In the order of the screen. */
export const listedIds = (): readonly number[] =>
  longList?.ids ?? [...document.querySelectorAll<HTMLElement>("main .row[data-id]")].map(({ dataset }) => Number(dataset.id));
