// Texts of the blocks of the overview.
import { type Text, texts } from "../../language.ts";
import type { Block } from "../../rules/overview_blocks.ts";

export const spendingWords = texts({
  title: { pt: (month: string) => `Para onde foi em ${month}`, en: (month: string) => `Where it went in ${month}` },
  basis: { pt: "Por data, até hoje", en: "By date, up to today" },
  tick: { pt: (day: string) => `o traço é até ${day}`, en: (day: string) => `the tick is up to ${day}` },
  none: { pt: "Nenhuma despesa neste mês ainda.", en: "No expenses this month yet." },
  others: { pt: (count: number) => `Outras ${count} categorias`, en: (count: number) => `${count} other categories` },
  same: { pt: "igual", en: "same" },
  than: { pt: "em relação ao mês anterior", en: "compared with the month before" },
});

export const oddWords = texts({
  title: { pt: "Vale olhar", en: "Worth a look" },
  budget: { pt: (category: string) => `${category} acima do orçamento`, en: (category: string) => `${category} over budget` },
  budgetText: {
    pt: (now: string, limit: string) => `${now} gastos; o limite é ${limit}.`,
    en: (now: string, limit: string) => `${now} spent; the limit is ${limit}.`,
  },
  category: { pt: (category: string) => `${category} acima do costume`, en: (category: string) => `${category} above the usual` },
  categoryText: {
    pt: (now: string, mean: string) => `${now} até hoje; a média dos meses completos é ${mean}.`,
    en: (now: string, mean: string) => `${now} so far; the mean of complete months is ${mean}.`,
  },
  bill: {
    pt: (name: string, rise: string) => `${name} subiu ${rise}`,
    en: (name: string, rise: string) => `${name} rose by ${rise}`,
  },
  billText: {
    pt: (before: string, now: string, day: string) => `De ${before} para ${now}, em ${day}.`,
    en: (before: string, now: string, day: string) => `From ${before} to ${now}, on ${day}.`,
  },
  equal: {
    pt: (name: string, count: number) => `${name} aparece ${count} vezes`,
    en: (name: string, count: number) => `${name} appears ${count} times`,
  },
  equalText: {
    pt: (count: number, one: string, all: string, day: string) => `${count} × ${one} em ${day}, no mesmo lugar: ${all}.`,
    en: (count: number, one: string, all: string, day: string) => `${count} × ${one} on ${day}, in the same place: ${all}.`,
  },
});

export const latestWords = texts({
  title: { pt: "Últimos lançamentos", en: "Latest transactions" },
  none: { pt: "Nenhum lançamento recente.", en: "No recent transactions." },
});

export const arrangeWords = texts({
  title: { pt: "Organizar a visão geral", en: "Arrange the overview" },
  hint: {
    pt: "Escolha o que aparece e em que ordem. Vale em todos os seus aparelhos.",
    en: "Choose what is shown and in which order, on all your devices.",
  },
  up: { pt: (name: string) => `Subir ${name}`, en: (name: string) => `Move ${name} up` },
  down: { pt: (name: string) => `Descer ${name}`, en: (name: string) => `Move ${name} down` },
  usual: { pt: "Voltar ao padrão", en: "Back to default" },
  saved: { pt: "Visão geral organizada.", en: "Overview arranged." },
  names: {
    ahead: { pt: "Próximos 60 dias", en: "Next 60 days" },
    next: { pt: "A seguir", en: "Coming up" },
    spending: { pt: "Para onde foi", en: "Where it went" },
    odd: { pt: "Vale olhar", en: "Worth a look" },
    latest: { pt: "Últimos lançamentos", en: "Latest transactions" },
    month: { pt: "O mês", en: "The month" },
    cards: { pt: "Cartões", en: "Cards" },
    budgets: { pt: "Orçamentos", en: "Budgets" },
  } satisfies Record<Block, Text>,
});
