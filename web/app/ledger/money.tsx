// An amount of money.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { formatCents } from "../rules/money.ts";
import { uiWords } from "../ui/words.ts";

/** Income and expense differ by sign and word, never by colour alone. */
export function Money({ cents, plain = false }: { cents: number; plain?: boolean }) {
  const store = useStore();
  if (store.amountsHidden.value)
    return (
      <span class="money">
        <span aria-hidden="true">•••••</span>
        <span class="unseen">{uiWords.hidden}</span>
      </span>
    );
  const tone = plain || cents === 0 ? "" : cents < 0 ? " out" : " in";
  return <span class={`money${tone}`}>{formatCents(cents, language)}</span>;
}
