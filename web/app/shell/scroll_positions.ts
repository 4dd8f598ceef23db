// Scroll position and focused link of each history entry. The browser's own restoration fails if rows are drawn later.

export interface ScrollPosition {
  top: number;
  /** The address of the focused link. */
  link?: string | undefined;
}

const NAME = "cofre-scroll";
const MOST_KEPT = 50;
/** Late parts of a screen may still move its rows. */
const SETTLE_MS = 1_000;
const LONGEST_MS = 20_000;

let positions = readPositions();
/** Key of the current history entry. */
let current = "";
let lastTop = 0;

/** The stored position of the current entry, after a reload or a return from another site. */
export function startScrollPositions(): ScrollPosition | undefined {
  history.scrollRestoration = "manual";
  addEventListener("scroll", () => (lastTop = scrollY), { passive: true });
  // While a page is left, a phone's browser may already have laid it out anew.
  addEventListener("pagehide", () => storeScrollPosition(lastTop));
  return enterEntry();
}

/** Called before another history entry is shown. */
export function storeScrollPosition(top = scrollY): void {
  const link = document.activeElement?.closest("main a[href]")?.getAttribute("href") ?? undefined;
  const others = Object.entries(positions).filter(([key]) => key !== current);
  positions = Object.fromEntries([...others.slice(1 - MOST_KEPT), [current, { top, link }]]);
  try {
    sessionStorage.setItem(NAME, JSON.stringify(positions));
  } catch {
    // Without storage, positions last until the page is loaded again.
  }
}

/** The state of a new history entry, with its key. */
export function newEntry(): { key: string } {
  current = `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
  return { key: current };
}

/** The stored position of the entry that the history moved to. */
export function enterEntry(): ScrollPosition | undefined {
  const { key } = (history.state ?? {}) as { key?: unknown };
  if (typeof key === "string") current = key;
  else history.replaceState(newEntry(), "");
  return positions[current];
}

/** Scrolls as soon as the page is long enough, unless the user scrolls or types first. */
export function returnTo({ top, link }: ScrollPosition): () => void {
  const watch = new ResizeObserver(() => go());
  const acts = ["wheel", "touchmove", "pointerdown", "keydown", "resize"] as const;
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const act of acts) removeEventListener(act, stop);
  };
  let timer = setTimeout(stop, LONGEST_MS);
  let isThere = false;
  const go = () => {
    scrollTo(0, top);
    // The event comes with the next frame; the page may be left before.
    lastTop = scrollY;
    if (Math.abs(scrollY - top) > 1) return;
    const links = document.querySelectorAll<HTMLAnchorElement>("main a[href]");
    const target = [...links].find((each) => each.getAttribute("href") === link);
    if (link !== undefined && !target) return;
    if (!isThere || document.activeElement === document.body) target?.focus({ preventScroll: true });
    isThere = true;
    clearTimeout(timer);
    timer = setTimeout(stop, SETTLE_MS);
  };
  for (const act of acts) addEventListener(act, stop, { passive: true });
  watch.observe(document.getElementById("main") as HTMLElement);
  go();
  return stop;
}

function readPositions(): Record<string, ScrollPosition> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "{}") as Record<string, ScrollPosition>;
  } catch {
    return {};
  }
}
