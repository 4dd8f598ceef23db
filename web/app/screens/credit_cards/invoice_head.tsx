// The head of an invoice: what is to pay, when it closes and is due, and what is left of the limit.
import type { ComponentChildren } from "preact";
import { currentDay } from "../../clock.ts";
import { language } from "../../language.ts";
import { LargeMoney } from "../../ledger/large_money.tsx";
import { SumLine } from "../../ledger/sum_line.tsx";
import { statusWords } from "../../ledger/words.ts";
import { longDay, shortDay } from "../../rules/day_names.ts";
import { type InvoiceTime, timeOf } from "../../rules/invoices.ts";
import type { Card, FullInvoice } from "../../rules/records.ts";
import { Status } from "./invoice_status.tsx";
import { invoiceTimeWords, invoiceWords } from "./invoice_words.ts";
import { LimitBar } from "./limit_bar.tsx";

interface InvoiceHeadProps {
  invoice: FullInvoice;
  card: Card | undefined;
  why: ComponentChildren;
}

export function InvoiceHead({ invoice, card, why }: InvoiceHeadProps) {
  const time = timeOf(invoice, currentDay());
  const available = card?.available_cents ?? null;
  return (
    <div class="invoice-head">
      <div>
        <dl>
          <div class="figure big">
            <dt>
              {invoice.balance_cents > 0 ? invoiceWords.credit : invoiceWords.owed} <Status status={invoice.status} />{" "}
              <NextEvent next={time.next} />
            </dt>
            <dd class={invoice.balance_cents > 0 ? "money in" : undefined}>
              <LargeMoney cents={Math.abs(invoice.balance_cents)} />
            </dd>
          </div>
        </dl>
        <p class="hint">
          {invoiceWords.count(invoice.transactions.length)} · {why}
        </p>
        <Parts invoice={invoice} />
      </div>
      <TimeLine invoice={invoice} time={time} />
      {card && available !== null && (
        <LimitBar card={card} availableCents={available} invoiceCents={Math.max(0, -invoice.balance_cents)} />
      )}
    </div>
  );
}

export function NextEvent({ next }: Pick<InvoiceTime, "next">) {
  if (!next) return null;
  const words = {
    opens: invoiceTimeWords.opens,
    closes: invoiceTimeWords.closes,
    isDue: invoiceTimeWords.isDue,
    wasDue: invoiceTimeWords.wasDue,
  };
  return <span class={next.event === "wasDue" ? "next-event late" : "next-event"}>{words[next.event](next.days)}</span>;
}

/** Only where the amount is more than the purchases. */
function Parts({ invoice }: { invoice: FullInvoice }) {
  const { previous_balance_cents: carried, amount_cents: purchases, payment_amount_cents: paid } = invoice;
  if (carried === 0 && paid === 0) return null;
  return (
    <dl class="sum">
      <SumLine label={invoiceWords.carried} cents={carried} />
      <SumLine label={invoiceWords.purchases} cents={purchases} />
      <SumLine label={invoiceWords.payments} cents={-paid} />
    </dl>
  );
}

function TimeLine({ invoice, time: { passed, closes, isToday } }: { invoice: FullInvoice; time: InvoiceTime }) {
  const today = currentDay();
  const { starting_date: opening, closing_date: closing, date: due } = invoice;
  const isFuture = today < opening;
  return (
    <div class="time-line">
      <div class="time-track" aria-hidden="true" style={{ "--passed": `${passed}%` }}>
        <i style={{ insetInlineStart: `${closes}%` }} class={today >= closing ? "passed" : undefined} />
        <i style={{ insetInlineStart: "100%" }} class={today >= due ? "passed" : undefined} />
        {isToday && (
          <b style={{ insetInlineStart: `${passed}%`, "--shift": `-${passed}%` }}>
            <span>{invoiceTimeWords.today}</span>
          </b>
        )}
      </div>
      <ul>
        {(
          [
            [opening, (isFuture ? invoiceTimeWords.opensOn : invoiceTimeWords.openedOn)(shortDay(opening, language))],
            [closing, statusWords.closes(shortDay(closing, language))],
            [due, statusWords.isDue(shortDay(due, language))],
          ] as const
        ).map(([day, text]) => (
          <li key={text} title={longDay(day, language, today)}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
