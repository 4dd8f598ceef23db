// One line of a list of sums.
import type { ComponentChildren } from "preact";
import { Money } from "./money.tsx";

interface SumLineProps {
  label: string;
  cents: number | undefined;
  isTotal?: boolean;
  /** Without the colour of its sign. */
  plain?: boolean;
  why?: ComponentChildren;
}

export function SumLine({ label, cents, isTotal = false, plain = true, why }: SumLineProps) {
  return (
    <div class={isTotal ? "total" : undefined}>
      <dt>{label}</dt>
      <dd>
        {cents !== undefined && <Money cents={cents} plain={plain} />} {why}
      </dd>
    </div>
  );
}
