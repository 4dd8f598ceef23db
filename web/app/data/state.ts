// State of the browser and not of a screen: hidden amounts, theme, the last message.
import { effect, type Signal, signal } from "@preact/signals";
import type { UndoResult } from "./api.ts";

export const amountsHidden = storedFlag("cofre-hidden");
/** Whether the month's balance chart above its list is open. */
export const isBalanceOpen = storedFlag("cofre-balance");
/** Whether lists are compact. */
export const isDense = storedFlag("cofre-dense");
effect(() => void document.documentElement.toggleAttribute("data-dense", isDense.value));
/** Whether shortcuts of a single character are off. */
export const lettersOff = storedFlag("cofre-letters-off");

/** Set by the search key on screens without a list: the next list focuses its search field. */
export const isSearchRequested = signal(false);

/** Without storage, every visit starts with the default. */
function storedFlag(name: string): Signal<boolean> {
  const flag = signal(false);
  try {
    flag.value = localStorage.getItem(name) === "1";
    effect(() => localStorage.setItem(name, flag.value ? "1" : ""));
  } catch {
    // Storage is blocked.
  }
  return flag;
}

const MOST_RECENT = 8;

/** Categories chosen in this browser, the latest first. */
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
    // Without storage, it lasts until the page is closed.
  }
}

export interface Message {
  text: string;
  undo?: () => Promise<UndoResult>;
}

export const message = signal<Message | undefined>(undefined);

/** The cookie comes first: the page may be a stored one from before the theme was changed. */
export function showTheme(): void {
  const chosen = /(?:^|; )cofre-theme=(\w+)/.exec(document.cookie)?.[1];
  const { dataset } = document.documentElement;
  if (chosen) dataset.theme = chosen;
  else delete dataset.theme;
}
