// A sheet follows a finger that moves down, and closes if it moved far enough.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isOwn } from "./dialog.tsx";

const FAR_PX = 96;
/** Less may be a tap. */
const SLOP_PX = 8;

/** `close` says whether the sheet closes; if not, it moves back. */
export function useSwipeDown(sheet: RefObject<HTMLElement | null>, close: () => boolean): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const { current } = sheet;
    if (!current) return;
    let start: Touch | undefined;
    let movesBy = 0;
    const begin = (event: TouchEvent) => {
      const { touches, target } = event;
      const isFree = touches.length === 1 && isOwn(event, current) && !isField(target) && !isScrolled(target as Element, current);
      start = isFree ? touches[0] : undefined;
      movesBy = 0;
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!start || !touch) return;
      const [x, y] = [Math.abs(touch.clientX - start.clientX), touch.clientY - start.clientY];
      if (movesBy === 0 && (y < SLOP_PX || x > y)) {
        // Sideways or up is no swipe: the browser scrolls.
        if (Math.max(x, -y) > SLOP_PX) start = undefined;
        return;
      }
      event.preventDefault();
      movesBy = Math.max(1, y);
      current.style.transform = `translateY(${movesBy}px)`;
    };
    const end = () => {
      const isFar = movesBy > FAR_PX;
      start = undefined;
      movesBy = 0;
      if (!isFar || !latest.current()) current.style.transform = "";
    };
    current.addEventListener("touchstart", begin, { passive: true });
    current.addEventListener("touchmove", move, { passive: false });
    for (const kind of ["touchend", "touchcancel"]) current.addEventListener(kind, end);
    return () => {
      current.removeEventListener("touchstart", begin);
      current.removeEventListener("touchmove", move);
      for (const kind of ["touchend", "touchcancel"]) current.removeEventListener(kind, end);
    };
  }, []);
}

/** Selecting text is no swipe. */
const isField = (target: EventTarget | null) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Whether something around the finger can still be scrolled up. */
function isScrolled(target: Element, sheet: Element): boolean {
  for (let each: Element | null = target; each; each = each === sheet ? null : each.parentElement)
    if (each.scrollTop > 0) return true;
  return false;
}
