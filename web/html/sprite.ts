// The icons of the app: the sprite, once a page, of which `<use href="#icon-home">` shows one; or one alone.
import { ICONS } from "../app/rules/icons.ts";
import { Markup } from "./html.ts";

const symbols = Object.entries(ICONS).map(([name, shape]) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${shape}</symbol>`);

export const SPRITE = new Markup(`<svg width="0" height="0" class="sprite" aria-hidden="true">${symbols.join("")}</svg>`);

/** One of them by itself, for a page without the sprite. */
export function icon(name: keyof typeof ICONS): Markup {
  return new Markup(`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${ICONS[name]}</svg>`);
}
