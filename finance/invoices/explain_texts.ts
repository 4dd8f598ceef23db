// The rules of an invoice in words. Portuguese first, English for callers who ask for it.
import { balanceText } from "../accounts/balance_text.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import type { CardDays, Period } from "../billing/cycle.ts";
import type { InvoiceRow } from "./find_invoice.ts";
import { type Language, monthText } from "./number.ts";

export const RULES = [
  ...(["period", "no_carry", "carry", "previous_balance", "in_period", "pinned", "out_of_period", "amount"] as const),
  ...(["payment", "planned_payment", "payment_amount", "balance"] as const),
] as const;
export type Rule = (typeof RULES)[number];
export type RowKind = "purchase" | "refund" | "installment" | "fixed";

/** What a text is made of. */
export type Facts =
  | ({ rule: "period"; days: CardDays & { isFirst: boolean } } & Period)
  | { rule: "carry"; sums: InvoiceSums }
  | { rule: "no_carry"; invoice: number }
  | { rule: "in_period" | "pinned" | "out_of_period"; row: InvoiceRow; kind: RowKind }
  | { rule: "payment" | "planned_payment"; row: InvoiceRow }
  | { rule: "previous_balance" | "amount" | "payment_amount" | "balance"; cents: number };

export function textOf(facts: Facts, language: Language): string {
  return language === "en" ? englishText(facts) : portugueseText(facts);
}

const ROW_KINDS: Record<Language, Record<RowKind, string>> = {
  "pt-BR": { purchase: "compra", refund: "estorno", installment: "parcela", fixed: "compra fixa" },
  en: { purchase: "purchase", refund: "refund", installment: "instalment", fixed: "fixed purchase" },
};

function portugueseText(facts: Facts): string {
  const day = (date: string) => date.split("-").toReversed().join("/");
  const invoice = (number: number) => `fatura de ${monthText(number, "pt-BR").toLowerCase()}`;
  switch (facts.rule) {
    case "period": {
      const { starting, closing, due, days } = facts;
      const since = days.isFirst ? "" : ` desde a ${invoice(days.fromInvoice)}`;
      const period =
        starting <= closing ? `De ${day(starting)} a ${day(closing)}` : `Sem nenhum dia, pois os dias do cartão mudaram`;
      return `${period}, vence em ${day(due)}: o cartão fecha no dia ${days.closingDay} e vence no dia ${days.dueDay}${since}`;
    }
    case "carry":
      return `Vem da ${invoice(facts.sums.invoice)}, que tem pagamento: lançamentos ${reais(facts.sums.amount_cents)}, pagamentos ${reais(-facts.sums.payment_cents)}`;
    case "no_carry":
      return `Nada vem da ${invoice(facts.invoice)}: sem pagamento, o saldo dela fica com ela`;
    case "in_period":
      return `${rowText(facts, "pt-BR")} de ${day(facts.row.date)}, dentro do período`;
    case "pinned":
      return `${rowText(facts, "pt-BR")} de ${day(facts.row.date)}, nesta fatura porque foi escolhida para ela`;
    case "out_of_period":
      return `${rowText(facts, "pt-BR")} de ${day(facts.row.date)}, fora do período e sem ter sido escolhida para esta fatura`;
    case "payment":
      return `${facts.row.description}: pagamento de ${day(facts.row.date)}`;
    case "planned_payment":
      return `${facts.row.description}: pagamento de ${reais(-facts.row.amount_cents)} previsto para ${day(facts.row.date)}, ainda não conta`;
    case "previous_balance":
      return `Saldo anterior: ${reais(facts.cents)}`;
    case "amount":
      return `Lançamentos da fatura: ${reais(facts.cents)}`;
    case "payment_amount":
      return `Pagamentos da fatura: ${reais(-facts.cents)}`;
    case "balance":
      if (facts.cents === 0) return "Saldo: nada a pagar";
      return facts.cents < 0 ? `Saldo: ${reais(-facts.cents)} a pagar` : `Saldo: ${reais(facts.cents)} a favor`;
  }
}

function englishText(facts: Facts): string {
  const invoice = (number: number) => `the invoice of ${monthText(number, "en")}`;
  switch (facts.rule) {
    case "period": {
      const { starting, closing, due, days } = facts;
      const since = days.isFirst ? "" : ` since ${invoice(days.fromInvoice)}`;
      const period = starting <= closing ? `From ${starting} to ${closing}` : "Without any day, because the card's days changed";
      return `${period}, due on ${due}: the card closes on day ${days.closingDay} and is due on day ${days.dueDay}${since}`;
    }
    case "carry":
      return `Comes from ${invoice(facts.sums.invoice)}, which has a payment: purchases ${inEnglish(facts.sums.amount_cents)}, payments ${inEnglish(-facts.sums.payment_cents)}`;
    case "no_carry":
      return `Nothing comes from ${invoice(facts.invoice)}: without a payment its balance stays with it`;
    case "in_period":
      return `${rowText(facts, "en")} of ${facts.row.date}, within the period`;
    case "pinned":
      return `${rowText(facts, "en")} of ${facts.row.date}, on this invoice because it was put there`;
    case "out_of_period":
      return `${rowText(facts, "en")} of ${facts.row.date}, outside the period and not put on this invoice by anybody`;
    case "payment":
      return `${facts.row.description}: payment of ${facts.row.date}`;
    case "planned_payment":
      return `${facts.row.description}: payment of ${inEnglish(-facts.row.amount_cents)} planned for ${facts.row.date}, does not count yet`;
    case "previous_balance":
      return `Previous balance: ${inEnglish(facts.cents)}`;
    case "amount":
      return `On the invoice: ${inEnglish(facts.cents)}`;
    case "payment_amount":
      return `Payments: ${inEnglish(-facts.cents)}`;
    case "balance":
      if (facts.cents === 0) return "Balance: nothing to pay";
      return facts.cents < 0 ? `Balance: ${inEnglish(-facts.cents)} to pay` : `Balance: ${inEnglish(facts.cents)} in your favour`;
  }
}

function rowText({ row, kind }: { row: InvoiceRow; kind: RowKind }, language: Language): string {
  const part = kind === "installment" ? ` ${row.installment}/${row.total_installments}` : "";
  return `${row.description}: ${ROW_KINDS[language][kind]}${part}`;
}

/** With a minus that is one. */
function reais(cents: number): string {
  return balanceText(cents).replace("-", "−");
}

function inEnglish(cents: number): string {
  return reais(cents).replace(/[.,]/g, (sign) => (sign === "," ? "." : ","));
}
