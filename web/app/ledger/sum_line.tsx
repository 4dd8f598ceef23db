// One line of a list of sums.
import { Money } from "./money.tsx";

export function SumLine({ label, cents, isTotal = false }: { label: string; cents: number | undefined; isTotal?: boolean }) {
  return (
    <div class={isTotal ? "total" : undefined}>
      <dt>{label}</dt>
      <dd>{cents !== undefined && <Money cents={cents} plain />}</dd>
    </div>
  );
}
