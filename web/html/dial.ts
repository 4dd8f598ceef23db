// The picture beside hosted pages: the door of a safe, whose ring is the month. Its colours follow from the brand's.
import { dialDashes, monthDayOf } from "../app/rules/month_dial.ts";
import type { Words } from "../language/words.ts";
import { html, type Markup } from "./html.ts";

/** Until the script knows the reader's own, the day where most readers are. */
const TIME_ZONE = "America/Sao_Paulo";

/** Decoration: screen readers skip it. */
export function monthDial({ monthDay }: Words, now: Date): Markup {
  const [year = 0, month = 0, day = 0] = new Intl.DateTimeFormat("en-CA", { timeZone: TIME_ZONE })
    .format(now)
    .split("-")
    .map(Number);
  const { days } = monthDayOf(year, month, day);
  const { all, lit, today } = dialDashes({ day, days });
  const ring = (name: string, dashes: string) =>
    html`<circle class="${name}" r="62" pathLength="${days}" stroke-dasharray="${dashes}" transform="rotate(-90)"/>`;
  return html`<aside class="dial" aria-hidden="true" data-caption="${monthDay("{day}", "{days}")}">
<svg viewBox="-82 -82 164 164" fill="none">
<circle class="scale" r="77" pathLength="720" stroke-dasharray="1 5" stroke-dashoffset="0.5"/>
<circle class="hours" r="76" pathLength="720" stroke-dasharray="1 59" stroke-dashoffset="0.5"/>
${ring("all", all)}
${ring("lit", lit)}
${ring("today", today)}
<circle class="door" r="45"/><circle class="rim" r="41.5"/>
<g class="wheel"><circle r="23"/><path d="M0-32V32M-27.7-16 27.7 16M-27.7 16 27.7-16"/></g>
<circle class="hub" r="7.5"/><circle class="pin" r="2"/>
</svg>
<p>${monthDay(String(day), String(days))}</p>
</aside>`;
}
