// Bars by month: one or two columns for each, stacked from parts, with a line of their sum.
import { useId } from "preact/hooks";
import { amountText } from "../ledger/amount_text.ts";
import { labelled, linePath, scaleOf, stack } from "../rules/scale.ts";
import { AmountAxis, LEFT, RIGHT, TimeAxis, yOf } from "./axes.tsx";
import { Chart, type Size } from "./chart.tsx";

/** How a part looks: a colour, and a texture that repeats it. */
export type Look = "in" | "out" | "card" | "worth" | "in-expected" | "out-expected" | "card-expected";

export interface Part {
  name: string;
  look: Look;
  /** 0, or 1 for the second of each month. */
  column: 0 | 1;
  cents: readonly number[];
}

export interface Group {
  /** Below the axis. */
  short: string;
  name: string;
  href?: string | undefined;
}

interface BarChartProps {
  name: string;
  sentence: string;
  /** Heading of the table's first column. */
  head: string;
  groups: readonly Group[];
  parts: readonly Part[];
  line: { name: string; cents: readonly number[] };
  /** Index of the mark selected at first; the last by default. */
  initial?: number;
  height?: number;
}

export function BarChart({
  name,
  sentence,
  head,
  groups,
  parts,
  line,
  initial = groups.length - 1,
  height = 260,
}: BarChartProps) {
  const id = useId();
  const columns = Math.max(...parts.map(({ column }) => column)) + 1;
  const stacked = groups.map((_, group) =>
    [0, 1].map((column) => {
      const own = parts.filter((part) => part.column === column);
      return stack(own.map(({ cents }) => cents[group] ?? 0)).map((reach, index) => ({ ...reach, part: own[index] as Part }));
    }),
  );
  const sums = groups.map((_, group) => parts.reduce((sum, { cents }) => sum + (cents[group] ?? 0), 0));
  // The line is left out where it would only repeat the tops of single columns.
  const hasLine =
    columns > 1 ||
    parts.some(({ cents }) => cents.some((each) => each < 0)) ||
    line.cents.some((each, group) => each !== sums[group]);
  const scale = scaleOf([...stacked.flat(2).flatMap(({ from, to }) => [from, to]), ...line.cents], 4);
  const room = ({ width }: Size) => (width - LEFT - RIGHT) / groups.length;
  const middle = (group: number, size: Size) => LEFT + room(size) * (group + 0.5);
  const draw = (size: Size) => {
    const wide = Math.min(34, (room(size) * 0.72) / columns);
    return (
      <>
        <Textures id={id} />
        <AmountAxis scale={scale} size={size} />
        <TimeAxis
          size={size}
          labels={labelled(groups.length, size.width - LEFT, 46).map((group) => ({
            x: middle(group, size),
            text: groups[group]?.short ?? "",
          }))}
        />
        {stacked.map((both, group) =>
          both.map((column, index) =>
            column.map(({ from, to, part }) => {
              const [top, bottom] = [yOf(Math.max(from, to), scale, size), yOf(Math.min(from, to), scale, size)];
              return (
                <rect
                  key={part.name + groups[group]?.name}
                  class={`bar ${part.look}`}
                  x={middle(group, size) + (index - columns / 2) * wide + 1}
                  y={top}
                  width={Math.max(1, wide - 2)}
                  height={bottom - top}
                  {...(TEXTURED.has(part.look) && { fill: `url(#${id}-${part.look})` })}
                />
              );
            }),
          ),
        )}
        {hasLine && (
          <path
            class="line result"
            d={linePath(line.cents.map((cents, group) => [middle(group, size), yOf(cents, scale, size)]))}
          />
        )}
        {hasLine &&
          line.cents.map((cents, group) => (
            <circle key={groups[group]?.name} class="result" cx={middle(group, size)} cy={yOf(cents, scale, size)} r={3} />
          ))}
      </>
    );
  };
  const valuesText = (group: number) =>
    [...parts.filter(({ cents }) => cents[group]), line]
      .map((each) => `${each.name} ${amountText(each.cents[group] ?? 0)}`)
      .join(" · ");
  return (
    <Chart
      name={name}
      sentence={sentence}
      height={height}
      initial={initial}
      marks={groups.map((group, index) => ({ label: `${group.name}: ${valuesText(index)}`, href: group.href }))}
      xOf={middle}
      draw={draw}
      legend={
        <ul class="legend" aria-hidden="true">
          {parts.map((part) => (
            <li key={part.name}>
              <i class={`swatch ${part.look}`} /> {part.name}
            </li>
          ))}
          {hasLine && (
            <li>
              <i class="swatch line" /> {line.name}
            </li>
          )}
        </ul>
      }
      table={{
        head: [head, ...parts.map((part) => part.name), line.name],
        rows: groups.map((group, index) => [group.name, ...[...parts, line].map((each) => each.cents[index] ?? 0)]),
      }}
    />
  );
}

const TEXTURED = new Set<Look>(["out", "card", "out-expected", "card-expected"]);

function Textures({ id }: { id: string }) {
  return (
    <defs>
      {[...TEXTURED].map((look) => (
        <pattern
          key={look}
          id={`${id}-${look}`}
          class={`texture ${look}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform={look.startsWith("out") ? "rotate(45)" : undefined}
        >
          <rect class="ground" width={6} height={6} />
          {look.startsWith("out") ? <rect width={3} height={6} /> : <circle cx={3} cy={3} r={1.6} />}
        </pattern>
      ))}
    </defs>
  );
}
