// An icon of the sprite that web writes into the page.
import type { IconName } from "../rules/icons.ts";

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
