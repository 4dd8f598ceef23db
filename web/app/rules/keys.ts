// Key names: `n`, `Shift+ArrowDown`, `Mod+z`; Mod is Ctrl, or Command on a Mac.

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Undefined for keys of the browser or of an input method. */
export function nameOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (altKey || /^(Shift|Control|Meta|Dead|AltGraph|Process|Unidentified)$/.test(key)) return undefined;
  const isMod = ctrlKey || metaKey;
  const isLetter = /^\p{L}$/u.test(key);
  // For signs such as `?` the key already includes Shift.
  const hasShift = shiftKey && (isLetter || key.length > 1 || key === " ");
  return `${isMod ? "Mod+" : ""}${hasShift ? "Shift+" : ""}${isLetter ? key.toLowerCase() : key}`;
}

/** Single characters can be switched off (WCAG 2.1.4), because speech input presses them by accident. */
export const isCharacter = (name: string) => [...(name.split(" ")[0] ?? "")].length === 1 && name !== " ";

export interface Key {
  /** Any of these; `g i` is a sequence of two keys. */
  on: readonly string[];
  what: string;
  /** Replaces the names in the list of shortcuts, if there are too many. */
  label?: string;
  /** Gets the name of the key that was pressed. */
  run: (name: string) => void;
}

/** Text inputs keep all keys; checkboxes and buttons only their own. */
export const isTextInput = (tag: string, type: string) =>
  tag === "INPUT" ? !/^(checkbox|button|submit|reset|file|color)$/.test(type) : tag === "SELECT" || tag === "TEXTAREA";

/** Keys that the focused element handles itself. */
export function isOwnKey(tag: string, type: string, name: string): boolean {
  if (name === "Enter") return /^(BUTTON|A|SUMMARY)$/.test(tag);
  return name === " " && (/^(BUTTON|SUMMARY)$/.test(tag) || (tag === "INPUT" && type === "checkbox"));
}

/** The list that Escape goes to from one of its records, if there is no previous screen. */
export function parentOf(path: string): string | undefined {
  const [, list] = /^(\/transactions|\/accounts|\/credit_cards|\/goals|\/imports|\/settings)\/[^/]/.exec(path) ?? [];
  return list;
}

/** The last layer wins, so that a screen overrides the app. `first`: the key before, if it started a sequence. */
export function findKey(layers: readonly (readonly Key[])[], name: string, first: string | undefined): Key | undefined {
  for (const sequence of first === undefined ? [name] : [`${first} ${name}`, name])
    for (const layer of layers.toReversed()) {
      const match = layer.find(({ on }) => on.includes(sequence));
      if (match) return match;
    }
  return undefined;
}

export const begins = (layers: readonly (readonly Key[])[], name: string) =>
  layers.some((layer) => layer.some(({ on }) => on.some((each) => each.startsWith(`${name} `))));

/** As it is printed on keyboards. */
export function keyLabel(name: string, isMac: boolean): string {
  return name
    .replace(/(^|\+) $/, "$1Space")
    .split(" ")
    .map((part) =>
      part
        .replace("Mod+", isMac ? "⌘ " : "Ctrl ")
        .replace("Shift+", "⇧ ")
        .replace("ArrowUp", "↑")
        .replace("ArrowDown", "↓")
        .replace("Escape", "Esc")
        .replace("Delete", "Del")
        .replace(/^(⌘ |Ctrl )(⇧ )?(\w)$/, (_, mod, shift = "", letter: string) => `${mod}${shift}${letter.toUpperCase()}`),
    )
    .join(" ");
}
