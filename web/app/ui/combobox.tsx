// An input with a list of options, by the ARIA pattern: arrows move, Enter chooses, Escape closes; the input keeps the focus.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface ComboboxProps<Item> {
  value: string;
  onInput: (value: string) => void;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  show: (item: Item) => ComponentChildren;
  onChoose: (item: Item) => void;
  /** Accessible name of the list. */
  listLabel: string;
  /** Whether Enter chooses the first option without an arrow key; otherwise Enter submits the form. */
  takesFirst?: boolean;
  /** Open from the start and never closed. */
  alwaysOpen?: boolean;
  input?: {
    id?: string;
    name?: string;
    class?: string;
    placeholder?: string;
    autoFocus?: boolean;
    maxLength?: number;
    "aria-label"?: string;
    "aria-invalid"?: "true";
    "aria-describedby"?: string;
  };
}

export function Combobox<Item>({ value, items, takesFirst = false, alwaysOpen = false, ...props }: ComboboxProps<Item>) {
  const { keyOf, show, onChoose, onInput, listLabel, input } = props;
  const id = useId();
  const isOpen = useSignal(alwaysOpen);
  const at = useSignal(takesFirst ? 0 : -1);
  const field = useRef<HTMLInputElement>(null);
  const isListOpen = (alwaysOpen || isOpen.value) && items.length > 0;
  const active = Math.min(at.value, items.length - 1);
  const take = (item: Item) => {
    isOpen.value = alwaysOpen;
    at.value = takesFirst ? 0 : -1;
    onChoose(item);
    field.current?.focus();
  };
  const move = (count: number) => {
    isOpen.value = true;
    at.value = (active + count + items.length) % Math.max(1, items.length);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && isListOpen && active >= 0) take(items[active] as Item);
    else if (event.key === "Escape" && isListOpen && !alwaysOpen) isOpen.value = false;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="combobox">
      <input
        {...input}
        ref={field}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isListOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isListOpen && active >= 0 ? `${id}-${active}` : undefined}
        value={value}
        onInput={(event) => {
          isOpen.value = true;
          at.value = takesFirst ? 0 : -1;
          onInput(event.currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={() => (isOpen.value = alwaysOpen)}
      />
      <div id={`${id}-list`} role="listbox" aria-label={listLabel} class="choices" hidden={!isListOpen}>
        {isListOpen &&
          items.map((item, index) => (
            <Choice key={keyOf(item)} id={`${id}-${index}`} aria-selected={index === active} onTake={() => take(item)}>
              {show(item)}
            </Choice>
          ))}
      </div>
    </div>
  );
}

interface ChoiceProps {
  id: string;
  "aria-selected": boolean;
  onTake: () => void;
  children: ComponentChildren;
}

function Choice({ onTake, ...option }: ChoiceProps) {
  return (
    // The input handles all keys, because it keeps the focus.
    <div
      {...option}
      role="option"
      tabIndex={-1}
      onMouseDown={(event) => {
        event.preventDefault();
        onTake();
      }}
    />
  );
}
