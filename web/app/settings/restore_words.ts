// Texts of restoring an export.
import { texts } from "../language.ts";

export const restoreWords = texts({
  title: { pt: "Restaurar", en: "Restore" },
  hint: {
    pt: "Traz de volta um arquivo “Tudo (JSON)” para um espaço vazio. Primeiro conferimos; nada é gravado até você confirmar.",
    en: "Brings an “Everything (JSON)” file back into an empty space. It is checked first; nothing is saved until you confirm.",
  },
  file: { pt: "Escolher arquivo JSON", en: "Choose a JSON file" },
  checking: { pt: "Conferindo o arquivo…", en: "Checking the file…" },
  checked: { pt: "O arquivo está em ordem. Isto será gravado:", en: "The file is fine. This will be saved:" },
  act: { pt: "Restaurar neste espaço", en: "Restore into this space" },
  restoring: { pt: "Restaurando…", en: "Restoring…" },
  done: { pt: "Tudo restaurado.", en: "Everything is restored." },
  undoing: { pt: "Desfazendo…", en: "Undoing…" },
  undone: { pt: "Restauração desfeita.", en: "The restore was undone." },
  keptSome: {
    pt: (count: number) => `Desfeita em parte: ${count} registros já foram mudados e ficaram.`,
    en: (count: number) => `Undone in part: ${count} records have been changed since and stay.`,
  },
  tooLarge: { pt: "O arquivo passa de 20 MB.", en: "The file is larger than 20 MB." },
  otherSpace: { pt: "Restaurar em um espaço novo", en: "Restore into a new space" },
  kinds: {
    transactions: { pt: "Lançamentos", en: "Transactions" },
    series: { pt: "Repetições e parcelamentos", en: "Repeats and instalments" },
    accounts: { pt: "Contas", en: "Accounts" },
    credit_cards: { pt: "Cartões", en: "Cards" },
    categories: { pt: "Categorias", en: "Categories" },
    budgets: { pt: "Orçamentos", en: "Budgets" },
    goals: { pt: "Objetivos", en: "Goals" },
    goal_moves: { pt: "Movimentos de objetivos", en: "Moves of goals" },
    import_rules: { pt: "Regras", en: "Rules" },
    category_memory: { pt: "Categorias aprendidas", en: "Learned categories" },
    invoice_checks: { pt: "Faturas conferidas", en: "Checked invoices" },
  },
});
