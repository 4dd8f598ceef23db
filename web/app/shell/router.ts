// Which screen is shown. Links within the app and the browser's way back change that alone: the page stays. While the file of a screen is on its
// way, the screen before it stays too.
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { type Address, readAddress } from "../rules/address.ts";
import { enterEntry, newEntry, type ScrollPosition, startScrollPositions, storeScrollPosition } from "./scroll_positions.ts";

/** The file of a screen exports that screen and nothing else. */
type File = Readonly<Record<string, FunctionComponent>>;

/** By the patterns of their addresses: files that are there, and how others are fetched. */
export type Screens = Record<string, File | (() => Promise<File>)>;

export interface Routing {
  screens: Screens;
  /** For an address that is no screen's. */
  Nowhere: FunctionComponent;
  /** For a screen whose file does not come. */
  Missing: FunctionComponent;
}

interface CurrentScreen extends Address {
  Screen: FunctionComponent;
  /** By a link, and not by the way back: it is read from its beginning. */
  isNew: boolean;
  /** By the way back: how far it was read. */
  returnsTo?: ScrollPosition | undefined;
}

/** What is shown, and by which address. */
export const here = signal({} as CurrentScreen);

/** The path that was asked for last: its screen may still be on its way. */
export const targetPath = signal("");

/** Ends when the first screen is there. */
export async function startRouting(options: Routing): Promise<void> {
  routing = options;
  addEventListener("click", followLink);
  addEventListener("popstate", () => {
    storeScrollPosition();
    void show(currentUrl(), { returnsTo: enterEntry() ?? { top: 0 } });
  });
  await show(currentUrl(), { returnsTo: startScrollPositions() });
}

/** `replaces`: the way back does not lead to where one is now. */
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
    // One that did not come is asked for again the next time.
    if (!("Missing" in file)) screens[pattern] = file;
  }
  const [Screen = Nowhere] = Object.values(file);
  if (turn === turns && url !== here.value.url) here.value = { ...address, Screen, isNew: false, ...how };
}

const currentUrl = () => location.pathname + location.search;

/** Whatever else a click may mean is the browser's business. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement && each.href !== "") as
    | HTMLAnchorElement
    | undefined;
  if (!link || link.origin !== location.origin || link.target || link.download || link.hash) return;
  event.preventDefault();
  route(link.pathname + link.search);
}
