// The service cannot know the reader's time zone, so the script sets the dial to the reader's own day.
import { dialDashes, monthDayOf } from "../rules/month_dial.ts";

export function setDial(): void {
  const dial = document.querySelector<HTMLElement>(".dial");
  const caption = dial?.querySelector("p");
  if (!dial || !caption) return;
  const now = new Date();
  const { day, days } = monthDayOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
  const text = dial.dataset.caption?.replace("{day}", String(day)).replace("{days}", String(days)) ?? "";
  if (caption.textContent === text) return;
  caption.textContent = text;
  for (const [name, dashes] of Object.entries(dialDashes({ day, days }))) {
    const ring = dial.querySelector(`.${name}`);
    ring?.setAttribute("pathLength", String(days));
    ring?.setAttribute("stroke-dasharray", dashes);
  }
}
