// Texts of every chart.
import { texts } from "../language.ts";

export const chartWords = texts({
  table: { pt: "Ver como tabela", en: "See as a table" },
  csv: { pt: "Baixar CSV", en: "Download CSV" },
  keys: { pt: "Use as setas para andar pelo gráfico.", en: "Use the arrow keys to walk along the chart." },
  day: { pt: "Dia", en: "Day" },
  month: { pt: "Mês", en: "Month" },
  balance: { pt: "Saldo", en: "Balance" },
  today: { pt: "hoje", en: "today" },
  expected: { pt: "previsto", en: "predicted" },
  invoices: { pt: "Faturas mês a mês", en: "Invoices month by month" },
  invoiceMean: {
    pt: (mean: string, count: number) => `Em média ${mean}, em ${count === 1 ? "1 fatura" : `${count} faturas`}.`,
    en: (mean: string, count: number) => `${mean} on average, of ${count === 1 ? "1 invoice" : `${count} invoices`}.`,
  },
  paid: { pt: "Pago", en: "Paid" },
  unpaid: { pt: "Não pago", en: "Not paid" },
  purchases: { pt: "Compras da fatura", en: "Purchases of the invoice" },
});
