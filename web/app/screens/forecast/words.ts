// Texts of the forecast.
import { type Text, texts } from "../../language.ts";

export const forecastWords = texts({
  title: { pt: "Previsão", en: "Forecast" },
  chart: { pt: "Saldo previsto", en: "Predicted balance" },
  neverNegative: {
    pt: (lowest: string, day: string) => `O menor saldo previsto é ${lowest}, em ${day}. Nunca fica negativo.`,
    en: (lowest: string, day: string) => `The lowest predicted balance is ${lowest}, on ${day}. It never goes below zero.`,
  },
  negative: {
    pt: (day: string, lowest: string, lowestDay: string) =>
      `Fica negativo em ${day}. O menor saldo previsto é ${lowest}, em ${lowestDay}.`,
    en: (day: string, lowest: string, lowestDay: string) =>
      `It goes below zero on ${day}. The lowest predicted balance is ${lowest}, on ${lowestDay}.`,
  },
  final: {
    pt: (days: number, cents: string) => `Daqui a ${days} dias: ${cents}.`,
    en: (days: number, cents: string) => `In ${days} days: ${cents}.`,
  },
  span: { pt: "Até quando", en: "Until when" },
  spans: {
    30: { pt: "30 dias", en: "30 days" },
    60: { pt: "60 dias", en: "60 days" },
    90: { pt: "3 meses", en: "3 months" },
    180: { pt: "6 meses", en: "6 months" },
    365: { pt: "1 ano", en: "1 year" },
    730: { pt: "2 anos", en: "2 years" },
  } as Record<number, Text>,
  account: { pt: "Conta", en: "Account" },
  everyAccount: { pt: "Todas as contas", en: "All accounts" },
  tried: { pt: "E se…", en: "What if…" },
  triedHint: {
    pt: "Experimente uma despesa ou receita: nada é salvo, e o endereço da página guarda o teste.",
    en: "Try an expense or income: nothing is saved, and the page address keeps it.",
  },
  without: { pt: "Sem os testes", en: "Without what-ifs" },
  try: { pt: "Testar", en: "Try" },
  income: { pt: "Receita", en: "Income" },
  expense: { pt: "Despesa", en: "Expense" },
  amount: { pt: "Valor", en: "Amount" },
  day: { pt: "Dia", en: "Day" },
  what: { pt: "O quê", en: "What" },
  remove: { pt: (what: string) => `Tirar ${what}`, en: (what: string) => `Remove ${what}` },
  nameless: { pt: "teste", en: "what-if" },
  reserves: { pt: "Reservas planejadas", en: "Planned reserves" },
  lowestAvailable: {
    pt: (cents: string, day: string) => `O menor disponível é ${cents}, em ${day}.`,
    en: (cents: string, day: string) => `The least available is ${cents}, on ${day}.`,
  },
  coming: { pt: "O que vem", en: "What is coming" },
  nothing: {
    pt: "Nada previsto neste período. Lançamentos fixos, parcelados e não pagos aparecem aqui.",
    en: "Nothing is expected in this period. Fixed, installment and unpaid transactions appear here.",
  },
  more: { pt: (count: number) => `Mostrar mais ${count} dias`, en: (count: number) => `Show ${count} more days` },
});
