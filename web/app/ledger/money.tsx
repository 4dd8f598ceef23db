// An amount of money.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { formatCents } from "../rules/money.ts";
import { uiWords } from "../ui/words.ts";

interface MoneyProps {
  cents: number;
  plain?: boolean;
  /** The number that a screen is about: sign of the currency and cents are smaller. */
  large?: boolean;
}

/** Income is green and has no sign, expenses are ink with a minus: colour never speaks alone. */
export function Money({ cents, plain = false, large = false }: MoneyProps) {
  const store = useStore();
  if (store.amountsHidden.value)
    return (
      <span class="money">
        <span aria-hidden="true">•••••</span>
        <span class="unseen">{uiWords.hidden}</span>
      </span>
    );
  const text = formatCents(cents, language);
  const tone = plain || cents === 0 ? "" : cents < 0 ? " out" : " in";
  return <span class={`money${tone}`}>{large ? <Large text={text} /> : text}</span>;
}

function Large({ text }: { text: string }) {
  const [, currency, whole, cents] = /^(.*\u00a0)(.*)(..\d)$/.exec(text) ?? [];
  return (
    <>
      <small>{currency}</small>
      {whole}
      <small>{cents}</small>
    </>
  );
}
