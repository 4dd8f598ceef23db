// Texts of the parts of a split transaction.
import { texts } from "../language.ts";

export const splitWords = texts({
  title: { pt: "Divisão", en: "Split" },
  part: { pt: (number: number) => `Parte ${number}`, en: (number: number) => `Part ${number}` },
  description: { pt: "Descrição da parte", en: "Description of the part" },
  choose: { pt: "Escolha…", en: "Choose…" },
  transferTo: { pt: "Transferência para", en: "Transfer to" },
  transferFrom: { pt: "Transferência de", en: "Transfer from" },
  add: { pt: "Adicionar parte", en: "Add a part" },
  remove: { pt: (number: number) => `Remover a parte ${number}`, en: (number: number) => `Remove part ${number}` },
  evenly: { pt: "Em partes iguais", en: "Evenly" },
  inProportion: { pt: "Na mesma proporção", en: "In proportion" },
  join: { pt: "Não dividir", en: "Don't split" },
  rest: { pt: (amount: string) => `Falta distribuir ${amount}`, en: (amount: string) => `${amount} left to distribute` },
  tooMuch: { pt: (amount: string) => `Passou ${amount} do valor`, en: (amount: string) => `${amount} more than the amount` },
  open: { pt: (amount: string) => `O resto: ${amount}`, en: (amount: string) => `The rest: ${amount}` },
  whole: { pt: "As partes somam o valor.", en: "The parts sum to the amount." },
  follows: { pt: "As partes acompanham o valor, na mesma proporção.", en: "The parts follow the amount, in proportion." },
  wrong: {
    pt: "Cada parte precisa de uma categoria e de um valor, e juntas somam o valor do lançamento. Uma ao menos não é transferência.",
    en: "Each part needs a category and an amount, and together they sum to the amount of the transaction. One at least is no transfer.",
  },
  show: { pt: (count: number) => `${count} partes`, en: (count: number) => `${count} parts` },
});
