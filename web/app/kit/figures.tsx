// Sheets of the kit: amounts, rows and progress.
import { LargeMoney } from "../ledger/large_money.tsx";
import { Money } from "../ledger/money.tsx";
import { Days } from "../ledger/rows.tsx";
import { SumLine } from "../ledger/sum_line.tsx";
import { Why, WhyLine } from "../ledger/why.tsx";
import { BudgetBar } from "../screens/budgets/budget_bar.tsx";
import { Status } from "../screens/credit_cards/invoice_status.tsx";
import { BUDGETS, CATEGORIES, ROWS } from "./sample_replies.ts";

const STATUSES = ["future", "open", "closed", "overdue", "paid", "partial"] as const;

export function Figures() {
  return (
    <>
      <dl class="figures">
        <div class="figure big">
          <dt>Saldo hoje</dt>
          <dd>
            <LargeMoney cents={538_050} />
          </dd>
        </div>
        <div class="figure">
          <dt>Receitas</dt>
          <dd>
            <Money cents={620_000} />
          </dd>
        </div>
        <div class="figure">
          <dt>Despesas</dt>
          <dd>
            <Money cents={-264_50} />
          </dd>
        </div>
      </dl>
      <dl class="sum">
        <SumLine label="Compras" cents={-123_456} />
        <SumLine label="Pagamentos" cents={23_456} />
        <SumLine isTotal label="A pagar" cents={100_000} />
      </dl>
      <p>
        R$ 1.000,00{" "}
        <Why figure="A pagar" counts="Compras menos pagamentos." totalCents={100_000}>
          <WhyLine text="Compras" cents={123_456} />
          <WhyLine text="Pagamentos" cents={-23_456} />
        </Why>
      </p>
      <p class="kit-line">
        {STATUSES.map((status) => (
          <Status key={status} status={status} />
        ))}
      </p>
    </>
  );
}

export const Lists = () => <Days rows={ROWS} />;

export function Progress() {
  return (
    <>
      {BUDGETS.map((budget) => (
        <BudgetBar key={budget.id} budget={budget} category={CATEGORIES.find(({ id }) => id === budget.category_id)} />
      ))}
      <meter min={0} max={100} value={64} aria-label="Limite" />
    </>
  );
}
