// Texts of one existing transaction: its actions, and edits that conflict.
import { texts } from "../language.ts";

export const rowWords = texts({
  edit: { pt: "Lançamento", en: "Transaction" },
  removed: { pt: "Lançamento excluído.", en: "Transaction deleted." },
  remove: { pt: "Excluir", en: "Delete" },
  removeAsk: { pt: "Excluir este lançamento?", en: "Delete this transaction?" },
  removeTransfer: { pt: "Os dois lados da transferência são excluídos.", en: "Both sides of the transfer are deleted." },
  duplicate: { pt: "Duplicar", en: "Duplicate" },
  duplicated: { pt: "Lançamento duplicado, com a data de hoje.", en: "Transaction duplicated, with today's date." },
  refund: { pt: "Estornar", en: "Refund" },
  refundAsk: { pt: "Estornar este lançamento?", en: "Refund this transaction?" },
  refundHint: {
    pt: "Um lançamento de hoje devolve o valor no mesmo lugar. O que foi lançado fica como está.",
    en: "A transaction dated today returns the amount to the same account or card. The original stays as it is.",
  },
  refundWhat: { pt: "O que volta", en: "What comes back" },
  refundAll: { pt: "De todas as partes, na proporção", en: "Of all parts, in proportion" },
  refundTooMuch: {
    pt: "Estorno lançado. Ele devolve mais do que restava desta compra em uma das categorias.",
    en: "Refund booked. It gives back more than was left of the purchase in one of its categories.",
  },
  linked: { pt: "Ligado a este lançamento", en: "Linked to this transaction" },
  says: {
    splitFrom: { pt: "Parte de", en: "Part of" },
    isRefundOf: { pt: "Estorna", en: "Refunds" },
    isRefund: { pt: "Estornado por", en: "Refunded by" },
    isTransfer: { pt: "Com a transferência", en: "With the transfer" },
  },
  refundOf: { pt: (what: string) => `Estorno: ${what}`, en: (what: string) => `Refund: ${what}` },
  refunded: { pt: "Estorno lançado.", en: "Refund booked." },
  scope: { pt: "Vale para", en: "Applies to" },
  scopes: {
    one: { pt: "Só este", en: "Only this one" },
    future: { pt: "Este e os próximos", en: "This and later ones" },
    all: { pt: "Todos da série", en: "The whole series" },
  },
  invoiceOf: { pt: (month: string) => `Na fatura de ${month}`, en: (month: string) => `On the invoice of ${month}` },
  bothSides: {
    pt: "Transferência: os dois lados mudam juntos. A conta é a deste lado.",
    en: "Transfer: both sides change together. The account is the one on this side.",
  },
  payment: { pt: "Pagamento de fatura.", en: "Payment of an invoice." },
});

export const conflictWords = texts({
  changed: {
    pt: "Este lançamento mudou em outro lugar. O que você digitou continua aqui, e só isso será salvo; se for o mesmo campo, você escolhe.",
    en: "This transaction was changed elsewhere. What you typed is still here, and only that will be saved. If both changed the same field, you choose.",
  },
  deleted: { pt: "Este registro foi excluído.", en: "This record was deleted." },
});
