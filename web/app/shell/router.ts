// Shows a screen by its address without loading the page. The previous screen stays until the file of the next has loaded.
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { type Address, readAddress } from "../rules/address.ts";
import { enterEntry, newEntry, type ScrollPosition, startScrollPositions, storeScrollPosition } from "./scroll_positions.ts";

/** The file of a screen exports only that screen. */
type File = Readonly<Record<string, FunctionComponent>>;

/** By address pattern: loaded files, or functions that load them. */
export type Screens = Record<string, File | (() => Promise<File>)>;

export interface Routing {
  screens: Screens;
  /** For an unknown address. */
  Nowhere: FunctionComponent;
  /** For a screen whose file cannot be loaded. */
  Missing: FunctionComponent;
}

interface CurrentScreen extends Address {
  Screen: FunctionComponent;
  /** Opened by a link, so it starts at the top. */
  isNew: boolean;
  /** Opened by back or reload: its last scroll position. */
  returnsTo?: ScrollPosition | undefined;
}

/** The current screen and its address. */
export const here = signal({} as CurrentScreen);

/** How the next screen is shown; replaced once transitions have loaded. */
export const change = {
  to: (next: CurrentScreen): void => {
    here.value = next;
  },
};

/** The path requested last; its screen may still be loading. */
export const targetPath = signal("");

/** Resolves when the first screen has loaded. */
export async function startRouting(options: Routing): Promise<void> {
  routing = options;
  addEventListener("click", followLink);
  addEventListener("popstate", () => {
    storeScrollPosition();
    void show(currentUrl(), { returnsTo: enterEntry() ?? { top: 0 } });
  });
  await show(currentUrl(), { returnsTo: startScrollPositions() });
}

/** `replaces`: the current address is removed from the history. */
export function route(url: string, replaces = false): void {
  if (replaces) history.replaceState(history.state, "", url);
  else {
    storeScrollPosition();
    history.pushState(newEntry(), "", url);
  }
  void show(url, { isNew: !replaces });
}

let routing: Routing;
let turns = 0;

async function show(url: string, how: Partial<Pick<CurrentScreen, "isNew" | "returnsTo">>): Promise<void> {
  const turn = ++turns;
  const { screens, Nowhere, Missing } = routing;
  const address = readAddress(url, Object.keys(screens));
  const { path, pattern = "" } = address;
  targetPath.value = path;
  let file = screens[pattern] ?? { Nowhere };
  if (typeof file === "function") {
    file = await file().catch(() => ({ Missing }));
    // A file that failed is requested again the next time.
    if (!("Missing" in file)) screens[pattern] = file;
  }
  const [Screen = Nowhere] = Object.values(file);
  if (turn === turns && url !== here.value.url) change.to({ ...address, Screen, isNew: false, ...how });
}

const currentUrl = () => location.pathname + location.search;

/** Other clicks are left to the browser. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement && each.href !== "") as
    | HTMLAnchorElement
    | undefined;
  if (!link || link.origin !== location.origin || link.target || link.download || link.hash) return;
  event.preventDefault();
  route(link.pathname + link.search);
}
