// Texts of categories.
import { texts } from "../../language.ts";

export const categoryWords = texts({
  title: { pt: "Categorias", en: "Categories" },
  add: { pt: "Nova categoria", en: "New category" },
  edit: { pt: "Categoria", en: "Category" },
  kinds: { expenses: { pt: "Despesas", en: "Expenses" }, earnings: { pt: "Receitas", en: "Income" } },
  kind: { pt: "Tipo", en: "Kind" },
  color: { pt: "Cor", en: "Colour" },
  parent: { pt: "Dentro de", en: "Inside" },
  noParent: { pt: "Nenhuma", en: "None" },
  archived: { pt: "Arquivada", en: "Archived" },
  isArchived: { pt: "arquivada", en: "archived" },
  standard: { pt: "padrão", en: "default" },
  saved: { pt: "Categoria salva.", en: "Category saved." },
  removed: { pt: "Categoria excluída.", en: "Category deleted." },
  remove: { pt: "Excluir", en: "Delete" },
  removeAsk: { pt: (name: string) => `Excluir ${name}?`, en: (name: string) => `Delete ${name}?` },
  removeHint: {
    pt: "O que foi lançado nela passa para a categoria escolhida. Os orçamentos dela são excluídos.",
    en: "Its transactions move to the category that you choose. Its budgets are deleted.",
  },
  replacement: { pt: "Passar lançamentos para", en: "Move transactions to" },
});
