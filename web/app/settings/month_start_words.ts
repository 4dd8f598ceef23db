// Texts of the day on which months begin.
import { texts } from "../language.ts";

export const monthStartWords = texts({
  title: { pt: "Início do mês", en: "Start of the month" },
  hint: {
    pt: "Em que dia começam os meses deste espaço, também os que já passaram. Faturas seguem o calendário.",
    en: "On which day the months of this space begin, past ones too. Invoices follow the calendar.",
  },
  day: { pt: "O mês começa no dia", en: "The month begins on day" },
  dayOption: {
    pt: (day: string) => (Number(day) > 28 ? `${day}, ou o último do mês` : day),
    en: (day: string) => (Number(day) > 28 ? `${day}, or the last of the month` : day),
  },
  weekend: { pt: "Se cair no fim de semana", en: "If that is on a weekend" },
  weekends: {
    same: { pt: "Começa no mesmo dia", en: "It begins on that day" },
    before: { pt: "Começa na sexta-feira antes", en: "It begins on the Friday before" },
    after: { pt: "Começa na segunda-feira depois", en: "It begins on the Monday after" },
  },
  preview: {
    pt: (month: string, first: string, last: string) => `Este mês é ${month}: de ${first} a ${last}.`,
    en: (month: string, first: string, last: string) => `This month is ${month}: from ${first} to ${last}.`,
  },
  saved: { pt: "Início do mês salvo.", en: "Start of the month saved." },
});
