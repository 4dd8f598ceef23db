// The number that a screen is about: the sign of the currency and the cents are smaller.
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { formatCents } from "../rules/money.ts";
import { Money } from "./money.tsx";

export function LargeMoney({ cents, plain = true }: { cents: number; plain?: boolean }) {
  const store = useStore();
  if (store.amountsHidden.value) return <Money cents={cents} plain={plain} />;
  const [, currency, whole, small] = /^(.*\u00a0)(.*)(..\d)$/.exec(formatCents(cents, language)) ?? [];
  return (
    <span class={plain || cents <= 0 ? "money" : "money in"}>
      <small>{currency}</small>
      {whole}
      <small>{small}</small>
    </span>
  );
}
