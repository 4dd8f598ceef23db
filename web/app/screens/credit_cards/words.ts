// What is said of cards.
import { choose } from "../../words/words.ts";

const portuguese = {
  title: "Cartões",
  add: "Novo cartão",
  edit: "Editar cartão",
  payWith: "Conta que paga",
  archive: "Arquivar",
  archived: "Cartão arquivado.",
  unarchive: "Reativar",
  unarchived: "Cartão reativado.",
  archivedOnes: "Arquivados",
  payWithDefault: "A conta padrão",
  name: "Nome",
  closing: "Dia do fechamento",
  due: "Dia do vencimento",
  limit: "Limite",
  limitHint: "Em branco: sem limite",
  empty: "Nenhum cartão ainda.",
  saved: "Cartão criado.",
  open: "Fatura aberta",
  used: (part: string, whole: string) => `${part} de ${whole} usados`,
  available: (cents: string) => `${cents} disponíveis`,
  see: "Ver fatura",
};

const english: typeof portuguese = {
  title: "Cards",
  add: "New card",
  edit: "Edit card",
  payWith: "Account that pays",
  archive: "Archive",
  archived: "Card archived.",
  unarchive: "Use again",
  unarchived: "Card in use again.",
  archivedOnes: "Archived",
  payWithDefault: "The default account",
  name: "Name",
  closing: "Closing day",
  due: "Due day",
  limit: "Limit",
  limitHint: "Empty: no limit",
  empty: "No card yet.",
  saved: "Card created.",
  open: "Open invoice",
  used: (part: string, whole: string) => `${part} of ${whole} used`,
  available: (cents: string) => `${cents} available`,
  see: "See invoice",
};

export const cards = choose(portuguese, english);
