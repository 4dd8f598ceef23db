// The navigation: the bottom bar on phones has the main entries, the side bar all, and /more the rest.
import type { IconName } from "../rules/icons.ts";
import { shellWords } from "./words.ts";

export interface NavigationEntry {
  url: string;
  icon: IconName;
  label: string;
  /** Whether the bottom bar has it. */
  isMain?: boolean;
  /** Hidden from viewers. */
  writes?: boolean;
}

export const NAVIGATION: readonly NavigationEntry[] = [
  { url: "/", icon: "home", label: shellWords.nav.home, isMain: true },
  { url: "/transactions", icon: "list", label: shellWords.nav.transactions, isMain: true },
  { url: "/transactions/new", icon: "plus", label: shellWords.nav.add, isMain: true, writes: true },
  { url: "/credit_cards", icon: "card", label: shellWords.nav.cards, isMain: true },
  { url: "/accounts", icon: "bank", label: shellWords.nav.accounts },
  { url: "/budgets", icon: "target", label: shellWords.nav.budgets },
  { url: "/goals", icon: "savings", label: shellWords.nav.goals },
  { url: "/agenda", icon: "calendar", label: shellWords.nav.agenda },
  { url: "/forecast", icon: "forecast", label: shellWords.nav.forecast },
  { url: "/reports", icon: "bars", label: shellWords.nav.reports },
  { url: "/categories", icon: "grid", label: shellWords.nav.categories },
  { url: "/tags", icon: "tag", label: shellWords.nav.tags },
  { url: "/imports", icon: "download", label: shellWords.nav.imports, writes: true },
  { url: "/more", icon: "more", label: shellWords.nav.more, isMain: true },
];

/** The entry of a path: the longest that it starts with. */
export function entryOfPath(path: string): string | undefined {
  const matches = NAVIGATION.filter(({ url }) => path === url || (url !== "/" && path.startsWith(`${url}/`)));
  return matches.sort((one, other) => other.url.length - one.url.length)[0]?.url;
}
