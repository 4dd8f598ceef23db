// Shortcuts, which apply while nobody is typing. A screen adds its own; `?` lists them all.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Store } from "../data/store.ts";
import { begins, findKey, isCharacter, isOwnKey, isTextInput, type Key, nameOfKey } from "../rules/keys.ts";
import { takeKeys } from "./early_keys.ts";

const layers: Key[][] = [];

/** Applies while the calling component is mounted. A layer `below` has lower priority than screens. */
export function useKeys(keys: readonly Key[], layerPosition: "above" | "below" = "above"): void {
  const latest = useRef(keys);
  latest.current = keys;
  // A layout effect, so that a shortcut works as soon as its screen is visible.
  useLayoutEffect(() => {
    const layer: Key[] = keys.map((key, index) => ({ ...key, run: (name) => latest.current[index]?.run(name) }));
    if (layerPosition === "below") layers.unshift(layer);
    else layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [keys.map(({ on }) => on).join()]);
}

/** The shortcuts that apply now, by priority. */
export const keysNow = (): Key[] => layers.toReversed().flat();

/** Clicks the link or button that is marked with this key, if there is one. */
export function clickMarked(key: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  element?.click();
  return element !== null;
}

let first: string | undefined;

export const pressEarly = (store: Store) => takeKeys((event) => press(store, event));

function press(store: Store, event: KeyboardEvent): void {
  const name = nameOfKey(event);
  if (name === undefined || event.defaultPrevented) return;
  const before = first;
  first = undefined;
  if (document.querySelector("dialog[open]") || (isTyping(event.target) && name !== "Mod+k")) return;
  if (store.lettersOff.value && isCharacter(name)) return;
  const match = findKey(layers, name, before);
  if (match) {
    // Buttons and links handle their own keys.
    if (isOwnKey(...kindOf(event.target), name)) return;
    event.preventDefault();
    match.run(name);
  } else if (begins(layers, name)) first = name;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || isTextInput(...kindOf(target)));
}

function kindOf(target: EventTarget | null): [tag: string, type: string] {
  if (!(target instanceof HTMLElement)) return ["", ""];
  return [target.tagName, target instanceof HTMLInputElement ? target.type : ""];
}
