// A long list of rows with known, mixed heights: only those near the screen are in the document. The page scrolls, not the list.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, HTMLAttributes, VNode } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { drawnRows, type Margins, ON_SCREEN, type RowRange, rowTops, visibleRows } from "../rules/visible_rows.ts";
import { noteScroll } from "./fast_scroll.ts";
import { nextFrame } from "./timing.ts";

/** Attributes that `show` has to set on the element of its row. */
export interface RowPlace {
  "data-row": number;
  style: { position: "absolute"; top: string; left: string; right: string; height: string };
}

interface VirtualRowsProps<Item> {
  /** Rows of all kinds in one list, such as days and their transactions. */
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** In pixels of the usual text size; a larger text size enlarges rows. */
  heightOf: (item: Item, index: number) => number;
  show: (item: Item, place: RowPlace, index: number) => ComponentChildren;
  /** Key of a row that is drawn wherever the page is scrolled to, such as the current one. */
  always?: string | number | undefined;
  /** Attributes of the element around the rows. */
  list?: Omit<HTMLAttributes<HTMLDivElement>, "ref" | "style" | "onFocusIn">;
}

export function VirtualRows<Item>({ items, keyOf, heightOf, show, always, list }: VirtualRowsProps<Item>) {
  const around = useRef<HTMLDivElement>(null);
  const scale = useSignal(rootScale());
  // A row that scrolls out of view stays drawn while it has the focus, and gets it back from a dialog.
  const focused = useSignal<string | number | undefined>(undefined);
  const heights = useMemo(() => items.map(heightOf), [items, heightOf]);
  const tops = useMemo(() => rowTops(heights, scale.value), [heights, scale.value]);
  const range = useSignal<RowRange>(visibleRows(tops, { top: 0, bottom: innerHeight }, undefined, ON_SCREEN));
  const drawVisible = (margins?: Margins) => {
    const top = -(around.current as HTMLDivElement).getBoundingClientRect().top;
    scale.value = rootScale();
    range.value = visibleRows(tops, { top, bottom: top + innerHeight }, range.peek(), margins);
  };
  useLayoutEffect(() => {
    drawVisible(ON_SCREEN);
    const measure = () => drawVisible();
    let last = scrollY;
    const onScroll = () => {
      noteScroll(scrollY - last);
      last = scrollY;
      measure();
    };
    // What stands above the list may change its height without a scroll. The first look of it draws what is around the screen.
    const watch = new ResizeObserver(measure);
    const over = new AbortController();
    void nextFrame().then(() => over.signal.aborted || watch.observe(document.body));
    addEventListener("scroll", onScroll, { passive: true, signal: over.signal });
    addEventListener("resize", measure, { signal: over.signal });
    return () => {
      over.abort();
      watch.disconnect();
    };
  }, [tops]);
  // Rows are moved in the document when others come or go, and the browser takes the focus from what is moved.
  const before = around.current?.contains(document.activeElement) ? (document.activeElement as HTMLElement) : undefined;
  useLayoutEffect(() => {
    if (before?.isConnected && document.activeElement === document.body) before.focus({ preventScroll: true });
  });
  const drawRow = (index: number) => {
    const [top, next] = [tops[index] as number, tops[index + 1] as number];
    const style = { position: "absolute", top: `${top}px`, left: "0", right: "0", height: `${next - top}px` } as const;
    const item = items[index] as Item;
    return <DrawnRow key={keyOf(item)} draw={() => show(item, { "data-row": index, style }, index)} />;
  };
  const indexOf = (key: string | number | undefined) => (key === undefined ? -1 : items.findIndex((each) => keyOf(each) === key));
  // Rows that stay are the same objects, which Preact does not draw again while the list scrolls.
  const earlier = useRef({ items, tops, show, rows: new Map<number, VNode>() });
  const isSame = earlier.current.items === items && earlier.current.tops === tops && earlier.current.show === show;
  const kept = isSame ? earlier.current.rows : new Map<number, VNode>();
  const drawn = drawnRows(range.value, [indexOf(always), indexOf(focused.value)], items.length);
  const rows = new Map(drawn.map((index) => [index, kept.get(index) ?? drawRow(index)]));
  earlier.current = { items, tops, show, rows };
  return (
    <div
      {...list}
      ref={around}
      style={{ position: "relative", height: `${tops.at(-1)}px` }}
      onFocusIn={({ target }) => {
        const row = (target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset.row;
        const item = row === undefined ? undefined : items[Number(row)];
        focused.value = item && keyOf(item);
      }}
    >
      {[...rows.values()]}
    </div>
  );
}

/** Signals that `show` reads draw this row again, and no other. */
const DrawnRow = ({ draw }: { draw: () => ComponentChildren }) => <>{draw()}</>;

const rootScale = () => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
