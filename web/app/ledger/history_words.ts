// Texts of the history of a transaction and of changes to its series. Only the screen of one transaction loads them.
import { type Text, texts } from "../language.ts";
import type { HistoryField } from "../rules/history.ts";

export const historyWords = texts({
  title: { pt: "Histórico", en: "History" },
  created: { pt: "Criado", en: "Created" },
  changed: { pt: "Alterado", en: "Changed" },
  removed: { pt: "Excluído", en: "Deleted" },
  fields: {
    description: { pt: "descrição", en: "description" },
    amount_cents: { pt: "valor", en: "amount" },
    date: { pt: "data", en: "date" },
    category_id: { pt: "categoria", en: "category" },
    parts: { pt: "divisão", en: "split" },
    account_id: { pt: "conta", en: "account" },
    credit_card_id: { pt: "cartão", en: "card" },
    paid: { pt: "pago", en: "paid" },
    notes: { pt: "observações", en: "notes" },
    tags: { pt: "etiquetas", en: "tags" },
    credit_card_invoice_id: { pt: "fatura", en: "invoice" },
  } satisfies Record<HistoryField, Text>,
  yes: { pt: "sim", en: "yes" },
  no: { pt: "não", en: "no" },
  nothing: { pt: "nada", en: "nothing" },
  by: { pt: (name: string) => `por ${name}`, en: (name: string) => `by ${name}` },
});

export const seriesWords = texts({
  reach: {
    pt: (count: number, first: string, last: string) =>
      count === 1 ? `Muda 1 lançamento, de ${first}.` : `Muda ${count} lançamentos, de ${first} a ${last}.`,
    en: (count: number, first: string, last: string) =>
      count === 1 ? `Changes 1 transaction, on ${first}.` : `Changes ${count} transactions, from ${first} to ${last}.`,
  },
  goesOn: { pt: "E os que vierem depois.", en: "And all later ones." },
  paid: {
    pt: (count: number) =>
      count === 1
        ? "Um deles está em fatura já paga."
        : `${count} deles estão em faturas já pagas, que deixam de bater com o que foi pago.`,
    en: (count: number) =>
      count === 1
        ? "One of them is on a paid invoice."
        : `${count} of them are on paid invoices, which then differ from what was paid.`,
  },
});
