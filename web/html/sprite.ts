// The icons of the app, once a page: `<use href="#icon-home">` shows one.
import { ICONS } from "../app/rules/icons.ts";
import { Markup } from "./html.ts";

const symbols = Object.entries(ICONS).map(([name, shape]) => `<symbol id="icon-${name}" viewBox="0 0 24 24">${shape}</symbol>`);

export const SPRITE = new Markup(`<svg width="0" height="0" class="sprite" aria-hidden="true">${symbols.join("")}</svg>`);
