// While a long list is scrolled fast, new rows are drawn in brief and completed when it slows down, so that frames are not late.
import { signal, useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";

/** Between two frames: more than a row, so that nobody reads along. */
const FAST_PX = 60;
const CALM_MS = 100;

const isFast = signal(false);
let calm: ReturnType<typeof setTimeout> | undefined;

export function noteScroll(byPx: number): void {
  if (Math.abs(byPx) < FAST_PX) return;
  isFast.value = true;
  clearTimeout(calm);
  calm = setTimeout(() => (isFast.value = false), CALM_MS);
}

/** A row that was drawn whole stays so. */
export function useIsBrief(isInLongList: boolean): boolean {
  const wasWhole = useRef(!isInLongList);
  const isBrief = useComputed(() => !wasWhole.current && isFast.value).value;
  wasWhole.current ||= !isBrief;
  return isBrief;
}
