// Texts of cards.
import { texts } from "../../language.ts";

export const cardWords = texts({
  title: { pt: "Cartões", en: "Cards" },
  add: { pt: "Novo cartão", en: "New card" },
  edit: { pt: "Editar cartão", en: "Edit card" },
  payWith: { pt: "Conta que paga", en: "Payment account" },
  archive: { pt: "Arquivar", en: "Archive" },
  archived: { pt: "Cartão arquivado.", en: "Card archived." },
  unarchive: { pt: "Reativar", en: "Unarchive" },
  unarchived: { pt: "Cartão reativado.", en: "Card unarchived." },
  archivedOnes: { pt: "Arquivados", en: "Archived" },
  payWithDefault: { pt: "A conta padrão", en: "The default account" },
  name: { pt: "Nome", en: "Name" },
  closing: { pt: "Dia do fechamento", en: "Closing day" },
  due: { pt: "Dia do vencimento", en: "Due day" },
  limit: { pt: "Limite", en: "Limit" },
  limitHint: { pt: "Em branco: sem limite", en: "Leave empty for no limit" },
  empty: { pt: "Nenhum cartão ainda.", en: "No card yet." },
  saved: { pt: "Cartão criado.", en: "Card created." },
  availableTitle: { pt: "Limite disponível", en: "Available" },
  openInvoice: { pt: "Fatura aberta", en: "Open invoice" },
  nextDue: { pt: (day: string) => `vence em ${day}`, en: (day: string) => `due on ${day}` },
  overLimit: { pt: "Acima do limite", en: "Over the limit" },
  noLimit: { pt: "Sem limite cadastrado", en: "No limit set" },
  ofLimit: { pt: (cents: string) => `de ${cents}`, en: (cents: string) => `of ${cents}` },
  otherInvoices: { pt: "outras faturas", en: "other invoices" },
  owed: { pt: "Devido em todas as faturas", en: "Owed on all invoices" },
});

export const cardMoveWords = texts({
  hint: { pt: "Novos dias valem da fatura aberta em diante.", en: "New days apply from the open invoice on." },
  none: { pt: "Nenhuma compra muda de fatura.", en: "No purchase changes its invoice." },
  move: {
    pt: (count: number, cents: string, from: string, to: string) =>
      `${count === 1 ? "1 compra" : `${count} compras`} (${cents}): da fatura de ${from} para a de ${to}`,
    en: (count: number, cents: string, from: string, to: string) =>
      `${count === 1 ? "1 purchase" : `${count} purchases`} (${cents}): from the invoice of ${from} to that of ${to}`,
  },
  paid: { pt: "já paga", en: "already paid" },
  force: { pt: "Mudar também faturas que já foram pagas", en: "Also change paid invoices" },
});
