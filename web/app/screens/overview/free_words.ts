// Texts of what is free until the next income.
import { texts } from "../../language.ts";

export const freeWords = texts({
  title: {
    pt: (isShort: boolean, hasIncome: boolean) =>
      `${isShort ? "Falta" : "Livre"} ${hasIncome ? "até a próxima receita" : "até o fim do mês"}`,
    en: (isShort: boolean, hasIncome: boolean) =>
      `${isShort ? "Short" : "Free"} ${hasIncome ? "until the next income" : "until the end of the month"}`,
  },
  perDay: {
    pt: (cents: string, count: number) => (count === 1 ? "para hoje" : `dá ${cents} por dia, por ${count} dias`),
    en: (cents: string, count: number) => (count === 1 ? "for today" : `that is ${cents} a day for ${count} days`),
  },
  short: {
    pt: (cents: string) => `O que já está marcado passa do saldo em ${cents}.`,
    en: (cents: string) => `What is already planned exceeds the balance by ${cents}.`,
  },
  shortReserved: {
    pt: (cents: string) => `O que está marcado e reservado passa do saldo em ${cents}.`,
    en: (cents: string) => `What is planned and reserved exceeds the balance by ${cents}.`,
  },
  alreadyBelow: { pt: "O saldo já está abaixo de zero.", en: "The balance is already below zero." },
  income: {
    pt: (description: string, day: string) => `${description}, ${day}`,
    en: (description: string, day: string) => `${description}, ${day}`,
  },
  noIncome: { pt: "Nenhuma receita marcada nos próximos 60 dias.", en: "No income is planned in the next 60 days." },
  negative: { pt: (day: string) => `Abaixo de zero em ${day}`, en: (day: string) => `Below zero on ${day}` },
  because: {
    pt: (day: string) =>
      `O saldo de hoje menos o reservado e o que sai até ${day}: contas a pagar, faturas que vencem e atrasados.`,
    en: (day: string) =>
      `Today's balance less what is reserved and what goes out until ${day}: bills, invoices that fall due, and what is overdue.`,
  },
  uncounted: {
    pt: (cents: string) => `${cents} a receber até lá só contam quando entrarem.`,
    en: (cents: string) => `${cents} to come in until then count once they are there.`,
  },
  notCounted: { pt: "Receitas só contam quando entram.", en: "Income counts once it is there." },
  bar: { pt: "Do saldo, o que é livre", en: "What is free of the balance" },
  free: { pt: "Livre", en: "Free" },
  missing: { pt: "Falta", en: "Short" },
  overdue: { pt: "Atrasados a pagar", en: "Overdue to pay" },
  reserved: { pt: "Reservado para objetivos", en: "Reserved for goals" },
  rows: { pt: "Contas marcadas", en: "Planned bills" },
  question: { pt: "Quanto está livre até a próxima receita?", en: "How much is free until the next income?" },
});

export const nextWords = texts({
  title: { pt: "A seguir", en: "Coming up" },
  none: { pt: (day: string) => `Nada marcado até ${day}.`, en: (day: string) => `Nothing is planned until ${day}.` },
  more: {
    pt: (count: number, day: string) => `mais ${count} até ${day}`,
    en: (count: number, day: string) => `${count} more until ${day}`,
  },
});
