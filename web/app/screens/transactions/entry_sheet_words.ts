// Texts of the sheet for a new entry.
import { texts } from "../../language.ts";

export const sheetEntryWords = texts({
  save: {
    expense: { pt: "Salvar despesa", en: "Save expense" },
    income: { pt: "Salvar receita", en: "Save income" },
    transfer: { pt: "Salvar transferência", en: "Save transfer" },
  },
  what: { pt: "Descrição (opcional)", en: "Description (optional)" },
  keypad: { pt: "Teclado", en: "Keypad" },
  back: { pt: "Apagar", en: "Backspace" },
  plus: { pt: "Mais", en: "Plus" },
  minus: { pt: "Menos", en: "Minus" },
  equals: { pt: "Igual", en: "Equals" },
  comma: { pt: "Vírgula", en: "Decimal point" },
  guess: { pt: "sugestão", en: "suggested" },
  details: { pt: "Parcelas, etiquetas, observações, recibos", en: "Installments, tags, notes, receipts" },
  closeDetails: { pt: "Voltar ao teclado", en: "Back to the keypad" },
  today: { pt: "Hoje", en: "Today" },
  yesterday: { pt: "Ontem", en: "Yesterday" },
  otherDay: { pt: "Outro dia…", en: "Another day…" },
});
