// Texts of the fields of a transaction. Quick entry loads them, so texts of lists and rows are in files of their own.
import { texts } from "../language.ts";

export const entryWords = texts({
  title: { pt: "Novo lançamento", en: "New transaction" },
  kind: { pt: "Tipo", en: "Kind" },
  kinds: {
    expense: { pt: "Despesa", en: "Expense" },
    income: { pt: "Receita", en: "Income" },
    transfer: { pt: "Transferência", en: "Transfer" },
  },
  amount: { pt: "Valor", en: "Amount" },
  amountHint: { pt: "Pode fazer contas: 12+3,50 ou 3×10", en: "You can calculate: 12+3.50 or 3×10" },
  description: { pt: "Descrição", en: "Description" },
  date: { pt: "Data", en: "Date" },
  place: { pt: "Conta ou cartão", en: "Account or card" },
  from: { pt: "De", en: "From" },
  to: { pt: "Para", en: "To" },
  category: { pt: "Categoria", en: "Category" },
  noCategory: { pt: "Padrão", en: "Default" },
  split: { pt: "Dividir em categorias", en: "Split into categories" },
  repeat: { pt: "Repetição", en: "Repeats" },
  once: { pt: "Uma vez", en: "Once" },
  parts: { pt: "Parcelado", en: "In installments" },
  fixed: { pt: "Fixo, todo mês", en: "Fixed, every month" },
  howMany: { pt: "Parcelas", en: "Installments" },
  paid: { pt: "Pago", en: "Paid" },
  received: { pt: "Recebido", en: "Received" },
  tags: { pt: "Etiquetas", en: "Tags" },
  tagsHint: { pt: "Separadas por vírgula", en: "Separated by commas" },
  notes: { pt: "Observações", en: "Notes" },
  another: { pt: "Salvar e criar outro", en: "Save and add another" },
  sending: { pt: "enviando…", en: "sending…" },
  saved: { pt: "Lançamento salvo.", en: "Transaction saved." },
  queued: { pt: "Na fila: será enviado quando houver conexão.", en: "Queued: it will be sent when you are back online." },
  badAmount: { pt: "Digite um valor, como 12,50.", en: "Type an amount, such as 12.50." },
  samePlace: { pt: "Escolha duas contas diferentes.", en: "Choose two different accounts." },
});

export const statusWords = texts({
  paid: { pt: "pago", en: "paid" },
  closes: { pt: (day: string) => `fecha ${day}`, en: (day: string) => `closes ${day}` },
  isDue: { pt: (day: string) => `vence ${day}`, en: (day: string) => `due ${day}` },
});

export const fieldWords = texts({
  past: { pt: "Já usadas", en: "Used before" },
  recent: { pt: "Usadas há pouco", en: "Used recently" },
  all: { pt: "Todas", en: "All" },
  invoice: { pt: "Fatura", en: "Invoice" },
  byDay: { pt: "Pela data da compra", en: "By the date of the purchase" },
});
