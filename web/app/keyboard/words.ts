// Texts of shortcuts and of the command palette.
import { texts } from "../language.ts";

export const paletteWords = texts({
  title: { pt: "Ir para", en: "Go to" },
  label: { pt: "Tela, conta, cartão, categoria ou ação", en: "Screen, account, card, category or action" },
  list: { pt: "Encontrados", en: "Results" },
  kinds: {
    screen: { pt: "tela", en: "screen" },
    account: { pt: "conta", en: "account" },
    card: { pt: "cartão", en: "card" },
    category: { pt: "categoria", en: "category" },
    act: { pt: "ação", en: "action" },
  },
  hide: { pt: "Esconder ou mostrar valores", en: "Hide or show amounts" },
  redo: { pt: "Refazer", en: "Redo" },
  rules: { pt: "Regras de importação", en: "Import rules" },
});

export const shortcutWords = texts({
  title: { pt: "Atalhos do teclado", en: "Keyboard shortcuts" },
  help: { pt: "ver os atalhos", en: "show the shortcuts" },
  palette: { pt: "ir para, ou fazer", en: "go to, or do" },
  search: { pt: "buscar", en: "search" },
  add: { pt: "novo lançamento", en: "new transaction" },
  overview: { pt: "início", en: "overview" },
  transactions: { pt: "lançamentos", en: "transactions" },
  cards: { pt: "cartões", en: "cards" },
  budgets: { pt: "orçamentos", en: "budgets" },
  goals: { pt: "objetivos", en: "goals" },
  agenda: { pt: "agenda", en: "agenda" },
  forecast: { pt: "previsão", en: "forecast" },
  reports: { pt: "relatórios", en: "reports" },
  accounts: { pt: "contas", en: "accounts" },
  before: { pt: "anterior", en: "previous" },
  next: { pt: "próximo", en: "next" },
  today: { pt: "mês ou fatura atual", en: "current month or invoice" },
  hide: { pt: "esconder valores", en: "hide amounts" },
  undo: { pt: "desfazer", en: "undo" },
  redo: { pt: "refazer", en: "redo" },
  back: { pt: "voltar", en: "back" },
});
