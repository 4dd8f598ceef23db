// An amount of money.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { formatCents, plainAmount } from "../rules/money.ts";
import { uiWords } from "../ui/words.ts";

interface MoneyProps {
  cents: number;
  plain?: boolean;
  /** In a column of amounts: without the sign of the currency. Income has a plus, and an expense a minus that is only read out. */
  bare?: boolean;
}

/** Income is green and has no sign, expenses are ink with a minus: colour never speaks alone. */
export function Money({ cents, plain = false, bare = false }: MoneyProps) {
  const store = useStore();
  if (store.amountsHidden.value)
    return (
      <span class="money">
        <span aria-hidden="true">•••••</span>
        <span class="unseen">{uiWords.hidden}</span>
      </span>
    );
  const tone = plain || cents === 0 ? "" : cents < 0 ? " out" : " in";
  if (bare) return <Bare cents={cents} tone={tone} />;
  return <span class={`money${tone}`}>{formatCents(cents, language)}</span>;
}

function Bare({ cents, tone }: { cents: number; tone: string }) {
  return (
    <span class={`money${tone}`}>
      {tone === " out" && <span class="unseen">−</span>}
      {tone === " in" && "+"}
      {plainAmount(tone === " out" ? -cents : cents, language)}
    </span>
  );
}
