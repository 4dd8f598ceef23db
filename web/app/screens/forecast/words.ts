// What forecasts say, in sentences too.
import { choose } from "../../words/words.ts";

const portuguese = {
  title: "Previsão",
  chart: "Saldo previsto",
  neverNegative: (lowest: string, day: string) => `O menor saldo previsto é ${lowest}, em ${day}. Nunca fica negativo.`,
  negative: (day: string, lowest: string, lowestDay: string) =>
    `Fica negativo em ${day}. O menor saldo previsto é ${lowest}, em ${lowestDay}.`,
  final: (days: number, cents: string) => `Daqui a ${days} dias: ${cents}.`,
  span: "Até quando",
  spans: { 30: "30 dias", 60: "60 dias", 90: "3 meses", 180: "6 meses", 365: "1 ano", 730: "2 anos" } as Record<number, string>,
  account: "Conta",
  everyAccount: "Todas as contas",
  tried: "E se…",
  triedHint: "Experimente uma despesa ou receita: nada é gravado, e o endereço da página guarda o teste.",
  without: "Sem os testes",
  try: "Testar",
  income: "Entrada",
  expense: "Saída",
  amount: "Valor",
  day: "Dia",
  what: "O quê",
  remove: (what: string) => `Tirar ${what}`,
  nameless: "teste",
  coming: "O que vem",
  nothing: "Nada previsto neste período. Lançamentos fixos, parcelados e não pagos aparecem aqui.",
  more: (count: number) => `Mostrar mais ${count} dias`,
};

const english: typeof portuguese = {
  title: "Forecast",
  chart: "Predicted balance",
  neverNegative: (lowest: string, day: string) =>
    `The lowest predicted balance is ${lowest}, on ${day}. It never goes below zero.`,
  negative: (day: string, lowest: string, lowestDay: string) =>
    `It goes below zero on ${day}. The lowest predicted balance is ${lowest}, on ${lowestDay}.`,
  final: (days: number, cents: string) => `In ${days} days: ${cents}.`,
  span: "Until when",
  spans: { 30: "30 days", 60: "60 days", 90: "3 months", 180: "6 months", 365: "1 year", 730: "2 years" },
  account: "Account",
  everyAccount: "All accounts",
  tried: "What if…",
  triedHint: "Try out an expense or income: nothing is written, and the address of the page keeps the trial.",
  without: "Without trials",
  try: "Try",
  income: "In",
  expense: "Out",
  amount: "Amount",
  day: "Day",
  what: "What",
  remove: (what: string) => `Remove ${what}`,
  nameless: "trial",
  coming: "What is coming",
  nothing: "Nothing is expected in this period. Fixed, instalment and unpaid transactions appear here.",
  more: (count: number) => `Show ${count} more days`,
};

export const forecast = choose(portuguese, english);
