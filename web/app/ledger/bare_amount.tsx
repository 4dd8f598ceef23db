// An amount in a column of amounts: without its currency, so that the figures line up on the comma.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { plainAmount } from "../rules/money.ts";
import { Money } from "./money.tsx";

interface BareAmountProps {
  cents: number;
  /** Without the colour of income: sums, and what only moves money. */
  plain?: boolean;
}

/** Income is green with a plus, expenses are ink without a sign; screen readers hear a minus. */
export function BareAmount({ cents, plain = false }: BareAmountProps) {
  const store = useStore();
  if (store.amountsHidden.value) return <Money cents={cents} plain />;
  return (
    <span class={cents > 0 && !plain ? "money in" : "money"}>
      {cents > 0 && "+"}
      {cents < 0 && <span class="unseen">−</span>}
      {plainAmount(Math.abs(cents), language)}
    </span>
  );
}
