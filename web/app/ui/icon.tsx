// An icon of the sprite that web writes into the page.
import type { IconName } from "../rules/icons.ts";

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}

/** Asks the page: finance may be newer than a stored page, and know icons that it does not have. */
export const isIcon = (name: string | undefined): name is IconName => document.getElementById(`icon-${name}`) !== null;
