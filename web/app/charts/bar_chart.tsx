// Bars by month: one or two columns for each, stacked from parts, with a line of their sum.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useStore } from "../data/use_store.ts";
import { amountText } from "../ledger/amount_text.ts";
import { labelled, linePath, type Scale, scaleOf, stack } from "../rules/scale.ts";
import { AmountAxis, LEFT, RIGHT, TimeAxis, yOf } from "./axes.tsx";
import { Chart, type Size } from "./chart.tsx";
import { ChartTableDetails } from "./chart_table.tsx";

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
  why?: ComponentChildren;
  /** Heading of the table's first column. */
  head: string;
  groups: readonly Group[];
  parts: readonly Part[];
  line: { name: string; cents: readonly number[] };
  /** Index of the mark selected at first; the last by default. */
  initial?: number;
  height?: number;
}

export function BarChart(props: BarChartProps) {
  const store = useStore();
  const { name, sentence, why, head, groups, parts, line, initial = groups.length - 1, height = 260 } = props;
  const id = useId();
  const layout = layoutOf(props);
  const middle = (group: number, size: Size) => LEFT + roomOf(groups, size) * (group + 0.5);
  const valuesText = (group: number) =>
    [...parts.filter(({ cents }) => cents[group]), line]
      .map((each) => `${each.name} ${amountText(store, each.cents[group] ?? 0)}`)
      .join(" · ");
  const draw = (size: Size) => (
    <>
      <Textures id={id} />
      <AmountAxis scale={layout.scale} size={size} />
      <TimeAxis
        size={size}
        labels={labelled(groups.length, size.width - LEFT, 46).map((group) => ({
          x: middle(group, size),
          text: groups[group]?.short ?? "",
        }))}
      />
      <Columns id={id} groups={groups} layout={layout} size={size} xOf={(group) => middle(group, size)} />
      {layout.hasLine && (
        <Line groups={groups} cents={line.cents} layout={layout} size={size} xOf={(group) => middle(group, size)} />
      )}
    </>
  );
  return (
    <Chart
      name={name}
      sentence={sentence}
      why={why}
      height={height}
      initial={initial}
      marks={groups.map((group, index) => ({ label: `${group.name}: ${valuesText(index)}`, href: group.href }))}
      xOf={middle}
      draw={draw}
      legend={<Legend parts={parts} line={layout.hasLine ? line.name : undefined} />}
      table={
        <ChartTableDetails
          name={name}
          table={{
            head: [head, ...parts.map((part) => part.name), line.name],
            rows: groups.map((group, index) => [group.name, ...[...parts, line].map((each) => each.cents[index] ?? 0)]),
          }}
        />
      }
    />
  );
}

interface Layout {
  /** Columns of each group. */
  columns: number;
  /** By group and column: its parts, from bottom to top. */
  stacked: { from: number; to: number; part: Part }[][][];
  hasLine: boolean;
  scale: Scale;
}

function layoutOf({ groups, parts, line }: BarChartProps): Layout {
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
  return { columns, stacked, hasLine, scale };
}

const roomOf = (groups: readonly Group[], { width }: Size) => (width - LEFT - RIGHT) / groups.length;

interface DrawingProps {
  groups: readonly Group[];
  layout: Layout;
  size: Size;
  xOf: (group: number) => number;
}

function Columns({ id, groups, layout: { columns, stacked, scale }, size, xOf }: DrawingProps & { id: string }) {
  const wide = Math.min(34, (roomOf(groups, size) * 0.72) / columns);
  return (
    <>
      {stacked.map((both, group) =>
        both.map((column, index) =>
          column.map(({ from, to, part }) => {
            const [top, bottom] = [yOf(Math.max(from, to), scale, size), yOf(Math.min(from, to), scale, size)];
            return (
              <rect
                key={part.name + groups[group]?.name}
                class={`bar ${part.look}`}
                x={xOf(group) + (index - columns / 2) * wide + 1}
                y={top}
                width={Math.max(1, wide - 2)}
                height={bottom - top}
                {...(TEXTURED.has(part.look) && { fill: `url(#${id}-${part.look})` })}
              />
            );
          }),
        ),
      )}
    </>
  );
}

function Line({ groups, cents, layout: { scale }, size, xOf }: DrawingProps & { cents: readonly number[] }) {
  return (
    <>
      <path class="line result" d={linePath(cents.map((each, group) => [xOf(group), yOf(each, scale, size)]))} />
      {cents.map((each, group) => (
        <circle key={groups[group]?.name} class="result" cx={xOf(group)} cy={yOf(each, scale, size)} r={3} />
      ))}
    </>
  );
}

function Legend({ parts, line }: { parts: readonly Part[]; line: string | undefined }) {
  return (
    <ul class="legend" aria-hidden="true">
      {parts.map((part) => (
        <li key={part.name}>
          <i class={`swatch ${part.look}`} /> {part.name}
        </li>
      ))}
      {line && (
        <li>
          <i class="swatch line" /> {line}
        </li>
      )}
    </ul>
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
