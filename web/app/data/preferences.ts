// Choices that this browser remembers. Without storage, every visit starts with the defaults.
import { effect, type Signal, signal } from "@preact/signals";

export interface Preferences {
  amountsHidden: Signal<boolean>;
  /** Whether the month's balance chart above its list is open. */
  isBalanceOpen: Signal<boolean>;
  /** Whether lists are compact. */
  isDense: Signal<boolean>;
  /** Whether shortcuts of a single character are off. */
  lettersOff: Signal<boolean>;
  /** Categories chosen in this browser, the latest first. */
  recentCategories: Signal<readonly number[]>;
}

export const readPreferences = (): Preferences => ({
  amountsHidden: storedFlag("cofre-hidden"),
  isBalanceOpen: storedFlag("cofre-balance"),
  isDense: storedFlag("cofre-dense"),
  lettersOff: storedFlag("cofre-letters-off"),
  recentCategories: signal(readCategories()),
});

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

const MOST_CATEGORIES = 8;

function readCategories(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem("cofre-categories") ?? "[]");
    return Array.isArray(stored) ? stored.filter(Number.isInteger).slice(0, MOST_CATEGORIES) : [];
  } catch {
    return [];
  }
}

export function noteCategory({ recentCategories }: Preferences, id: number): void {
  recentCategories.value = [id, ...recentCategories.value.filter((each) => each !== id)].slice(0, MOST_CATEGORIES);
  try {
    localStorage.setItem("cofre-categories", JSON.stringify(recentCategories.value));
  } catch {
    // Without storage, it lasts until the page is closed.
  }
}

/** The cookie comes first: the page may be a stored one from before the theme was changed. */
export function showTheme(): void {
  const chosen = /(?:^|; )cofre-theme=(\w+)/.exec(document.cookie)?.[1];
  const { dataset } = document.documentElement;
  if (chosen) dataset.theme = chosen;
  else delete dataset.theme;
}

export function showDensity({ isDense }: Preferences): void {
  effect(() => void document.documentElement.toggleAttribute("data-dense", isDense.value));
}
