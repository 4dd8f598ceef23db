// How far each page of the history was scrolled, and which of its links had the focus. The browser's own memory of it fails where rows are
// drawn after the page.

export interface ScrollPosition {
  top: number;
  /** The address of the link that had the focus. */
  link?: string | undefined;
}

const NAME = "cofre-scroll";
const MOST_KEPT = 50;
/** Parts of a screen that come later may still move its rows. */
const SETTLE_MS = 1_000;
const LONGEST_MS = 5_000;

let positions = readPositions();
/** Of the entry of the history that is shown. */
let current = "";

/** Where this entry of the history was left, if it was here before: after a reload, or on the way back from another site. */
export function startScrollPositions(): ScrollPosition | undefined {
  history.scrollRestoration = "manual";
  addEventListener("pagehide", storeScrollPosition);
  return enterEntry();
}

/** Before another entry of the history is shown. */
export function storeScrollPosition(): void {
  const link = document.activeElement?.closest("main a[href]")?.getAttribute("href") ?? undefined;
  const others = Object.entries(positions).filter(([key]) => key !== current);
  positions = Object.fromEntries([...others.slice(1 - MOST_KEPT), [current, { top: scrollY, link }]]);
  try {
    sessionStorage.setItem(NAME, JSON.stringify(positions));
  } catch {
    // It is known until the page is loaded again.
  }
}

/** What a new entry of the history is known by. */
export function newEntry(): { key: string } {
  current = `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
  return { key: current };
}

/** The history has moved to another entry: where that was left. */
export function enterEntry(): ScrollPosition | undefined {
  const { key } = (history.state ?? {}) as { key?: unknown };
  if (typeof key === "string") current = key;
  else history.replaceState(newEntry(), "");
  return positions[current];
}

/** Goes there as soon as the page is long enough, unless somebody scrolls or types meanwhile. */
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
    if (isThere || Math.abs(scrollY - top) > 1) return;
    const links = document.querySelectorAll<HTMLAnchorElement>("main a[href]");
    const target = [...links].find((each) => each.getAttribute("href") === link);
    if (link !== undefined && !target) return;
    target?.focus({ preventScroll: true });
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
