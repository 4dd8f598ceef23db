// A balance by day, as steps: the area below zero is filled and today is marked.
import type { ComponentChildren } from "preact";
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
import { ChartTableDetails } from "./chart_table.tsx";
import { chartWords } from "./words.ts";

interface StepChartProps {
  name: string;
  sentence: string;
  why?: ComponentChildren;
  /** Oldest first. Expected points are dashed. */
  points: readonly BalancePoint[];
  /** Index of the point that gets a dot. */
  lowest: number;
  /** A second line for comparison, such as the forecast without what-if rows: one value for each point. */
  other?: { name: string; cents: readonly number[] } | undefined;
  height?: number;
}

export function StepChart({ name, sentence, why, points, lowest, other, height = 220 }: StepChartProps) {
  const store = useStore();
  const plot = plotOf(points, other?.cents ?? []);
  const now = nowIn(points);
  const drawnPoints = points.flatMap((point, index) =>
    [0, now, lowest, points.length - 1].includes(index) || point.balance_cents !== points[index - 1]?.balance_cents
      ? [index]
      : [],
  );
  const nameOf = (index: number) => pointName(points[index] as BalancePoint);
  return (
    <Chart
      name={name}
      sentence={sentence}
      why={why}
      height={height}
      initial={Math.max(0, drawnPoints.indexOf(now >= 0 ? now : lowest))}
      marks={drawnPoints.map((index) => ({ label: `${nameOf(index)}: ${amountText(store, points[index]?.balance_cents ?? 0)}` }))}
      xOf={(mark, size) => plot.x(drawnPoints[mark] ?? 0, size)}
      draw={(size) => <Steps points={points} lowest={lowest} other={other?.cents} plot={plot} size={size} />}
      legend={other && <Legend other={other.name} />}
      table={
        <ChartTableDetails
          name={name}
          table={{
            head: [chartWords.day, chartWords.balance, ...(other ? [other.name] : [])],
            rows: drawnPoints.map((index) => [
              nameOf(index),
              points[index]?.balance_cents ?? 0,
              ...(other ? [other.cents[index] ?? 0] : []),
            ]),
          }}
        />
      }
    />
  );
}

const nowIn = (points: readonly BalancePoint[]) => points.findIndex(({ when }) => when === "now");

function pointName({ date, when }: BalancePoint): string {
  const which = { past: "", now: `, ${chartWords.today}`, expected: `, ${chartWords.expected}` }[when];
  return `${dayName(date, language)}${which}`;
}

/** Where days and amounts stand in a drawing of some size. */
function plotOf(points: readonly BalancePoint[], otherCents: readonly number[]) {
  const scale = scaleOf([...points.map(({ balance_cents: cents }) => cents), ...otherCents], 4);
  const first = points[0]?.date ?? "";
  const lastDay = daysBetween(first, points.at(-1)?.date ?? first);
  const xOfDay = (day: number, { width }: Size) => position(day, { least: 0, most: Math.max(1, lastDay) }, LEFT, width - RIGHT);
  const x = (index: number, size: Size) => xOfDay(daysBetween(first, points[index]?.date ?? first), size);
  const line = (cents: readonly number[], size: Size): Point[] =>
    cents.map((each, index) => [x(index, size), yOf(each, scale, size)]);
  const labels = (size: Size) =>
    labelled(lastDay + 1, size.width - LEFT, 64).map((day) => ({
      x: xOfDay(day, size),
      text: shortDay(addDays(first, day), language),
    }));
  return { scale, x, line, labels };
}

interface StepsProps {
  points: readonly BalancePoint[];
  lowest: number;
  other: readonly number[] | undefined;
  plot: ReturnType<typeof plotOf>;
  size: Size;
}

function Steps({ points, lowest, other, plot, size }: StepsProps) {
  const id = useId();
  const line = plot.line(
    points.map(({ balance_cents: cents }) => cents),
    size,
  );
  const zero = yOf(0, plot.scale, size);
  const happened = points.filter(({ when }) => when !== "expected").length;
  const now = nowIn(points);
  const lowestPoint = line[lowest];
  const lowestCents = points[lowest]?.balance_cents ?? 0;
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
      <AmountAxis scale={plot.scale} size={size} />
      <TimeAxis size={size} labels={plot.labels(size)} />
      {now >= 0 && <Today x={plot.x(now, size)} size={size} />}
      {other && <path class="line other" d={stepPath(plot.line(other, size))} />}
      <path class="line" d={stepPath(line.slice(0, happened))} />
      <path class="line expected" d={stepPath(line.slice(Math.max(0, happened - 1)))} />
      {lowestPoint && (
        <circle class={lowestCents < 0 ? "lowest below" : "lowest"} cx={lowestPoint[0]} cy={lowestPoint[1]} r={5} />
      )}
    </>
  );
}

function Legend({ other }: { other: string }) {
  return (
    <ul class="legend" aria-hidden="true">
      <li>
        <i class="swatch line" /> {chartWords.balance}
      </li>
      <li>
        <i class="swatch other" /> {other}
      </li>
    </ul>
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
