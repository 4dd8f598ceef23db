// A Sankey diagram of a month: categories of income, the month, categories of expenses. Labels stand at the ends; arrow keys select a ribbon.
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { amountText } from "../ledger/amount_text.ts";
import type { CategoryFlow, FlowPart } from "../rules/category_flow.ts";
import { plainAmount } from "../rules/money.ts";
import { ribbonPath, type Sankey, type SankeyPart, sankeyOf } from "../rules/sankey.ts";
import { route } from "../shell/router.ts";
import { type Size, useChosenMark, useWidth } from "./chart.tsx";
import { type ChartTable, ChartTableDetails } from "./chart_table.tsx";
import { chartWords } from "./words.ts";

interface SankeyChartProps {
  name: string;
  /** The heading above it. */
  title: string;
  sentence: string;
  why: ComponentChildren;
  flow: CategoryFlow;
  /** Above the node in the middle, before its amount. */
  middle: string;
  hrefOf: (part: FlowPart) => string | undefined;
  table: ChartTable;
}

export function SankeyChart({ name, title, sentence, why, flow, middle, hrefOf, table }: SankeyChartProps) {
  const store = useStore();
  const id = useId();
  const plot = useRef<HTMLDivElement>(null);
  const width = useWidth(plot);
  const look = lookOf(width, flow);
  const size = { width, height: look.height };
  const ribbons = ribbonsOf(flow, size, look);
  const chosen = useChosenMark(Math.min(flow.sources.length, ribbons.length - 1), ribbons.length);
  const at = Math.min(chosen.value, ribbons.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextRibbon(event.key, at, flow.sources.length, ribbons.length);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    chosen.value = next;
    plot.current?.querySelectorAll<SVGGElement>(".ribbon")[next]?.focus();
  };
  const labelOf = ({ part }: Ribbon) =>
    `${part.name}: ${amountText(store, part.cents)}, ${chartWords.share(percentOf(part, flow))}`;
  const current = ribbons[at];
  return (
    <figure class="chart sankey" aria-labelledby={`${id}-name`}>
      <figcaption>
        <h2 id={`${id}-name`}>{title}</h2>
        <p class="sentence">
          {sentence} {why}
        </p>
      </figcaption>
      <div class="plot" ref={plot} style={{ blockSize: `${look.height}px` }}>
        {width > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
          <svg
            {...size}
            viewBox={`0 0 ${size.width} ${size.height}`}
            role="group"
            aria-label={`${name}. ${chartWords.keys}`}
            onKeyDown={onKeyDown}
          >
            {ribbons.map((ribbon, index) => (
              <RibbonMark
                key={`${ribbon.side}${ribbon.part.id}`}
                ribbon={ribbon}
                label={labelOf(ribbon)}
                href={hrefOf(ribbon.part)}
                isChosen={index === at}
                onChoose={() => (chosen.value = index)}
              />
            ))}
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it has the focus; the ribbons say what it shows */}
            <g aria-hidden="true">
              {ribbons.map((ribbon) => (
                <EndLabel key={`${ribbon.side}${ribbon.part.id}`} ribbon={ribbon} flow={flow} look={look} width={width} />
              ))}
              <Middle look={look} flow={flow} middle={middle} size={size} />
            </g>
          </svg>
        )}
      </div>
      <p class="readout" aria-hidden="true">
        {current && labelOf(current)}
      </p>
      <ChartTableDetails name={name} table={table} />
    </figure>
  );
}

/** Room above for the label of the middle. */
const TOP = 26;
const NODE = 8;
const NARROW = 600;

interface Look {
  isNarrow: boolean;
  height: number;
  /** Pixels at both sides for labels. */
  left: number;
  right: number;
  /** Pixels from one label to the next. */
  pitch: number;
}

function lookOf(width: number, { sources, targets }: CategoryFlow): Look {
  const isNarrow = width < NARROW;
  const pitch = isNarrow ? 36 : 22;
  const height = Math.max(isNarrow ? 340 : 420, Math.max(sources.length, targets.length) * pitch + TOP + 60);
  return { isNarrow, height, pitch, left: isNarrow ? 0 : 150, right: isNarrow ? 124 : width < 900 ? 236 : 290 };
}

interface Ribbon {
  part: FlowPart;
  side: "source" | "target";
  colour: string;
  path: string;
  /** Left edge of its node. */
  nodeX: number;
  placed: SankeyPart;
}

const layoutOf = ({ sources, targets }: CategoryFlow, { height, pitch, isNarrow }: Look): Sankey =>
  sankeyOf(
    sources.map(({ cents }) => cents),
    targets.map(({ cents }) => cents),
    { height: height - TOP - 4, pitch, gap: isNarrow ? 6 : 10 },
  );

const middleX = ({ left, right, isNarrow }: Look, width: number) => left + (width - left - right) * (isNarrow ? 0.5 : 0.42);

function ribbonsOf(flow: CategoryFlow, { width }: Size, look: Look): Ribbon[] {
  const layout = layoutOf(flow, look);
  const [middle, farRight] = [middleX(look, width), width - look.right - NODE];
  const place = (placed: SankeyPart) => ({ ...placed, top: placed.top + TOP, middleTop: placed.middleTop + TOP });
  return [
    ...flow.sources.map((part, index): Ribbon => {
      const placed = place(layout.sources[index] as SankeyPart);
      const path = ribbonPath([look.left + NODE, placed.top], [middle, placed.middleTop], placed.height);
      return { part, side: "source", colour: part.id === undefined ? "--bad" : "--in", path, nodeX: look.left, placed };
    }),
    ...flow.targets.map((part, index): Ribbon => {
      const placed = place(layout.targets[index] as SankeyPart);
      const path = ribbonPath([middle + NODE, placed.middleTop], [farRight, placed.top], placed.height);
      return { part, side: "target", colour: targetColour(flow, index), path, nodeX: farRight, placed };
    }),
  ];
}

/** By size, in the order of the charts' palette. */
function targetColour({ targets }: CategoryFlow, index: number): string {
  const part = targets[index];
  if (part?.id === undefined) return "--accent";
  if (part.id === 0) return "--edge";
  return `--chart-${targets.slice(0, index + 1).filter(({ id }) => id !== undefined).length}`;
}

const percentOf = (part: FlowPart, { wholeCents }: CategoryFlow) => Math.round((100 * part.cents) / Math.max(1, wholeCents));

interface RibbonMarkProps {
  ribbon: Ribbon;
  label: string;
  href: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

function RibbonMark({ ribbon: { colour, path, nodeX, placed }, label, href, isChosen, onChoose }: RibbonMarkProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role, of two
    <g
      class={isChosen ? "ribbon chosen" : "ribbon"}
      role={href ? "link" : "img"}
      aria-label={label}
      tabIndex={isChosen ? 0 : -1}
      style={{ "--colour": `var(${colour})` }}
      onFocus={onChoose}
      onPointerEnter={onChoose}
      onPointerDown={onChoose}
      {...(href && { onClick: () => route(href) })}
      onKeyDown={(event) => {
        if (event.key === "Enter" && href) route(href);
      }}
    >
      <path d={path} />
      <rect x={nodeX} y={placed.top} width={NODE} height={Math.max(1, placed.height)} rx={Math.min(2, placed.height / 2)} />
    </g>
  );
}

interface EndLabelProps {
  ribbon: Ribbon;
  flow: CategoryFlow;
  look: Look;
  width: number;
}

function EndLabel({ ribbon: { part, side, nodeX, placed }, flow, look, width }: EndLabelProps) {
  const store = useStore();
  const y = placed.labelY + TOP;
  const amount = bareAmount(store, part.cents);
  if (side === "target" && !look.isNarrow)
    return (
      <>
        <text class="name" x={nodeX + NODE + 10} y={y + 4}>
          {shortened(part.name, look.right - 150)}
        </text>
        <text x={width - 42} y={y + 4} text-anchor="end">
          {amount}
        </text>
        <text class="percent" x={width} y={y + 4} text-anchor="end">
          {chartWords.share(percentOf(part, flow))}
        </text>
      </>
    );
  const isLeft = side === "source" && !look.isNarrow;
  const [x, anchor] = isLeft ? [nodeX - 10, "end" as const] : [nodeX + NODE + 8, "start" as const];
  const room = isLeft ? look.left - 10 : side === "source" ? middleX(look, width) - 24 : look.right - 10;
  return (
    <>
      <text class="name" x={x} y={y - 3} text-anchor={anchor}>
        {shortened(part.name, room)}
      </text>
      <text x={x} y={y + 12} text-anchor={anchor}>
        {amount}
      </text>
    </>
  );
}

function Middle({ look, flow, middle, size }: { look: Look; flow: CategoryFlow; middle: string; size: Size }) {
  const store = useStore();
  const { top, height } = layoutOf(flow, look).middle;
  const x = middleX(look, size.width);
  return (
    <>
      <rect class="middle" x={x} y={top + TOP} width={NODE} height={height} rx={2} />
      <text
        class="whole"
        x={look.isNarrow ? x + NODE : x + NODE / 2}
        y={top + TOP - 9}
        text-anchor={look.isNarrow ? "end" : "middle"}
      >
        {middle} {bareAmount(store, flow.wholeCents)}
      </text>
    </>
  );
}

const bareAmount = (store: Store, cents: number) => (store.amountsHidden.value ? "•••••" : plainAmount(cents, language));

/** About seven pixels for each letter of a label. */
function shortened(name: string, pixels: number): string {
  const most = Math.max(6, Math.floor(pixels / 7));
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

/** Up and down along all ribbons; left and right change the side. */
function nextRibbon(key: string, at: number, sources: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ArrowRight: at < sources ? sources : at + 1,
    ArrowLeft: at >= sources ? sources - 1 : at - 1,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined || next < 0 || next >= count ? undefined : next;
}
