// What belongs to the browser and not to a screen: hidden amounts, theme, the last message.
import { effect, type Signal, signal } from "@preact/signals";
import type { UndoResult } from "./api.ts";

export const amountsHidden = storedFlag("cofre-hidden");
/** The balance of the month stands open above its list. */
export const isBalanceOpen = storedFlag("cofre-balance");
/** Lists have more rows and less room. */
export const isDense = storedFlag("cofre-dense");
effect(() => void document.documentElement.toggleAttribute("data-dense", isDense.value));
/** Keys that are single characters do nothing. */
export const lettersOff = storedFlag("cofre-letters-off");

/** Somebody asked to search where there is nothing to search in: the list that comes takes the focus. */
export const isSearchRequested = signal(false);

/** A browser that keeps nothing begins anew each time. */
function storedFlag(name: string): Signal<boolean> {
  const flag = signal(false);
  try {
    flag.value = localStorage.getItem(name) === "1";
    effect(() => localStorage.setItem(name, flag.value ? "1" : ""));
  } catch {
    // As above.
  }
  return flag;
}

const MOST_RECENT = 8;

/** Categories that were chosen here, the last one first. */
export const recentCategories = signal<readonly number[]>(readRecent());

function readRecent(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem("cofre-categories") ?? "[]");
    return Array.isArray(stored) ? stored.filter(Number.isInteger).slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}

export function noteCategory(id: number): void {
  recentCategories.value = [id, ...recentCategories.value.filter((each) => each !== id)].slice(0, MOST_RECENT);
  try {
    localStorage.setItem("cofre-categories", JSON.stringify(recentCategories.value));
  } catch {
    // It is known until the page is left.
  }
}

export interface Message {
  text: string;
  undo?: () => Promise<UndoResult>;
}

export const message = signal<Message | undefined>(undefined);

/** The page may have been kept since before the theme was chosen. */
export function showTheme(): void {
  const chosen = /(?:^|; )cofre-theme=(\w+)/.exec(document.cookie)?.[1];
  const { dataset } = document.documentElement;
  if (chosen) dataset.theme = chosen;
  else delete dataset.theme;
}
