// A filter chip: its menu offers values; an active one is tinted and has a button that clears it.

import { Icon } from "./icon.tsx";
import type { MenuItem } from "./menu.tsx";
import { MenuButton } from "./menu.tsx";

interface ChipProps {
  /** What it filters by. */
  label: string;
  /** The chosen value; undefined if the filter is off. */
  value?: string | undefined;
  /** The values to choose from, or what opens them. */
  choices: readonly MenuItem[] | (() => void);
  /** The address without this filter, and the name of the link to it. */
  clear: { href: string; label: string };
}

export function Chip({ label, value, choices, clear }: ChipProps) {
  const name = value === undefined ? undefined : `${label}: ${value}`;
  const content = (
    <>
      <span>{value ?? label}</span>
      {value === undefined && <Icon name="down" />}
    </>
  );
  const button =
    typeof choices === "function" ? (
      <button type="button" aria-haspopup="dialog" aria-label={name} onClick={choices}>
        {content}
      </button>
    ) : (
      <MenuButton label={label} items={choices} {...(name && { name })}>
        {content}
      </MenuButton>
    );
  return (
    <span class={value === undefined ? "chip" : "chip active"}>
      {button}
      {value !== undefined && (
        <a href={clear.href} aria-label={clear.label}>
          <Icon name="close" />
        </a>
      )}
    </span>
  );
}
