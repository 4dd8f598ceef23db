// The three totals above the list: of what is realised, in the month or in the filter.
import type { MonthFlow } from "../rules/figures.ts";
import { figureWords } from "./figure_words.ts";
import { listWords } from "./list_words.ts";
import { Money } from "./money.tsx";
import { Why, WhyLine } from "./why.tsx";

export function ListTotals({ flow, basis }: { flow: MonthFlow; basis: string }) {
  return (
    <div class="totals">
      <dl>
        <Total label={listWords.totals.in} cents={flow.inCents} plain={flow.inCents === 0} />
        <Total label={listWords.totals.out} cents={-flow.outCents} plain />
        <Total label={listWords.totals.result} cents={flow.resultCents} plain />
      </dl>
      <p class="hint">
        {`${figureWords.realised} ${basis}`}{" "}
        <Why figure={listWords.totals.result} counts={listWords.totals.counts} totalCents={flow.resultCents}>
          <WhyLine text={listWords.totals.in} cents={flow.inCents} />
          <WhyLine text={listWords.totals.out} cents={flow.outCents} />
        </Why>
      </p>
    </div>
  );
}

interface TotalProps {
  label: string;
  cents: number;
  plain: boolean;
}

function Total({ label, cents, plain }: TotalProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} plain={plain} />
      </dd>
    </div>
  );
}
