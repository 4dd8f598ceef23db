// Past and future invoices of a card: the paid and the unpaid part of each.
import { currentDay } from "../clock.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { amountText } from "../ledger/amount_text.ts";
import { monthName, shortMonth } from "../rules/day_names.ts";
import type { Card, Invoice } from "../rules/records.ts";
import { invoiceParts, meanOfClosed, spanOfInvoices } from "../rules/reports.ts";
import { BarChart } from "./bar_chart.tsx";
import { chartWords } from "./words.ts";

export function InvoiceChart({ card, invoices: all }: { card: Card; invoices: readonly Invoice[] }) {
  const store = useStore();
  const invoices = spanOfInvoices(all);
  if (invoices.length === 0) return null;
  const { paid, unpaid, total } = invoiceParts(invoices);
  const mean = meanOfClosed(invoices, currentDay());
  const months = invoices.map(({ date }) => date.slice(0, 7));
  return (
    <BarChart
      name={chartWords.invoices}
      sentence={mean ? chartWords.invoiceMean(amountText(store, mean.cents), mean.count) : ""}
      head={chartWords.month}
      groups={months.map((month, index) => ({
        short: shortMonth(month, language),
        name: monthName(month, language),
        href: `/credit_cards/${card.id}/invoices/${invoices[index]?.id}`,
      }))}
      parts={[
        { name: chartWords.paid, look: "worth", column: 0, cents: paid },
        { name: chartWords.unpaid, look: "out", column: 0, cents: unpaid },
      ]}
      line={{ name: chartWords.purchases, cents: total }}
      initial={Math.max(
        0,
        invoices.findIndex(({ status }) => status === "open"),
      )}
      height={170}
    />
  );
}
