// A menu, by the ARIA pattern: arrows, Home, End and typed letters move, Enter chooses, Escape closes. It opens at a button or at the pointer.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { IconName } from "../rules/icons.ts";
import { plainText } from "../rules/plain_text.ts";
import { Icon } from "./icon.tsx";

export interface MenuItem {
  label: string;
  /** Shown in place of the label; it is then the accessible name too. */
  content?: ComponentChildren;
  icon?: IconName;
  /** Shown at its end, such as a key. */
  hint?: string;
  /** Given for one choice among several. */
  isChecked?: boolean;
  /** Whether a line divides it from the item before. */
  isDivided?: boolean;
  destroys?: boolean;
  /** An address, or what choosing it does. */
  go: string | (() => void);
}

/** Where a menu opens, in pixels of the window: below, or above if there is more room. */
export interface MenuPlace {
  left: number;
  top: number;
  bottom: number;
}

export const placeAtPointer = ({ clientX, clientY }: MouseEvent): MenuPlace => ({ left: clientX, top: clientY, bottom: clientY });

export function placeBelow(element: Element): MenuPlace {
  const { left, top, bottom } = element.getBoundingClientRect();
  return { left, top: top - GAP, bottom: bottom + GAP };
}

interface MenuProps {
  /** Accessible name. */
  label: string;
  items: readonly MenuItem[];
  place: MenuPlace;
  onClose: () => void;
  id?: string;
}

const GAP = 4;
const MARGIN = 8;
/** Letters typed within this time belong together. */
const TYPING_MS = 700;

export function Menu({ label, items, place, onClose, id }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const typed = useRef({ text: "", at: 0 });
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  const close = () => {
    (opener.current as HTMLElement | null)?.focus?.({ preventScroll: true });
    onClose();
  };
  useLayoutEffect(() => {
    const element = menu.current as HTMLDivElement;
    opener.current = document.activeElement;
    element.showPopover();
    const { offsetWidth: width, offsetHeight: height } = element;
    const fitsBelow = place.bottom + height + MARGIN <= innerHeight;
    element.style.left = `${Math.max(MARGIN, Math.min(place.left, innerWidth - width - MARGIN))}px`;
    element.style.top = `${Math.max(MARGIN, fitsBelow ? place.bottom : Math.min(place.top - height, innerHeight - height - MARGIN))}px`;
    (element.querySelector<HTMLElement>("[aria-checked=true]") ?? entries()[0] ?? element).focus({ preventScroll: true });
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) onClose();
    };
    for (const kind of ["pointerdown", "wheel", "resize"]) addEventListener(kind, leave, { passive: true });
    return () => {
      for (const kind of ["pointerdown", "wheel", "resize"]) removeEventListener(kind, leave);
    };
  }, []);
  const press = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = nextByKey(event.key, at, all.length) ?? nextByLetter(event, all, at, typed.current);
    // Shortcuts of the screen behind it do not apply.
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (next === undefined) return;
    else all[next]?.focus();
    event.preventDefault();
  };
  const choose = ({ go }: MenuItem) => {
    close();
    if (typeof go === "function") go();
  };
  return (
    <div ref={menu} id={id} popover="manual" class="menu" role="menu" aria-label={label} tabIndex={-1} onKeyDown={press}>
      {items.map((item, index) => (
        <Entry key={`${index} ${item.label}`} item={item} onChoose={() => choose(item)} />
      ))}
    </div>
  );
}

function Entry({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  const { label, content: ownContent, icon, hint, isChecked, isDivided = false, destroys = false, go } = item;
  const props = {
    role: isChecked === undefined ? "menuitem" : "menuitemradio",
    "aria-checked": isChecked,
    tabIndex: -1,
    class: [isDivided && "divided", destroys && "destroys"].filter(Boolean).join(" ") || undefined,
    onClick: onChoose,
  } as const;
  const content = ownContent ?? (
    <>
      {isChecked === undefined ? icon && <Icon name={icon} /> : <span class="chosen">{isChecked && <Icon name="check" />}</span>}
      <span>{label}</span>
      {hint && <kbd>{hint}</kbd>}
    </>
  );
  return typeof go === "string" ? (
    <a {...props} href={go}>
      {content}
    </a>
  ) : (
    <button {...props} type="button">
      {content}
    </button>
  );
}

function nextByKey(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/** The next item that begins with what was typed; a single letter again goes to the one after. */
function nextByLetter(
  { key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent,
  all: readonly HTMLElement[],
  at: number,
  typed: { text: string; at: number },
): number | undefined {
  if ([...key].length !== 1 || key === " " || ctrlKey || metaKey || altKey) return undefined;
  typed.text = timeStamp - typed.at < TYPING_MS && typed.text !== key ? typed.text + key : key;
  typed.at = timeStamp;
  const first = typed.text.length > 1 ? at : at + 1;
  const order = all.map((_, index) => (index + Math.max(0, first)) % all.length);
  return order.find((index) => plainText(all[index]?.textContent ?? "").startsWith(plainText(typed.text)));
}

interface MenuButtonProps {
  label: string;
  items: readonly MenuItem[];
  class?: string;
  /** Accessible name, if the content does not say enough. */
  name?: string;
  children: ComponentChildren;
}

export function MenuButton({ label, items, name, children, ...props }: MenuButtonProps) {
  const id = useId();
  const place = useSignal<MenuPlace | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const open = (isOpen: boolean) => {
    place.value = isOpen ? placeBelow(button.current as HTMLButtonElement) : undefined;
  };
  return (
    <>
      <button
        {...props}
        ref={button}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={place.value !== undefined}
        aria-controls={place.value && id}
        // The menu would close on pointerdown and open again on click.
        onPointerDown={(event) => place.value && event.stopPropagation()}
        onClick={() => open(place.value === undefined)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          event.stopPropagation();
          open(true);
        }}
      >
        {children}
      </button>
      {place.value && <Menu id={id} label={label} items={items} place={place.value} onClose={() => open(false)} />}
    </>
  );
}
