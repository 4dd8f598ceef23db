// Keys by name: `n`, `Shift+ArrowDown`, `Mod+z`; Mod is Ctrl, or Command on a Mac.

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Undefined for what belongs to the browser or to another alphabet's way of typing. */
export function nameOfKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (altKey || /^(Shift|Control|Meta|Dead|AltGraph|Process|Unidentified)$/.test(key)) return undefined;
  const isMod = ctrlKey || metaKey;
  const isLetter = /^\p{L}$/u.test(key);
  // Of signs such as `?` the key itself says that it was typed with Shift.
  const hasShift = shiftKey && (isLetter || key.length > 1 || key === " ");
  return `${isMod ? "Mod+" : ""}${hasShift ? "Shift+" : ""}${isLetter ? key.toLowerCase() : key}`;
}

/** Single characters can be switched off (WCAG 2.1.4): people who speak to their computer would press them all the time. */
export const isCharacter = (name: string) => [...(name.split(" ")[0] ?? "")].length === 1 && name !== " ";

export interface Key {
  /** Any of these; `g i` is one after the other. */
  on: readonly string[];
  what: string;
  /** In the list of keys, where they are too many to name. */
  label?: string;
  /** With the one that was pressed. */
  run: (name: string) => void;
}

/** What is typed into keeps its keys; boxes are ticked, and buttons pressed. */
export const isTextInput = (tag: string, type: string) =>
  tag === "INPUT" ? !/^(checkbox|button|submit|reset|file|color)$/.test(type) : tag === "SELECT" || tag === "TEXTAREA";

/** What has the focus is pressed by its own keys. */
export function isOwnKey(tag: string, type: string, name: string): boolean {
  if (name === "Enter") return /^(BUTTON|A|SUMMARY)$/.test(tag);
  return name === " " && (/^(BUTTON|SUMMARY)$/.test(tag) || (tag === "INPUT" && type === "checkbox"));
}

/** Where Escape leads where there is no way back: from one of a list to the list. */
export function parentOf(path: string): string | undefined {
  const [, list] = /^(\/transactions|\/accounts|\/credit_cards|\/imports|\/settings)\/[^/]/.exec(path) ?? [];
  return list;
}

/** The last that was added wins: a screen before the app. `first` is the key before, where it began something. */
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

/** As it stands on the keys. */
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
