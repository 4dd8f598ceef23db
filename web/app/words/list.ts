// What lists of rows say.
import { choose } from "../words.ts";

const portuguese = {
  search: "Buscar no mês",
  allMonths: "Buscar em todos os meses",
  onlyMonth: "Só neste mês",
  place: "Conta ou cartão",
  everywhere: "Contas e cartões",
  empty: "Nada neste mês ainda.",
  nothingFound: "Nada com este filtro.",
  withoutCategory: (name: string) => `Sem o filtro ${name}`,
  realised: "Realizado",
  predicted: "Previsto",
  count: (count: number) => (count === 1 ? "1 lançamento" : `${count} lançamentos`),
  unpaid: "não pago",
  transfer: "transferência",
  payment: "pagamento de fatura",
  fixed: "fixo",
  changed: "mudou agora",
  balance: (cents: string) => `saldo ${cents}`,
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
  realised: "Realised",
  predicted: "Predicted",
  count: (count: number) => (count === 1 ? "1 transaction" : `${count} transactions`),
  unpaid: "not paid",
  transfer: "transfer",
  payment: "invoice payment",
  fixed: "fixed",
  changed: "changed just now",
  balance: (cents: string) => `balance ${cents}`,
};

export const list = choose(portuguese, english);
