// A balance from day to day: a line that stays until the next day that changes it, and what lies below zero.
import { useId } from "preact/hooks";
import { dayName, shortDay } from "../rules/day_names.ts";
import { labelled, type Point, place, scaleOf, stepArea, stepPath } from "../rules/scale.ts";
import { spoken } from "../spoken.ts";
import { charts } from "../words/charts.ts";
import { language } from "../words.ts";
import { AmountAxis, LEFT, RIGHT, TimeAxis, yOf } from "./axes.tsx";
import { Chart, type Size } from "./chart.tsx";

export interface DayBalance {
  date: string;
  balance_cents: number;
}

interface StepChartProps {
  name: string;
  sentence: string;
  days: readonly DayBalance[];
  /** The first of so many days have happened; the rest is expected, and dashed. */
  realised?: number;
  /** Marked with a dot. */
  lowest?: string | undefined;
  /** For another line beside it, such as the one without what is tried out. */
  other?: { name: string; days: readonly DayBalance[] } | undefined;
  height?: number;
}

export function StepChart({ name, sentence, days, realised, lowest, other, height = 220 }: StepChartProps) {
  const id = useId();
  const scale = scaleOf(
    [...days, ...(other?.days ?? [])].map(({ balance_cents: cents }) => cents),
    4,
  );
  const x = (index: number, { width }: Size) =>
    place(index, { least: 0, most: Math.max(1, days.length - 1) }, LEFT, width - RIGHT);
  const pointsOf = (line: readonly DayBalance[], size: Size): Point[] =>
    line.map(({ balance_cents: cents }, index) => [x(index, size), yOf(cents, scale, size)]);
  const kept = days.flatMap((day, index) =>
    index === 0 || index === days.length - 1 || day.balance_cents !== days[index - 1]?.balance_cents ? [index] : [],
  );
  const lowestAt = kept.findIndex((index) => days[index]?.date === lowest);
  const draw = (size: Size) => {
    const points = pointsOf(days, size);
    const zero = yOf(0, scale, size);
    const [, lowestPoint] = [0, points[kept[lowestAt] ?? -1]];
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
        <path class="under" d={stepArea(points, zero)} />
        <path d={stepArea(points, zero)} clip-path={`url(#${id}-below)`} fill={`url(#${id}-hatch)`} />
        <AmountAxis scale={scale} size={size} />
        <TimeAxis
          size={size}
          labels={labelled(days.length, size.width - LEFT, 64).map((index) => ({
            x: x(index, size),
            text: shortDay(days[index]?.date ?? "", language),
          }))}
        />
        {other && <path class="line other" d={stepPath(pointsOf(other.days, size))} />}
        {realised !== undefined && <path class="line" d={stepPath(points.slice(0, realised))} />}
        <path
          class={realised === undefined ? "line" : "line expected"}
          d={stepPath(points.slice(Math.max(0, (realised ?? 0) - 1)))}
        />
        {lowestPoint && <circle class="lowest" cx={lowestPoint[0]} cy={lowestPoint[1]} r={5} />}
      </>
    );
  };
  return (
    <Chart
      name={name}
      sentence={sentence}
      height={height}
      initial={Math.max(0, lowestAt)}
      marks={kept.map((index) => ({
        label: `${dayName(days[index]?.date ?? "", language)}: ${spoken(days[index]?.balance_cents ?? 0)}`,
      }))}
      xOf={(mark, size) => x(kept[mark] ?? 0, size)}
      draw={draw}
      legend={
        other && (
          <ul class="legend" aria-hidden="true">
            <li>
              <i class="swatch line" /> {charts.balance}
            </li>
            <li>
              <i class="swatch other" /> {other.name}
            </li>
          </ul>
        )
      }
      twin={{
        head: [charts.day, charts.balance, ...(other ? [other.name] : [])],
        rows: kept.map((index) => [
          dayName(days[index]?.date ?? "", language),
          days[index]?.balance_cents ?? 0,
          ...(other ? [other.days[index]?.balance_cents ?? 0] : []),
        ]),
      }}
    />
  );
}
