// Texts of budgets.
import { type Text, texts } from "../../language.ts";
import type { Urgency } from "../../rules/budgets.ts";
import type { Carry } from "../../rules/records.ts";

export const budgetWords = texts({
  title: { pt: "Orçamentos", en: "Budgets" },
  limits: { pt: "Limites de gasto", en: "Spending limits" },
  goals: { pt: "Metas de receita", en: "Income goals" },
  add: { pt: "Novo orçamento", en: "New budget" },
  edit: { pt: "Orçamento", en: "Budget" },
  kind: { pt: "Tipo", en: "Kind" },
  kinds: [
    { pt: "Limite de gasto", en: "Spending limit" },
    { pt: "Meta de receita", en: "Income goal" },
  ],
  category: { pt: "Categoria", en: "Category" },
  amount: { pt: "Valor por mês", en: "Amount per month" },
  average: {
    pt: (cents: string, months: number) => `${months === 1 ? "No último mês" : `Média dos últimos ${months} meses`}: ${cents}.`,
    en: (cents: string, months: number) => `${months === 1 ? "Last month" : `Average of the last ${months} months`}: ${cents}.`,
  },
  use: { pt: "Usar a média", en: "Use the average" },
  copy: { pt: "Copiar do mês anterior", en: "Copy last month's" },
  copied: { pt: "Orçamentos copiados.", en: "Budgets copied." },
  nothingToCopy: { pt: "O mês anterior não tem orçamentos.", en: "Last month has no budgets." },
  empty: { pt: "Nenhum orçamento neste mês.", en: "No budgets this month." },
  saved: { pt: "Orçamento salvo.", en: "Budget saved." },
  remove: { pt: "Excluir", en: "Delete" },
  removed: { pt: "Orçamento excluído.", en: "Budget deleted." },
  left: { pt: (cents: string) => `restam ${cents}`, en: (cents: string) => `${cents} left` },
  over: { pt: (cents: string) => `${cents} acima`, en: (cents: string) => `${cents} over` },
  willBeOver: { pt: (cents: string) => `vai passar em ${cents}`, en: (cents: string) => `will be ${cents} over` },
  missing: { pt: (cents: string) => `faltam ${cents}`, en: (cents: string) => `${cents} to go` },
  reached: { pt: "alcançada", en: "reached" },
  of: { pt: (part: string, whole: string) => `${part} de ${whole}`, en: (part: string, whole: string) => `${part} of ${whole}` },
  carriedOver: { pt: "Veio do mês anterior", en: "Carried over" },
  carried: {
    pt: (cents: string, isMissing: boolean) => (isMissing ? `faltou ${cents} no mês anterior` : `com ${cents} do mês anterior`),
    en: (cents: string, isMissing: boolean) => (isMissing ? `${cents} missing from last month` : `with ${cents} from last month`),
  },
  carry: { pt: "O que sobrar no mês", en: "What is left of the month" },
  carries: {
    none: { pt: "Fica no mês", en: "Stays in the month" },
    surplus: { pt: "Passa para o mês seguinte", en: "Goes on to the next month" },
    both: { pt: "Passa, e o que faltar também", en: "Goes on, and what is missing too" },
  } satisfies Record<Carry, Text>,
  cap: { pt: "Passa no máximo", en: "At most" },
  capHint: { pt: "Vazio: passa tudo.", en: "Empty: all of it." },
  refill: {
    pt: "Completar até o valor, contando o que veio do mês anterior",
    en: "Fill up to the amount, with what was carried over",
  },
  tabs: {
    progress: { pt: "Andamento", en: "Progress" },
    categories: { pt: "Por categoria", en: "By category" },
    year: { pt: "O ano", en: "The year" },
  },
  predicted: { pt: (cents: string) => `previsto ${cents}`, en: (cents: string) => `${cents} predicted` },
  gone: {
    pt: "O traço mostra quanto do mês já passou. Tudo conta por data: compras no cartão, no seu dia.",
    en: "The tick shows how much of the month has passed. Everything counts by date; card purchases count on their day.",
  },
  sum: {
    pt: (spent: string, limit: string) => `gasto ${spent} de ${limit}`,
    en: (spent: string, limit: string) => `${spent} of ${limit} spent`,
  },
  urgencies: {
    over: { pt: "Passaram do limite", en: "Over the limit" },
    attention: { pt: "Pedem atenção", en: "Worth watching" },
    fine: { pt: "Dentro do limite", en: "Within the limit" },
  } satisfies Record<Urgency, Text>,
  canSpend: { pt: (day: string) => `Ainda dá para gastar até ${day}`, en: (day: string) => `Left to spend until ${day}` },
  wasLeft: { pt: "Sobrou no mês", en: "Left over in the month" },
  overInAll: { pt: "Acima dos limites", en: "Over the limits" },
  spent: { pt: "Gasto", en: "Spent" },
  stillExpected: { pt: "Ainda previsto", en: "Still predicted" },
  passed: { pt: (percent: number) => `hoje: ${percent}% do mês`, en: (percent: number) => `today: ${percent}% of the month` },
});
