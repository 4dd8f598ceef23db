// Texts of invoices.
import { texts } from "../../language.ts";

export const invoiceWords = texts({
  title: { pt: (card: string) => `Fatura ${card}`, en: (card: string) => `${card} invoice` },
  previous: { pt: "Fatura anterior", en: "Previous invoice" },
  next: { pt: "Próxima fatura", en: "Next invoice" },
  current: { pt: "Fatura atual", en: "Current invoice" },
  carried: { pt: "Saldo anterior", en: "Carried over" },
  purchases: { pt: "Compras", en: "Purchases" },
  payments: { pt: "Pagamentos", en: "Payments" },
  owed: { pt: "A pagar", en: "To pay" },
  credit: { pt: "Crédito", en: "Credit" },
  pay: { pt: "Pagar fatura", en: "Pay invoice" },
  payAmount: { pt: "Valor do pagamento", en: "Amount to pay" },
  payFrom: { pt: "Pagar com", en: "Pay from" },
  paid: { pt: "Pagamento registrado.", en: "Payment booked." },
  planned: { pt: "Pagamento planejado.", en: "Payment planned." },
  plannedHint: { pt: "Planejado: conta quando for marcado como pago.", en: "Planned: it counts once it is marked as paid." },
  whyHint: { pt: "Cada linha que leva a este valor.", en: "Every line that leads to this figure." },
  check: { pt: "Conferir", en: "Check" },
  moveNext: { pt: "Passar para a próxima fatura", en: "Move to the next invoice" },
  arrange: { pt: "Ordem das compras", en: "Order of the purchases" },
  by: { day: { pt: "Por dia", en: "By day" }, category: { pt: "Por categoria", en: "By category" } },
  otherCategories: { pt: (count: number) => `Outras ${count}`, en: (count: number) => `${count} others` },
  count: {
    pt: (count: number) => (count === 1 ? "1 compra" : `${count} compras`),
    en: (count: number) => (count === 1 ? "1 purchase" : `${count} purchases`),
  },
  empty: { pt: "Nenhuma compra nesta fatura.", en: "No purchase on this invoice." },
  status: {
    future: { pt: "futura", en: "future" },
    open: { pt: "aberta", en: "open" },
    closed: { pt: "fechada", en: "closed" },
    overdue: { pt: "atrasada", en: "overdue" },
    paid: { pt: "paga", en: "paid" },
    partial: { pt: "paga em parte", en: "partly paid" },
  },
});

export const invoiceCheckWords = texts({
  title: { pt: "Conferir com a fatura do banco", en: "Check against the bank's bill" },
  bill: { pt: "Compras na fatura do banco", en: "Purchases on the bank's bill" },
  billHint: { pt: "Em branco: compara com o total daqui", en: "Empty: compared with the total here" },
  ticked: { pt: "Conferido", en: "Checked" },
  left: { pt: "Falta conferir", en: "Left to find" },
  done: { pt: "Tudo confere.", en: "Everything agrees." },
  next: { pt: "próxima", en: "next" },
  moved: { pt: "Passado para a próxima fatura.", en: "Moved to the next invoice." },
  saved: { pt: "Valor da fatura guardado.", en: "The bill's amount is kept." },
});

const inDays = {
  pt: (days: number) => (days === 0 ? "hoje" : days === 1 ? "amanhã" : `em ${days} dias`),
  en: (days: number) => (days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`),
};

export const invoiceTimeWords = texts({
  today: { pt: "hoje", en: "today" },
  openedOn: { pt: (day: string) => `abriu ${day}`, en: (day: string) => `opened ${day}` },
  opensOn: { pt: (day: string) => `abre ${day}`, en: (day: string) => `opens ${day}` },
  opens: { pt: (days: number) => `abre ${inDays.pt(days)}`, en: (days: number) => `opens ${inDays.en(days)}` },
  closes: { pt: (days: number) => `fecha ${inDays.pt(days)}`, en: (days: number) => `closes ${inDays.en(days)}` },
  isDue: { pt: (days: number) => `vence ${inDays.pt(days)}`, en: (days: number) => `due ${inDays.en(days)}` },
  wasDue: {
    pt: (days: number) => (days === 1 ? "venceu ontem" : `venceu há ${days} dias`),
    en: (days: number) => (days === 1 ? "was due yesterday" : `was due ${days} days ago`),
  },
});

export const invoiceAheadWords = texts({
  title: { pt: "Parcelas à frente", en: "Installments ahead" },
  counts: {
    pt: "As parcelas nas próximas faturas deste cartão, nos dois anos seguintes ou até a última de uma compra desta fatura.",
    en: "The installments on the next invoices of this card, for two years or up to the last of a purchase on this invoice.",
  },
  more: {
    pt: (count: number, cents: string, month: string) =>
      `E mais ${cents} em ${count === 1 ? "1 fatura" : `${count} faturas`}, até ${month}.`,
    en: (count: number, cents: string, month: string) =>
      `And ${cents} more on ${count === 1 ? "1 invoice" : `${count} invoices`}, until ${month}.`,
  },
  left: {
    pt: (cents: string, month: string) => `faltam ${cents}, até ${month}`,
    en: (cents: string, month: string) => `${cents} left, until ${month}`,
  },
  others: { pt: "De outras compras", en: "Of other purchases" },
});
