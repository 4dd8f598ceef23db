// Why as much is left of a budget as there is, month by month, as finance explains it.
import { useData } from "../../data/use_data.ts";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { bySpace } from "../../months.ts";
import { planWords } from "./plan_words.ts";

interface Explained {
  lines: { rule: string; text: string; amount_cents: number }[];
}

/** Lines that only say what there is by then. */
const STANDS = new Set(["carried", "available", "left"]);

export function WhyBudget({ id, name, leftCents }: { id: number; name: string; leftCents: number }) {
  return (
    <Why figure={planWords.leftOf(name)} counts={planWords.counts} totalCents={leftCents}>
      <Lines id={id} />
    </Why>
  );
}

function Lines({ id }: { id: number }) {
  const lines = useData<Explained>(bySpace(`/budgets/${id}/explain`)).data?.lines ?? [];
  return (
    <>
      {lines.map(({ rule, text, amount_cents: cents }, index) => (
        <WhyLine key={`${index} ${text}`} text={text} cents={STANDS.has(rule) ? undefined : cents} />
      ))}
    </>
  );
}
