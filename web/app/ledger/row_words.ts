// What can be done with a row that is there.
import { choose } from "../words/words.ts";

const portuguese = {
  removed: "Lançamento excluído.",
  remove: "Excluir",
  removeAsk: "Excluir este lançamento?",
  removeTransfer: "Os dois lados da transferência são excluídos.",
  duplicate: "Duplicar",
  duplicated: "Lançamento duplicado, com a data de hoje.",
  refund: "Estornar",
  refundAsk: "Estornar este lançamento?",
  refundHint: "Um lançamento de hoje devolve o valor no mesmo lugar. O que foi lançado fica como está.",
  refundOf: (what: string) => `Estorno: ${what}`,
  refunded: "Estorno lançado.",
  scope: "Vale para",
  scopes: { one: "Só este", future: "Este e os próximos", all: "Todos da série" },
  invoiceOf: (month: string) => `Na fatura de ${month}`,
  moved: "Transferências e pagamentos de fatura só podem ser excluídos aqui.",
};

const english: typeof portuguese = {
  removed: "Transaction deleted.",
  remove: "Delete",
  removeAsk: "Delete this transaction?",
  removeTransfer: "Both sides of the transfer are deleted.",
  duplicate: "Duplicate",
  duplicated: "Entry duplicated, as of today.",
  refund: "Refund",
  refundAsk: "Refund this entry?",
  refundHint: "An entry of today gives the amount back on the same place. What was booked stays as it is.",
  refundOf: (what: string) => `Refund: ${what}`,
  refunded: "Refund booked.",
  scope: "Applies to",
  scopes: { one: "Only this one", future: "This and later ones", all: "The whole series" },
  invoiceOf: (month: string) => `On the invoice of ${month}`,
  moved: "Transfers and invoice payments can only be deleted here.",
};

export const rowActs = choose(portuguese, english);
