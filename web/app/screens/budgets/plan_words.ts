// Texts of the tables in which budgets are set.
import { texts } from "../../language.ts";

export const planWords = texts({
  category: { pt: "Categoria", en: "Category" },
  limit: { pt: "Limite", en: "Limit" },
  goal: { pt: "Meta", en: "Goal" },
  carried: { pt: "Veio do mês anterior", en: "Carried over" },
  available: { pt: "Disponível", en: "Available" },
  toEarn: { pt: "A receber", en: "To earn" },
  spent: { pt: "Gasto", en: "Spent" },
  earned: { pt: "Recebido", en: "Earned" },
  left: { pt: "Resta", en: "Left" },
  missing: { pt: "Falta", en: "To go" },
  total: { pt: "Total", en: "Total" },
  totalOfYear: { pt: "Ano", en: "Year" },
  leftOf: { pt: (name: string) => `Resta de ${name}`, en: (name: string) => `Left of ${name}` },
  counts: {
    pt: "Mês a mês, desde que nada veio do mês anterior. O previsto conta como gasto.",
    en: "Month by month, since nothing was carried over. What is predicted counts as spent.",
  },
  ofParent: {
    pt: (taken: string, free: string) => `${taken} nas subcategorias, ${free} sem destino`,
    en: (taken: string, free: string) => `${taken} in subcategories, ${free} unassigned`,
  },
  tooMuch: {
    pt: (taken: string, over: string) => `${taken} nas subcategorias, ${over} a mais que aqui`,
    en: (taken: string, over: string) => `${taken} in subcategories, ${over} more than here`,
  },
  sumOfChildren: { pt: "soma das subcategorias", en: "sum of its subcategories" },
  cell: { pt: (name: string, month: string) => `${name}, ${month}`, en: (name: string, month: string) => `${name}, ${month}` },
  hint: {
    pt: "Enter e as setas mudam de linha, Esc desfaz o campo. Vazio exclui. Nada muda até salvar.",
    en: "Enter and the arrows change the line, Esc takes a field back. Empty deletes. Nothing changes until you save.",
  },
  changes: {
    pt: (count: number) => (count === 1 ? "1 mudança" : `${count} mudanças`),
    en: (count: number) => (count === 1 ? "1 change" : `${count} changes`),
  },
  review: { pt: "Conferir e salvar", en: "Review and save" },
  discard: { pt: "Descartar", en: "Discard" },
  reviewTitle: { pt: "O que vai mudar", en: "What will change" },
  save: { pt: "Salvar tudo", en: "Save all" },
  saved: { pt: "Orçamentos salvos.", en: "Budgets saved." },
  broken: { pt: "Um valor não é um número.", en: "An amount is no number." },
  from: {
    pt: (before: string, after: string) => `${before} → ${after}`,
    en: (before: string, after: string) => `${before} → ${after}`,
  },
  none: { pt: "sem orçamento", en: "no budget" },
  fill: { pt: "Preencher", en: "Fill in" },
  copyMonth: { pt: "Copiar do mês anterior", en: "Copy last month's" },
  copyYear: { pt: "Copiar do ano anterior", en: "Copy last year's" },
  repeat: { pt: "Repetir nos meses seguintes", en: "Repeat in the months after" },
  repeatOf: {
    pt: (name: string) => `Repetir ${name} nos meses seguintes`,
    en: (name: string) => `Repeat ${name} in the months after`,
  },
  average: { pt: "Sugerir pela média", en: "Suggest the average" },
  median: { pt: "Sugerir pela mediana", en: "Suggest the median" },
  because: { pt: (totals: string) => `de ${totals}`, en: (totals: string) => `from ${totals}` },
  nothingToFill: { pt: "Não há nada a preencher.", en: "There is nothing to fill in." },
  filled: {
    pt: (count: number) =>
      count === 1 ? "1 valor preenchido; confira e salve." : `${count} valores preenchidos; confira e salve.`,
    en: (count: number) =>
      count === 1 ? "1 amount filled in; review and save." : `${count} amounts filled in; review and save.`,
  },
  noCategories: { pt: "Nenhuma categoria deste tipo.", en: "No categories of this kind." },
  previousYear: { pt: "Ano anterior", en: "Previous year" },
  nextYear: { pt: "Próximo ano", en: "Next year" },
});
