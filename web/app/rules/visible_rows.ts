// Which rows of a long list are drawn, from their heights and the part of the list on the screen.

/** Lists up to this length are drawn whole, so that find in page sees every row. */
export const MOST_WHOLE_ROWS = 200;

/** Rows `start` up to, but without, `end`. */
export interface RowRange {
  start: number;
  end: number;
}

/** The part of the list on the screen, in pixels from the top of the list. */
export interface RowView {
  top: number;
  bottom: number;
}

/** Pixels drawn around the view. */
export interface Margins {
  /** A range is replaced when less than this is drawn. */
  least: number;
  /** Drawn in a new range. */
  usual: number;
}

/** Nearly the same, so that each frame of a scroll draws few rows. */
const SCROLLING: Margins = { least: 560, usual: 600 };
/** For the first look at a list: nothing is drawn that is not seen. */
export const ON_SCREEN: Margins = { least: 0, usual: 0 };

/** Top of each row, in pixels; after the last row, the height of the list. */
export function rowTops(heights: readonly number[], scale = 1): number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) as number) + height * scale);
  return tops;
}

/** The row at this distance from the top; the first or last one outside of the list. */
export function rowAt(tops: readonly number[], distance: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] as number) <= distance) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The current range while it covers the view, so that most scrolling draws nothing; else a new one. */
export function visibleRows(
  tops: readonly number[],
  view: RowView,
  current?: RowRange,
  { least: leastAround, usual }: Margins = SCROLLING,
): RowRange {
  if (tops.length <= MOST_WHOLE_ROWS + 1) return { start: 0, end: tops.length - 1 };
  const least = rowsAround(tops, view, leastAround);
  const isCovered = current && current.start <= least.start && current.end >= least.end && current.end < tops.length;
  return isCovered ? current : rowsAround(tops, view, usual);
}

/** The rows of the range and those that are always drawn, in the order of the list. */
export function drawnRows({ start, end }: RowRange, always: readonly number[], count: number): number[] {
  const inside = Array.from({ length: Math.max(0, Math.min(end, count) - start) }, (_, index) => start + index);
  const outside = always.filter((index) => index >= 0 && index < count && (index < start || index >= end));
  return [...new Set([...inside, ...outside])].sort((one, other) => one - other);
}

const rowsAround = (tops: readonly number[], { top, bottom }: RowView, around: number): RowRange => ({
  start: rowAt(tops, top - around),
  end: rowAt(tops, bottom + around) + 1,
});
