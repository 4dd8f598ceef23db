// Texts of the filters of a list.
import { type Text, texts } from "../language.ts";
import type { RowKind, RowState } from "../rules/row_filter.ts";

export const filterWords = texts({
  bar: { pt: "Filtros", en: "Filters" },
  category: { pt: "Categoria", en: "Category" },
  tag: { pt: "Etiqueta", en: "Tag" },
  place: { pt: "Conta ou cartão", en: "Account or card" },
  kind: { pt: "Tipo", en: "Kind" },
  kinds: {
    counted: { pt: "Sem transferências", en: "Without transfers" },
    expense: { pt: "Despesas", en: "Expenses" },
    income: { pt: "Receitas", en: "Income" },
    transfer: { pt: "Transferências", en: "Transfers" },
  } satisfies Record<RowKind, Text>,
  amount: { pt: "Valor", en: "Amount" },
  amountFrom: { pt: "De", en: "From" },
  amountTo: { pt: "Até", en: "To" },
  amountHint: { pt: "Deixe em branco o que não importa.", en: "Leave empty what does not matter." },
  between: { pt: (from: string, to: string) => `${from} a ${to}`, en: (from: string, to: string) => `${from} to ${to}` },
  atLeast: { pt: (from: string) => `a partir de ${from}`, en: (from: string) => `${from} or more` },
  atMost: { pt: (to: string) => `até ${to}`, en: (to: string) => `up to ${to}` },
  turned: { pt: "O valor final é menor que o inicial.", en: "The end is smaller than the start." },
  state: { pt: "Situação", en: "Status" },
  states: {
    paid: { pt: "Pagos", en: "Paid" },
    open: { pt: "Em aberto", en: "Open" },
    overdue: { pt: "Vencidos", en: "Overdue" },
  } satisfies Record<RowState, Text>,
  person: { pt: "Pessoa", en: "Person" },
  without: { pt: (name: string) => `Sem o filtro ${name}`, en: (name: string) => `Without the filter ${name}` },
  apply: { pt: "Filtrar", en: "Filter" },
});

export const savedFilterWords = texts({
  button: { pt: "Salvos", en: "Saved" },
  menu: { pt: "Filtros salvos", en: "Saved filters" },
  none: { pt: "Nenhum filtro salvo ainda", en: "No saved filters yet" },
  save: { pt: "Salvar este filtro…", en: "Save this filter…" },
  arrange: { pt: "Renomear ou remover…", en: "Rename or remove…" },
  title: { pt: "Salvar filtro", en: "Save filter" },
  name: { pt: "Nome", en: "Name" },
  hint: {
    pt: "Vale para todos os meses e em todos os seus aparelhos.",
    en: "It applies to every month and on all your devices.",
  },
  saved: { pt: "Filtro salvo.", en: "Filter saved." },
  changed: { pt: "Filtros alterados.", en: "Filters changed." },
  remove: { pt: (name: string) => `Remover ${name}`, en: (name: string) => `Remove ${name}` },
  tooMany: {
    pt: (most: number) => `Há lugar para ${most} filtros. Remova um antes.`,
    en: (most: number) => `There is room for ${most} filters. Remove one first.`,
  },
  sameName: { pt: "Dois filtros têm o mesmo nome.", en: "Two filters have the same name." },
});
