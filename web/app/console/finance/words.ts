// Texts of the screen about finance as a whole.
import { texts } from "../../language.ts";

export const financeWords = texts({
  title: { pt: "Finanças", en: "Finance" },
  hint: {
    pt: "Contagens de todos os espaços, nunca o que há neles. Contadas toda noite às 4h41 UTC.",
    en: "Counts of all spaces, never what is in them. Counted each night at 4:41 UTC.",
  },
  notYet: { pt: "Ainda não foram contadas. Isto acontece toda noite.", en: "Not counted yet. This happens each night." },
  at: { pt: (moment: string) => `Contadas em ${moment}.`, en: (moment: string) => `Counted on ${moment}.` },
  unread: {
    pt: (count: string) => `${count} espaços não puderam ser contados: a máquina deles não responde.`,
    en: (count: string) => `${count} spaces could not be counted: their machine does not answer.`,
  },
  totals: {
    title: { pt: "No total", en: "In all" },
    spaces: { pt: "Espaços", en: "Spaces" },
    transactions: { pt: "Lançamentos", en: "Transactions" },
    changes: { pt: "Mudanças registradas", en: "Changes in the logs" },
    size: { pt: "Banco de dados", en: "Database" },
  },
  ledger: {
    title: { pt: "Livros conferidos", en: "Ledgers checked" },
    never: { pt: "Ainda não foram conferidos por inteiro.", en: "They were not checked in full yet." },
    checked: {
      pt: (count: string, moment: string) => `${count} espaços, por inteiro em ${moment}.`,
      en: (count: string, moment: string) => `${count} spaces, in full on ${moment}.`,
    },
    right: { pt: "Tudo confere.", en: "Everything agrees." },
    wrong: { pt: (count: string) => `${count} linhas não conferem`, en: (count: string) => `${count} rows disagree` },
    doctor: { pt: "cofre doctor diz o que não confere.", en: "cofre doctor says what disagrees." },
  },
  webhooks: {
    title: { pt: "Webhooks que falham", en: "Webhooks that fail" },
    none: { pt: "Nenhum webhook falha.", en: "No webhook fails." },
    count: { pt: (count: string) => `${count} falham`, en: (count: string) => `${count} fail` },
  },
  largest: {
    title: { pt: "Maiores espaços", en: "Largest spaces" },
    none: { pt: "Ainda não há espaços.", en: "There are no spaces yet." },
    space: { pt: "Espaço", en: "Space" },
    people: { pt: "Pessoas", en: "People" },
  },
  space: { pt: (id: string) => `Espaço ${id}`, en: (id: string) => `Space ${id}` },
});
