// Texts of the details beside the list.
import { texts } from "../language.ts";

export const inspectorWords = texts({
  title: { pt: "Detalhes do lançamento", en: "Transaction details" },
  pick: { pt: "Este lançamento não está mais na lista.", en: "This transaction is no longer in the list." },
  income: { pt: "Receita", en: "Income" },
  expense: { pt: "Despesa", en: "Expense" },
  state: { pt: "Situação", en: "Status" },
  paid: { pt: "pago", en: "paid" },
  onInvoice: { pt: "na fatura", en: "on the invoice" },
  invoice: { pt: "Fatura", en: "Invoice" },
  fixed: { pt: "Repete", en: "Repeats" },
  everyMonth: { pt: "fixo", en: "fixed" },
  created: { pt: "Criado em", en: "Created on" },
  part: {
    pt: (at: number, total: number, sum: string) => `parcela ${at} de ${total} · total ${sum}`,
    en: (at: number, total: number, sum: string) => `installment ${at} of ${total} · total ${sum}`,
  },
  past: { pt: (sum: string) => `já foi ${sum}`, en: (sum: string) => `so far ${sum}` },
  ahead: { pt: (sum: string) => `falta ${sum}`, en: (sum: string) => `to come ${sum}` },
  plan: { pt: "Parcelas", en: "Installments" },
});
