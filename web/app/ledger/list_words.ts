// Texts of lists of transactions and of what a selection can do.
import { texts } from "../language.ts";

export const listWords = texts({
  addHere: { pt: "Lançar aqui", en: "Add a transaction here" },
  search: { pt: "Buscar no mês", en: "Search month" },
  allMonths: { pt: "Buscar em todos os meses", en: "Search all months" },
  onlyMonth: { pt: "Só neste mês", en: "This month only" },
  place: { pt: "Conta ou cartão", en: "Account or card" },
  empty: { pt: "Nada neste mês ainda.", en: "Nothing this month yet." },
  clearFilters: { pt: "Limpar filtros", en: "Clear filters" },
  nothingFound: { pt: "Nada com este filtro.", en: "Nothing with this filter." },
  basis: {
    pt: "Cada compra conta no seu dia, também no cartão. Transferências e pagamentos de fatura não contam.",
    en: "Each purchase counts on its day, on cards too. Transfers and payments of invoices do not count.",
  },
  count: {
    pt: (count: number) => (count === 1 ? "1 lançamento" : `${count} lançamentos`),
    en: (count: number) => (count === 1 ? "1 transaction" : `${count} transactions`),
  },
  totals: {
    in: { pt: "Receitas", en: "Income" },
    out: { pt: "Despesas", en: "Expenses" },
    result: { pt: "Resultado", en: "Result" },
    counts: {
      pt: "O que já foi pago ou recebido, e as compras no cartão na sua data. Transferências e pagamentos de faturas não contam.",
      en: "What was paid or received, and purchases on cards on their date. Transfers and payments of invoices do not count.",
    },
  },
  list: { pt: "Lançamentos por dia", en: "Transactions by day" },
  unpaid: { pt: "não pago", en: "not paid" },
  receipts: {
    pt: (count: number) => (count === 1 ? "1 recibo" : `${count} recibos`),
    en: (count: number) => (count === 1 ? "1 receipt" : `${count} receipts`),
  },
  overdue: { pt: "vencido", en: "overdue" },
  paidAct: { pt: "Pago", en: "Paid" },
  unpaidAct: { pt: "Não pago", en: "Not paid" },
  transfer: { pt: "transferência", en: "transfer" },
  payment: { pt: "pagamento de fatura", en: "invoice payment" },
  fixed: { pt: "fixo", en: "fixed" },
  ofWhole: { pt: (amount: string) => `de ${amount}`, en: (amount: string) => `of ${amount}` },
  changed: { pt: "mudou agora", en: "changed just now" },
});

export const rowActWords = texts({
  category: { pt: "Categoria", en: "Category" },
  chooseCategory: { pt: "Categoria…", en: "Category…" },
  select: { pt: "Selecionar", en: "Select" },
  more: { pt: "Mais", en: "More" },
  details: { pt: "Ver detalhes", en: "Show details" },
  markPaid: { pt: "Marcar como pago", en: "Mark as paid" },
  markUnpaid: { pt: "Marcar como não pago", en: "Mark as not paid" },
  filterBy: { pt: (what: string) => `Filtrar por ${what}`, en: (what: string) => `Filter by ${what}` },
});

export const monthBalanceWords = texts({
  sentence: {
    pt: (month: string, end: string, lowest: string, day: string) =>
      `${month} termina com ${end}. O menor saldo do mês é ${lowest}, em ${day}.`,
    en: (month: string, end: string, lowest: string, day: string) =>
      `${month} ends with ${end}. The lowest balance of the month is ${lowest}, on ${day}.`,
  },
  tooFar: { pt: "A previsão alcança dois anos.", en: "The forecast reaches two years." },
  all: { pt: "Saldo do mês", en: "Balance of the month" },
  one: { pt: "Saldo do mês nesta conta", en: "Balance of the month on this account" },
});

export const bulkWords = texts({
  acts: {
    category: { pt: "Categoria", en: "Category" },
    place: { pt: "Conta", en: "Account" },
    date: { pt: "Data", en: "Date" },
    tags: { pt: "Etiquetas", en: "Tags" },
    paid: { pt: "Pago", en: "Paid" },
    remove: { pt: "Excluir", en: "Delete" },
  },
  unpaid: { pt: "Não pago", en: "Not paid" },
  tagsHint: { pt: "Separadas por vírgula; substituem as que há", en: "Separated by commas; they replace those that are there" },
  changed: {
    pt: (count: number) => (count === 1 ? "1 lançamento alterado." : `${count} lançamentos alterados.`),
    en: (count: number) => (count === 1 ? "1 entry changed." : `${count} entries changed.`),
  },
  removed: {
    pt: (count: number) => (count === 1 ? "1 lançamento excluído." : `${count} lançamentos excluídos.`),
    en: (count: number) => (count === 1 ? "1 entry deleted." : `${count} entries deleted.`),
  },
  removeAsk: {
    pt: (count: number) => (count === 1 ? "Excluir 1 lançamento?" : `Excluir ${count} lançamentos?`),
    en: (count: number) => (count === 1 ? "Delete 1 entry?" : `Delete ${count} entries?`),
  },
});

export const selectionWords = texts({
  bar: { pt: "Selecionados", en: "Selected" },
  select: { pt: (what: string) => `Selecionar ${what}`, en: (what: string) => `Select ${what}` },
  count: {
    pt: (count: number) => (count === 1 ? "1 selecionado" : `${count} selecionados`),
    en: (count: number) => `${count} selected`,
  },
  clear: { pt: "Limpar seleção", en: "Clear selection" },
  toggle: { pt: "selecionar", en: "select" },
  range: { pt: "selecionar até aqui", en: "select up to here" },
  stretch: { pt: "selecionar também o seguinte", en: "select the next one too" },
  all: { pt: "selecionar todos", en: "select all" },
  edit: { pt: "editar aqui", en: "edit here" },
  amount: { pt: "editar o valor", en: "edit the amount" },
  copy: { pt: "duplicar", en: "duplicate" },
  inspect: { pt: "ver detalhes ao lado", en: "show details beside the list" },
});
