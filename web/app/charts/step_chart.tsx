// A balance by day, as steps: the area below zero is filled and today is marked.
import { useId } from "preact/hooks";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { amountText } from "../ledger/amount_text.ts";
import type { BalancePoint } from "../rules/balance_points.ts";
import { dayName, shortDay } from "../rules/day_names.ts";
import { addDays, daysBetween } from "../rules/days.ts";
import { labelled, type Point, position, scaleOf, stepArea, stepPath } from "../rules/scale.ts";
import { AmountAxis, LEFT, RIGHT, TimeAxis, TOP, yOf } from "./axes.tsx";
import { Chart, type Size } from "./chart.tsx";
import { chartWords } from "./words.ts";

interface StepChartProps {
  name: string;
  sentence: string;
  /** Oldest first. Expected points are dashed. */
  points: readonly BalancePoint[];
  /** Index of the point that gets a dot. */
  lowest: number;
  /** A second line for comparison, such as the forecast without what-if rows: one value for each point. */
  other?: { name: string; cents: readonly number[] } | undefined;
  height?: number;
}

export function StepChart({ name, sentence, points, lowest, other, height = 220 }: StepChartProps) {
  const store = useStore();
  const id = useId();
  const scale = scaleOf([...points.map(({ balance_cents: cents }) => cents), ...(other?.cents ?? [])], 4);
  const first = points[0]?.date ?? "";
  const lastDay = daysBetween(first, points.at(-1)?.date ?? first);
  const xOfDay = (day: number, { width }: Size) => position(day, { least: 0, most: Math.max(1, lastDay) }, LEFT, width - RIGHT);
  const x = (index: number, size: Size) => xOfDay(daysBetween(first, points[index]?.date ?? first), size);
  const placed = (cents: readonly number[], size: Size): Point[] =>
    cents.map((each, index) => [x(index, size), yOf(each, scale, size)]);
  const now = points.findIndex(({ when }) => when === "now");
  const drawnPoints = points.flatMap((point, index) =>
    [0, now, lowest, points.length - 1].includes(index) || point.balance_cents !== points[index - 1]?.balance_cents
      ? [index]
      : [],
  );
  const nameOf = (index: number) => {
    const { date, when } = points[index] as BalancePoint;
    const which = { past: "", now: `, ${chartWords.today}`, expected: `, ${chartWords.expected}` }[when];
    return `${dayName(date, language)}${which}`;
  };
  const draw = (size: Size) => {
    const line = placed(
      points.map(({ balance_cents: cents }) => cents),
      size,
    );
    const zero = yOf(0, scale, size);
    const happened = points.filter(({ when }) => when !== "expected").length;
    const lowestPoint = line[lowest];
    return (
      <>
        <defs>
          <clipPath id={`${id}-below`}>
            <rect x={0} y={zero} width={size.width} height={Math.max(0, size.height - zero)} />
          </clipPath>
          <pattern id={`${id}-hatch`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="hatch" width={2} height={6} />
          </pattern>
        </defs>
        <path class="under" d={stepArea(line, zero)} />
        <path d={stepArea(line, zero)} clip-path={`url(#${id}-below)`} fill={`url(#${id}-hatch)`} />
        <AmountAxis scale={scale} size={size} />
        <TimeAxis
          size={size}
          labels={labelled(lastDay + 1, size.width - LEFT, 64).map((day) => ({
            x: xOfDay(day, size),
            text: shortDay(addDays(first, day), language),
          }))}
        />
        {now >= 0 && <Today x={x(now, size)} size={size} />}
        {other && <path class="line other" d={stepPath(placed(other.cents, size))} />}
        <path class="line" d={stepPath(line.slice(0, happened))} />
        <path class="line expected" d={stepPath(line.slice(Math.max(0, happened - 1)))} />
        {lowestPoint && <circle class="lowest" cx={lowestPoint[0]} cy={lowestPoint[1]} r={5} />}
      </>
    );
  };
  return (
    <Chart
      name={name}
      sentence={sentence}
      height={height}
      initial={Math.max(0, drawnPoints.indexOf(now >= 0 ? now : lowest))}
      marks={drawnPoints.map((index) => ({ label: `${nameOf(index)}: ${amountText(store, points[index]?.balance_cents ?? 0)}` }))}
      xOf={(mark, size) => x(drawnPoints[mark] ?? 0, size)}
      draw={draw}
      legend={
        other && (
          <ul class="legend" aria-hidden="true">
            <li>
              <i class="swatch line" /> {chartWords.balance}
            </li>
            <li>
              <i class="swatch other" /> {other.name}
            </li>
          </ul>
        )
      }
      table={{
        head: [chartWords.day, chartWords.balance, ...(other ? [other.name] : [])],
        rows: drawnPoints.map((index) => [
          nameOf(index),
          points[index]?.balance_cents ?? 0,
          ...(other ? [other.cents[index] ?? 0] : []),
        ]),
      }}
    />
  );
}

/** A line through the chart with its label. */
function Today({ x, size }: { x: number; size: Size }) {
  const isFarRight = x > size.width - 60;
  return (
    <g class="today">
      <line x1={x} x2={x} y1={0} y2={size.height - 22} />
      <text x={isFarRight ? x - 4 : x + 4} y={TOP - 1} text-anchor={isFarRight ? "end" : "start"}>
        {chartWords.today}
      </text>
    </g>
  );
}
