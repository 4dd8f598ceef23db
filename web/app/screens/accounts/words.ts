// Texts of accounts.
import { type Text, texts } from "../../language.ts";

export const accountWords = texts({
  title: { pt: "Contas", en: "Accounts" },
  add: { pt: "Nova conta", en: "New account" },
  edit: { pt: "Editar conta", en: "Edit account" },
  name: { pt: "Nome", en: "Name" },
  type: { pt: "Tipo", en: "Type" },
  types: {
    checking: { pt: "Conta corrente", en: "Checking" },
    savings: { pt: "Poupança", en: "Savings" },
    other: { pt: "Outra", en: "Other" },
  } as Record<string, Text>,
  opening: { pt: "Saldo inicial", en: "Opening balance" },
  archived: { pt: "Arquivadas", en: "Archived" },
  saved: { pt: "Conta criada.", en: "Account created." },
  availableOf: { pt: (cents: string) => `${cents} disponíveis`, en: (cents: string) => `${cents} available` },
  standard: { pt: "padrão", en: "default" },
});

export const accountEditWords = texts({
  today: { pt: "Saldo da conta hoje", en: "Account balance today" },
  adjust: { pt: "Ajustar saldo", en: "Adjust balance" },
  adjustHint: {
    pt: "Digite o saldo que o banco mostra. A diferença entra como um lançamento de hoje, que se pode desfazer.",
    en: "Type the balance that the bank shows. The difference is booked with today's date and can be undone.",
  },
  bank: { pt: "Saldo no banco", en: "Balance at the bank" },
  adjustment: { pt: "Ajuste de saldo", en: "Balance adjustment" },
  adjusted: { pt: "Saldo ajustado.", en: "Balance adjusted." },
  same: { pt: "O saldo já é este.", en: "The balance is already correct." },
  archive: { pt: "Arquivar", en: "Archive" },
  archived: {
    pt: "Conta arquivada: fica com seu histórico, e sai das listas.",
    en: "Account archived: it keeps its history, and leaves the lists.",
  },
  unarchive: { pt: "Reativar", en: "Unarchive" },
  unarchived: { pt: "Conta reativada.", en: "Account unarchived." },
  none: { pt: "Nada nesta conta neste mês.", en: "Nothing on this account this month." },
});
