// Income and expenses as finance computed them.
import type { MonthFlows } from "./figures.ts";

export type Flow = Record<FlowName | `predicted_${FlowName}`, number>;
type FlowName = "earnings_cents" | "expenses_cents" | "credit_cards_cents" | "result_cents";

/** By the basis of the request. */
export function flowsOf(flow: Flow): MonthFlows {
  return {
    realised: {
      inCents: flow.earnings_cents,
      outCents: flow.expenses_cents + flow.credit_cards_cents,
      resultCents: flow.result_cents,
    },
    predicted: {
      inCents: flow.predicted_earnings_cents,
      outCents: flow.predicted_expenses_cents + flow.predicted_credit_cards_cents,
      resultCents: flow.predicted_result_cents,
    },
  };
}
