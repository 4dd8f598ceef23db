// Texts of reports.
import { type Text, texts } from "../../language.ts";
import type { Basis } from "../../rules/figures.ts";

export const reportWords = texts({
  previousYear: { pt: "Ano anterior", en: "Previous year" },
  nextYear: { pt: "Próximo ano", en: "Next year" },
  title: { pt: "Relatórios", en: "Reports" },
  tabs: {
    flow: { pt: "Fluxo do mês", en: "Flow of the month" },
    categories: { pt: "Categorias", en: "Categories" },
    cash_flow: { pt: "Receitas e despesas", en: "Income and expenses" },
    net_worth: { pt: "Patrimônio", en: "Net worth" },
    year: { pt: "Ano", en: "Year" },
    instalments: { pt: "Parcelas", en: "Installments" },
  },
  period: { pt: "Período", en: "Period" },
  spans: {
    1: { pt: "1 mês", en: "1 month" },
    3: { pt: "3 meses", en: "3 months" },
    6: { pt: "6 meses", en: "6 months" },
    12: { pt: "12 meses", en: "12 months" },
    24: { pt: "24 meses", en: "24 months" },
  } as Record<number, Text>,
  basis: { pt: "Quando conta", en: "When it counts" },
  bases: {
    purchase: { pt: "Por compra, inteira", en: "By purchase, whole" },
    instalment: { pt: "Por data de cada parcela", en: "By date of each installment" },
    invoice: { pt: "Por fatura, no vencimento", en: "By invoice, when due" },
    payment: { pt: "Por pagamento da fatura", en: "By payment of the invoice" },
  } satisfies Record<Basis, Text>,
  /** Without "by payment", by which categories do not add up to cash flow. */
  flowBases: {
    instalment: { pt: "Por data de cada parcela", en: "By date of each installment" },
    invoice: { pt: "Por fatura, no vencimento", en: "By invoice, when due" },
    purchase: { pt: "Por compra, inteira", en: "By purchase, whole" },
  } satisfies Partial<Record<Basis, Text>>,
  worthBases: {
    instalment: { pt: "Desde que a fatura abre", en: "Since the invoice begins" },
    invoice: { pt: "No mês da fatura", en: "In the invoice's month" },
    payment: { pt: "Só as contas", en: "Accounts only" },
  } satisfies Partial<Record<Basis, Text>>,
  kind: { pt: "Tipo", en: "Kind" },
  byCategory: {
    expenses: { pt: "Gasto por categoria", en: "Spending by category" },
    earnings: { pt: "Receita por categoria", en: "Income by category" },
  },
  others: { pt: (count: number) => `Outras ${count}`, en: (count: number) => `${count} others` },
  empty: { pt: "Nada neste período.", en: "Nothing in this period." },
  all: { pt: "Todas as categorias", en: "All categories" },
  months: { pt: "Por mês", en: "By month" },
  rows: { pt: "Ver lançamentos", en: "See transactions" },
  own: { pt: (name: string) => `${name}, sem subcategoria`, en: (name: string) => `${name}, no subcategory` },
  total: { pt: "Total", en: "Total" },
  flow: { pt: "Receitas e despesas", en: "Income and expenses" },
  in: { pt: "Receitas realizadas", en: "Realized income" },
  inExpected: { pt: "Receitas a receber", en: "Income still expected" },
  out: { pt: "Despesas pagas das contas", en: "Expenses paid from accounts" },
  cards: {
    purchase: { pt: "Compras no cartão", en: "Purchases on cards" },
    instalment: { pt: "Compras no cartão", en: "Purchases on cards" },
    invoice: { pt: "Faturas", en: "Invoices" },
    payment: { pt: "Faturas pagas", en: "Invoices paid" },
  } satisfies Record<Basis, Text>,
  outExpected: { pt: "Despesas a pagar", en: "Expenses still to pay" },
  result: { pt: (basis: string) => `Resultado previsto, ${basis}`, en: (basis: string) => `Predicted result, ${basis}` },
  flowSentence: {
    pt: (income: string, outgo: string, result: string, basis: string) =>
      `Receitas de ${income}, despesas de ${outgo}, resultado de ${result}, com o previsto, ${basis}.`,
    en: (income: string, outgo: string, result: string, basis: string) =>
      `Income of ${income}, expenses of ${outgo}, a result of ${result}, with what is predicted, ${basis}.`,
  },
  extremes: {
    pt: (best: string, bestCents: string, worst: string, worstCents: string) =>
      `Dos meses completos, o melhor: ${best} (${bestCents}); o pior: ${worst} (${worstCents}).`,
    en: (best: string, bestCents: string, worst: string, worstCents: string) =>
      `Of the complete months, the best: ${best} (${bestCents}); the worst: ${worst} (${worstCents}).`,
  },
  worth: { pt: "Patrimônio", en: "Net worth" },
  accounts: { pt: "Contas", en: "Accounts" },
  owed: { pt: "Devido nos cartões", en: "Owed on cards" },
  worthSentence: {
    pt: (cents: string, day: string) => `${cents} em ${day}.`,
    en: (cents: string, day: string) => `${cents} on ${day}.`,
  },
  worthSoFar: {
    pt: (cents: string) => `${cents}, com o que já está pago.`,
    en: (cents: string) => `${cents}, with what is paid so far.`,
  },
  worthChange: {
    pt: (cents: string, isMore: boolean, since: string) => `${cents} a ${isMore ? "mais" : "menos"} que em ${since}.`,
    en: (cents: string, isMore: boolean, since: string) => `${cents} ${isMore ? "more" : "less"} than on ${since}.`,
  },
  yearTable: {
    pt: (year: string) => `Gastos de ${year} por categoria e mês`,
    en: (year: string) => `Spending in ${year} by category and month`,
  },
  whole: {
    pt: (basis: string) => `Previsto ${basis}, em reais inteiros. A tabela abaixo tem os centavos.`,
    en: (basis: string) => `Predicted ${basis}, in whole reais. The table below has the cents.`,
  },
  yearSum: { pt: (year: string) => `Gastos de ${year}`, en: (year: string) => `Spending in ${year}` },
  yearSentence: {
    pt: (cents: string, basis: string) => `${cents} no total, com o previsto, ${basis}.`,
    en: (cents: string, basis: string) => `${cents} in all, with what is predicted, ${basis}.`,
  },
  /** Beside the name of a month. */
  unfinished: { pt: "em curso", en: "ongoing" },
  toCome: { pt: "previsto", en: "predicted" },
  monthly: { pt: "Gastos mês a mês", en: "Spending month by month" },
  shades: {
    pt: "Mais forte: acima da média da própria categoria nos meses completos desta tabela.",
    en: "Stronger: above the category's own average of the complete months in this table.",
  },
  began: {
    pt: (month: string) => `Começa em ${month}, com o seu primeiro lançamento.`,
    en: (month: string) => `Begins in ${month}, with your first transaction.`,
  },
  againstMean: {
    pt: (percent: number) => (percent === 0 ? "na média" : `${Math.abs(percent)}% ${percent > 0 ? "acima" : "abaixo"} da média`),
    en: (percent: number) => (percent === 0 ? "average" : `${Math.abs(percent)}% ${percent > 0 ? "above" : "below"} average`),
  },
  instalments: { pt: "Parcelas a vencer", en: "Installments to come" },
  instalmentsSentence: {
    pt: (total: string, months: number, last: string) =>
      `${total} em parcelas nos próximos ${months} meses; a última fatura com parcelas é a de ${last}.`,
    en: (total: string, months: number, last: string) =>
      `${total} in installments in the next ${months} months; the last invoice with any is that of ${last}.`,
  },
  noInstalments: { pt: "Nenhuma parcela a vencer.", en: "No installments to come." },
  from: { pt: (month: string) => `a partir de ${month}`, en: (month: string) => `from ${month} on` },
  parts: { pt: "Parcelas", en: "Installments" },
  otherPurchases: { pt: "Outras compras", en: "Other purchases" },
  sum: { pt: "Compras nas faturas", en: "Purchases on invoices" },
});
