// The frame of a chart: name, sentence, selected mark, drawing and table. Arrow keys and pointers select a mark; focus uses a roving tabindex.
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { route } from "../shell/router.ts";
import { chartWords } from "./words.ts";

export interface Mark {
  /** Text of the mark, also for screen readers. */
  label: string;
  /** Address that the mark links to. */
  href?: string | undefined;
}

export interface Size {
  width: number;
  height: number;
}

interface ChartProps {
  name: string;
  sentence: string;
  /** "Why?" of the figures in the sentence. */
  why?: ComponentChildren;
  marks: readonly Mark[];
  /** Index of the mark selected at first. */
  initial?: number;
  height?: number;
  xOf: (mark: number, size: Size) => number;
  draw: (size: Size) => ComponentChildren;
  legend?: ComponentChildren;
  /** The same figures as a table, below the drawing. */
  table: ComponentChildren;
}

export function Chart({ name, sentence, why, marks, initial = 0, height = 220, xOf, draw, legend, table }: ChartProps) {
  const id = useId();
  const plot = useRef<HTMLDivElement>(null);
  const size = { width: useWidth(plot), height };
  const chosen = useChosenMark(initial, marks.length);
  const at = Math.min(chosen.value, marks.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, at, marks.length);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    chosen.value = next;
    plot.current?.querySelectorAll<SVGGElement>(".mark")[next]?.focus();
  };
  const point = (event: PointerEvent) => {
    const x = event.clientX - (plot.current?.getBoundingClientRect().left ?? 0);
    chosen.value = nearest(marks.length, (mark) => xOf(mark, size), x);
  };
  const { href, label } = marks[at] ?? {};
  return (
    <figure class="chart" aria-labelledby={`${id}-name`}>
      <figcaption>
        <h2 id={`${id}-name`}>{name}</h2>
        <p class="sentence">
          {sentence} {why}
        </p>
      </figcaption>
      {legend}
      <div class="plot" ref={plot} style={{ blockSize: `${height}px` }}>
        {size.width > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
          <svg
            {...size}
            viewBox={`0 0 ${size.width} ${size.height}`}
            role="group"
            aria-label={`${name}. ${chartWords.keys}`}
            onKeyDown={onKeyDown}
            onPointerMove={point}
            onPointerDown={point}
            {...(href && { class: "leads", onClick: () => route(href) })}
          >
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus; the marks say what it shows */}
            <g aria-hidden="true">{draw(size)}</g>
            {marks.map((mark, index) => (
              <FocusLine
                key={mark.label}
                mark={mark}
                x={xOf(index, size)}
                height={height}
                isChosen={index === at}
                onChoose={() => (chosen.value = index)}
              />
            ))}
          </svg>
        )}
      </div>
      <p class="readout" aria-hidden="true">
        {label}
      </p>
      {table}
    </figure>
  );
}

interface FocusLineProps {
  mark: Mark;
  x: number;
  height: number;
  isChosen: boolean;
  onChoose: () => void;
}

/** A focusable line through the chart; `draw` paints the value that it describes. */
function FocusLine({ mark, x, height, isChosen, onChoose }: FocusLineProps) {
  const { label, href } = mark;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, of two
    <g
      class={isChosen ? "mark chosen" : "mark"}
      role={href ? "link" : "img"}
      aria-label={label}
      tabIndex={isChosen ? 0 : -1}
      onFocus={onChoose}
      onKeyDown={(event) => {
        if (event.key === "Enter" && href) route(href);
      }}
    >
      <line x1={x} x2={x} y1={0} y2={height - 22} />
    </g>
  );
}

/** Begins anew when there are other marks. */
export function useChosenMark(initial: number, count: number): Signal<number> {
  const chosen = useSignal(initial);
  useEffect(() => {
    chosen.value = initial;
  }, [initial, count]);
  return chosen;
}

function stepOf(key: string, at: number, count: number): number | undefined {
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 };
  const next = steps[key];
  return next === undefined || next < 0 || next >= count ? undefined : next;
}

function nearest(count: number, xOf: (mark: number) => number, x: number): number {
  let best = 0;
  for (let mark = 1; mark < count; mark++) if (Math.abs(xOf(mark) - x) < Math.abs(xOf(best) - x)) best = mark;
  return best;
}

/** Width of an element, kept current; 0 until it is measured. */
export function useWidth(element: { current: HTMLElement | null }): number {
  const width = useSignal(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => (width.value = Math.floor(measured.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width.value;
}
