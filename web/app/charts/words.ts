// What every chart says of itself.
import { choose } from "../words/words.ts";

const portuguese = {
  table: "Ver como tabela",
  csv: "Baixar CSV",
  walk: "Use as setas para andar pelo gráfico.",
  day: "Dia",
  month: "Mês",
  balance: "Saldo",
  today: "hoje",
  expected: "previsto",
  invoices: "Faturas mês a mês",
  invoiceMean: (mean: string, count: number) => `Em média ${mean}, em ${count === 1 ? "1 fatura" : `${count} faturas`}.`,
  paid: "Pago",
  unpaid: "Não pago",
  purchases: "Compras da fatura",
};

const english: typeof portuguese = {
  table: "See as a table",
  csv: "Download CSV",
  walk: "Use the arrow keys to walk along the chart.",
  day: "Day",
  month: "Month",
  balance: "Balance",
  today: "today",
  expected: "predicted",
  invoices: "Invoices month by month",
  invoiceMean: (mean: string, count: number) => `${mean} on average, of ${count === 1 ? "1 invoice" : `${count} invoices`}.`,
  paid: "Paid",
  unpaid: "Not paid",
  purchases: "Purchases of the invoice",
};

export const charts = choose(portuguese, english);
