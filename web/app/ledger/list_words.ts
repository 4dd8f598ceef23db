// What lists of rows say.
import { choose } from "../words/words.ts";

const portuguese = {
  search: "Buscar no mês",
  allMonths: "Buscar em todos os meses",
  onlyMonth: "Só neste mês",
  place: "Conta ou cartão",
  everywhere: "Contas e cartões",
  empty: "Nada neste mês ainda.",
  nothingFound: "Nada com este filtro.",
  withoutCategory: (name: string) => `Sem o filtro ${name}`,
  basis: "Cada compra conta no seu dia, também no cartão. Transferências e pagamentos de fatura não contam.",
  count: (count: number) => (count === 1 ? "1 lançamento" : `${count} lançamentos`),
  unpaid: "não pago",
  transfer: "transferência",
  payment: "pagamento de fatura",
  fixed: "fixo",
  changed: "mudou agora",
};

const english: typeof portuguese = {
  search: "Search month",
  allMonths: "Search all months",
  onlyMonth: "This month only",
  place: "Account or card",
  everywhere: "All places",
  empty: "Nothing in this month yet.",
  nothingFound: "Nothing with this filter.",
  withoutCategory: (name: string) => `Without the filter ${name}`,
  basis: "Each purchase counts on its day, on cards too. Transfers and payments of invoices do not count.",
  count: (count: number) => (count === 1 ? "1 transaction" : `${count} transactions`),
  unpaid: "not paid",
  transfer: "transfer",
  payment: "invoice payment",
  fixed: "fixed",
  changed: "changed just now",
};

export const list = choose(portuguese, english);
