// The axes of charts: round amounts at the side, days or months below, and the zero line.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { shortCents } from "../rules/round_money.ts";
import { position, type Scale } from "../rules/scale.ts";
import type { Size } from "./chart.tsx";

/** Pixels that the axes take from the plot. */
export const LEFT = 54;
export const RIGHT = 10;
export const TOP = 10;
export const BOTTOM = 26;

export const yOf = (cents: number, scale: Scale, { height }: Size) => position(cents, scale, height - BOTTOM, TOP);

export function AmountAxis({ scale, size }: { scale: Scale; size: Size }) {
  const store = useStore();
  return (
    <g class="axis">
      {scale.ticks.map((cents) => (
        <g key={cents}>
          <line
            class={cents === 0 ? "zero" : undefined}
            x1={LEFT}
            x2={size.width - RIGHT}
            y1={yOf(cents, scale, size)}
            y2={yOf(cents, scale, size)}
          />
          <text x={LEFT - 8} y={yOf(cents, scale, size)} dy="0.32em" text-anchor="end">
            {store.amountsHidden.value ? "•••" : shortCents(cents, language)}
          </text>
        </g>
      ))}
    </g>
  );
}

export function TimeAxis({ labels, size }: { labels: readonly { x: number; text: string }[]; size: Size }) {
  return (
    <g class="axis">
      {labels.map(({ x, text }) => (
        <text
          key={`${x}${text}`}
          x={x}
          y={size.height - 6}
          text-anchor={x > size.width - 30 ? "end" : x < LEFT + 12 ? "start" : "middle"}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
