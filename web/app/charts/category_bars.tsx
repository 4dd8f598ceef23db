// Categories by size: each a link with its bar and a tick for the previous period.
import type { ComponentChildren } from "preact";
import type { Store } from "../data/store.ts";
import { useStore } from "../data/use_store.ts";
import { amountText } from "../ledger/amount_text.ts";
import { Money } from "../ledger/money.tsx";
import { visibleColour } from "../rules/colour.ts";
import type { Bar } from "../rules/reports.ts";
import { ChartTableDetails } from "./chart_table.tsx";
import { chartWords } from "./words.ts";

/** With the previous period: none if nothing had begun then, of a period that is over, or of one that is not. */
export type Comparison = "none" | "over" | "ongoing";

interface CategoryBarsProps {
  name: string;
  why?: ComponentChildren;
  comparison: Comparison;
  /** The basis of the figures, as it is named on the screen. */
  basis: string;
  heads: { realised: string; predicted: string };
  bars: readonly Bar[];
  /** All smaller categories as one bar. */
  others: Bar | undefined;
  onOthers: () => void;
  every: readonly Bar[];
  nameOf: (bar: Bar) => string;
  hrefOf: (id: number) => string | undefined;
}

export function CategoryBars(props: CategoryBarsProps) {
  const { name, why, comparison, basis, heads, bars, others, onOthers, every, nameOf, hrefOf } = props;
  const store = useStore();
  const isCompared = comparison !== "none";
  const visibleBars = others ? [...bars, others] : bars;
  const widest = Math.max(1, ...visibleBars.flatMap((bar) => [bar.predictedCents, bar.beforeCents, bar.cents]));
  const total = every.reduce((sum, bar) => sum + bar.predictedCents, 0);
  return (
    <figure class="chart">
      <figcaption>
        <h2>{name}</h2>
        <p class="sentence">
          {sentence(store, every, total, basis, comparison)} {why}
        </p>
      </figcaption>
      <ul class="category-bars">
        {visibleBars.map((bar) => (
          <BarRow
            key={bar.id}
            bar={bar}
            label={nameOf(bar)}
            widest={widest}
            total={total}
            isCompared={isCompared}
            href={bar === others ? undefined : hrefOf(bar.id)}
            onPress={bar === others ? onOthers : undefined}
          />
        ))}
      </ul>
      {isCompared && <p class="hint">{chartWords.tick}</p>}
      <ChartTableDetails
        name={name}
        table={{
          head: [chartWords.category, heads.realised, heads.predicted, ...(isCompared ? [chartWords.previous] : [])],
          rows: every.map((bar) => [nameOf(bar), bar.cents, bar.predictedCents, ...(isCompared ? [bar.beforeCents] : [])]),
        }}
      />
    </figure>
  );
}

interface BarRowProps {
  bar: Bar;
  label: string;
  widest: number;
  total: number;
  isCompared: boolean;
  href: string | undefined;
  onPress: (() => void) | undefined;
}

function BarRow({ bar, label, widest, total, isCompared, href, onPress }: BarRowProps) {
  const store = useStore();
  const width = (cents: number) => `${Math.max(0, Math.round((1000 * cents) / widest) / 10)}%`;
  const colour = visibleColour(bar.color);
  const inside = (
    <>
      <span class="bar-head">
        <strong>{label}</strong>
        <span>
          {bar.predictedCents > 0 && total > 0 && (
            <span class="hint">{chartWords.share(Math.round((100 * bar.predictedCents) / total))} </span>
          )}
          <Money cents={bar.predictedCents} plain />
        </span>
      </span>
      <svg width="100%" height="12" aria-hidden="true">
        <rect class="ground" width="100%" height="12" rx="4" />
        <rect
          class="expected"
          x="0.75"
          y="0.75"
          width={width(bar.predictedCents)}
          height="10.5"
          rx="4"
          style={{ fill: colour, stroke: colour }}
        />
        <rect class="done" width={width(bar.cents)} height="12" rx="4" style={{ fill: colour }} />
        {isCompared && bar.beforeCents > 0 && <rect class="before" x={width(bar.beforeCents)} width="2" height="12" />}
      </svg>
      <span class="hint">
        {[
          bar.cents !== bar.predictedCents && chartWords.realised(amountText(store, bar.cents)),
          isCompared && chartWords.before(amountText(store, bar.beforeCents)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </>
  );
  return (
    <li>
      {href ? (
        <a href={href}>{inside}</a>
      ) : onPress ? (
        <button type="button" class="plain-button" onClick={onPress}>
          {inside}
        </button>
      ) : (
        <span class="plain">{inside}</span>
      )}
    </li>
  );
}

function sentence(store: Store, bars: readonly Bar[], total: number, basis: string, comparison: Comparison): string {
  const [first] = bars;
  const change = total - bars.reduce((sum, bar) => sum + bar.beforeCents, 0);
  const share = first && total > 0 ? Math.round((100 * first.predictedCents) / total) : 0;
  return [
    first && chartWords.spentSentence(amountText(store, total), basis, first.name, share),
    change !== 0 && comparison === "over" && chartWords.change(amountText(store, Math.abs(change)), change > 0),
    change !== 0 && comparison === "ongoing" && chartWords.changeSoFar(amountText(store, Math.abs(change)), change > 0),
  ]
    .filter(Boolean)
    .join(" ");
}
