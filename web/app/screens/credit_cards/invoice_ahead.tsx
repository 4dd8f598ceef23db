// The instalments on the next invoices as steps, and the purchases of this one that go on.
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { BareAmount } from "../../ledger/bare_amount.tsx";
import { bareText } from "../../ledger/bare_text.ts";
import { InstalmentPips } from "../../ledger/instalment_pips.tsx";
import { Money } from "../../ledger/money.tsx";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { monthName, shortMonth } from "../../rules/day_names.ts";
import { aheadPaths, type Plan, plansOf, type Step, stepsOf } from "../../rules/invoices.ts";
import { partOf } from "../../rules/ledger.ts";
import { plainAmount } from "../../rules/money.ts";
import type { FullInvoice, Invoice, Transaction } from "../../rules/records.ts";
import { invoiceAheadWords } from "./invoice_words.ts";

/** More steps would be too narrow for their amounts. */
const MOST_STEPS = 7;

export function InvoiceAhead({ invoice }: { invoice: FullInvoice }) {
  const paths = aheadPaths(invoice);
  const later = useData<(Invoice & { installments_cents: number })[]>(paths.invoices).data;
  const steps = later ? stepsOf(invoice, later) : [];
  if (steps.length === 0) return null;
  const totalCents = sumOf(steps);
  const hrefOf = ({ id }: Step) => `/credit_cards/${invoice.credit_card_id}/invoices/${id}`;
  return (
    <section class="ahead" aria-label={invoiceAheadWords.title}>
      <header class="panel-head">
        <h2>
          {invoiceAheadWords.title}{" "}
          <Why figure={invoiceAheadWords.title} counts={invoiceAheadWords.counts} totalCents={totalCents}>
            {steps.map((step) => (
              <WhyLine key={step.id} text={monthName(step.month, language)} cents={step.cents} href={hrefOf(step)} />
            ))}
          </Why>
        </h2>
        <Money cents={totalCents} plain />
      </header>
      <Steps steps={steps} hrefOf={hrefOf} />
      {paths.rows && <Plans invoice={invoice} path={paths.rows} totalCents={totalCents} />}
    </section>
  );
}

const sumOf = (steps: readonly { cents: number }[]) => steps.reduce((sum, { cents }) => sum + cents, 0);

function Steps({ steps, hrefOf }: { steps: readonly Step[]; hrefOf: (step: Step) => string }) {
  const store = useStore();
  const drawnSteps = steps.slice(0, MOST_STEPS);
  const rest = steps.slice(MOST_STEPS);
  const most = Math.max(1, ...drawnSteps.map(({ cents }) => cents));
  const isHidden = store.amountsHidden.value;
  return (
    <>
      <ol class="steps">
        {drawnSteps.map((step) => (
          <li key={step.id}>
            <a href={hrefOf(step)} title={`${monthName(step.month, language)}: ${amountText(store, step.cents)}`}>
              <span>{isHidden ? "•••" : wholeText(step.cents)}</span>
              <i style={{ blockSize: `${Math.max(2, (100 * Math.max(0, step.cents)) / most)}%` }} />
              <span class="hint">{shortMonth(step.month, language)}</span>
            </a>
          </li>
        ))}
      </ol>
      {rest.length > 0 && (
        <p class="hint">
          {invoiceAheadWords.more(rest.length, amountText(store, sumOf(rest)), monthName(rest.at(-1)?.month ?? "", language))}
        </p>
      )}
    </>
  );
}

/** Without cents, which have no room above a bar. */
const wholeText = (cents: number) => plainAmount(Math.round(cents / 100) * 100, language).slice(0, -3);

function Plans({ invoice, path, totalCents }: { invoice: FullInvoice; path: string; totalCents: number }) {
  const rows = useData<Transaction[]>(path).data;
  if (!rows) return null;
  const plans = plansOf(invoice, rows);
  const isWhole = plans.every(({ left }) => left !== undefined);
  const otherCents = totalCents - plans.reduce((sum, { left }) => sum + (left?.cents ?? 0), 0);
  return (
    <ul class="plans">
      {plans.map((plan) => (
        <PlanLine key={plan.row.id} plan={plan} />
      ))}
      {isWhole && otherCents !== 0 && (
        <li>
          <p>
            <span class="hint">{invoiceAheadWords.others}</span>
            <BareAmount cents={-otherCents} />
          </p>
        </li>
      )}
    </ul>
  );
}

function PlanLine({ plan: { row, left } }: { plan: Plan }) {
  const store = useStore();
  return (
    <li>
      <a href={`/transactions/${row.id}`}>
        <strong>{row.description}</strong>
        <span class="hint part">
          <InstalmentPips row={row} />
          {partOf(row)}
        </span>
        <BareAmount cents={row.amount_cents} />
        {left && (
          <span class="hint">{invoiceAheadWords.left(bareText(store, left.cents), monthName(left.lastMonth, language))}</span>
        )}
      </a>
    </li>
  );
}
