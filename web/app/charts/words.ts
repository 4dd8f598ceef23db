// Texts of every chart.
import { texts } from "../language.ts";

export const chartWords = texts({
  table: { pt: "Ver como tabela", en: "See as a table" },
  csv: { pt: "Exportar CSV", en: "Export CSV" },
  keys: { pt: "Use as setas para andar pelo gráfico.", en: "Use the arrow keys to move along the chart." },
  day: { pt: "Dia", en: "Day" },
  month: { pt: "Mês", en: "Month" },
  balance: { pt: "Saldo", en: "Balance" },
  today: { pt: "hoje", en: "today" },
  expected: { pt: "previsto", en: "predicted" },
  invoices: { pt: "Faturas mês a mês", en: "Invoices month by month" },
  invoiceMean: {
    pt: (mean: string, count: number) =>
      `Em média ${mean}, em ${count === 1 ? "1 fatura fechada" : `${count} faturas fechadas`}.`,
    en: (mean: string, count: number) =>
      `${mean} on average, of ${count === 1 ? "1 closed invoice" : `${count} closed invoices`}.`,
  },
  paid: { pt: "Pago", en: "Paid" },
  unpaid: { pt: "Não pago", en: "Not paid" },
  purchases: { pt: "Compras da fatura", en: "Purchases of the invoice" },
  tick: { pt: "O traço é o período anterior.", en: "The tick is the period before." },
  before: { pt: (cents: string) => `antes ${cents}`, en: (cents: string) => `${cents} before` },
  realised: { pt: (cents: string) => `realizado ${cents}`, en: (cents: string) => `${cents} realized` },
  share: { pt: (percent: number) => `${percent}%`, en: (percent: number) => `${percent}%` },
  spentSentence: {
    pt: (total: string, basis: string, largest: string, percent: number) =>
      `${total} no total, com o previsto, ${basis}; ${largest} é a maior parte, com ${percent}%.`,
    en: (total: string, basis: string, largest: string, percent: number) =>
      `${total} in all, with what is predicted, ${basis}; ${largest} is the largest part, ${percent}%.`,
  },
  change: {
    pt: (cents: string, isMore: boolean) => `${cents} a ${isMore ? "mais" : "menos"} que no período anterior.`,
    en: (cents: string, isMore: boolean) => `${cents} ${isMore ? "more" : "less"} than in the period before.`,
  },
  changeSoFar: {
    pt: (cents: string, isMore: boolean) =>
      `O período não terminou: por enquanto, ${cents} a ${isMore ? "mais" : "menos"} que no anterior inteiro.`,
    en: (cents: string, isMore: boolean) =>
      `The period is not over: for now, ${cents} ${isMore ? "more" : "less"} than in the whole one before.`,
  },
  previous: { pt: "Antes", en: "Before" },
  monthly: {
    pt: (mean: string, most: string, mostCents: string, least: string, leastCents: string) =>
      `Nos meses completos, em média ${mean}; o maior foi ${most} (${mostCents}), o menor ${least} (${leastCents}).`,
    en: (mean: string, most: string, mostCents: string, least: string, leastCents: string) =>
      `In complete months ${mean} on average; the most was ${most} (${mostCents}), the least ${least} (${leastCents}).`,
  },
  mean: { pt: "Média dos meses completos", en: "Average of complete months" },
  noMean: { pt: "Ainda não há um mês completo para uma média.", en: "There is no complete month for an average yet." },
  total: { pt: "Total", en: "Total" },
  category: { pt: "Categoria", en: "Category" },
  kinds: { expenses: { pt: "Gastos", en: "Spending" }, earnings: { pt: "Receitas", en: "Income" } },
});
