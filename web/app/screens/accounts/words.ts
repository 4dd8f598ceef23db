// What is said of accounts.
import { choose } from "../../words/words.ts";

const portuguese = {
  title: "Contas",
  add: "Nova conta",
  edit: "Editar conta",
  name: "Nome",
  type: "Tipo",
  types: { checking: "Conta corrente", savings: "Poupança", other: "Outra" } as Record<string, string>,
  opening: "Saldo inicial",
  archived: "Arquivadas",
  saved: "Conta criada.",
  standard: "padrão",
  rows: "Ver lançamentos",
};

const english: typeof portuguese = {
  title: "Accounts",
  add: "New account",
  edit: "Edit account",
  name: "Name",
  type: "Type",
  types: { checking: "Checking", savings: "Savings", other: "Other" } as Record<string, string>,
  opening: "Opening balance",
  archived: "Archived",
  saved: "Account created.",
  standard: "default",
  rows: "See transactions",
};

export const accounts = choose(portuguese, english);
