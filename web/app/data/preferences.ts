// Choices of this browser alone. Those that follow the user are in user_preferences.ts.
import { effect, type Signal, signal } from "@preact/signals";
import { readLocal, storeLocal } from "../local_storage.ts";

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
  const flag = signal(readLocal(name) === "1");
  effect(() => storeLocal(name, flag.value ? "1" : ""));
  return flag;
}

const CATEGORIES = "cofre-categories";
const MOST_CATEGORIES = 8;

const readCategories = (): number[] => (readLocal(CATEGORIES).match(/\d+/g) ?? []).map(Number);

export function noteCategory({ recentCategories }: Preferences, id: number): void {
  recentCategories.value = [id, ...recentCategories.value.filter((each) => each !== id)].slice(0, MOST_CATEGORIES);
  storeLocal(CATEGORIES, recentCategories.value.join());
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
