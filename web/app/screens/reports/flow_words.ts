// Texts of the flow of a month, and of sharing a report.
import { texts } from "../../language.ts";

export const flowWords = texts({
  name: { pt: (month: string) => `Fluxo de ${month}`, en: (month: string) => `Flow of ${month}` },
  left: { pt: "Sobra", en: "Left" },
  missing: { pt: "Falta, sai do saldo", en: "Missing, from balance" },
  others: { pt: (count: number) => `Outras ${count}`, en: (count: number) => `${count} others` },
  in: { pt: "Entra", en: "In" },
  out: { pt: "Sai", en: "Out" },
  fromTo: { pt: "De onde e para onde", en: "From and to" },
  /** Of a month that is over, then of another. */
  leftSentence: {
    pt: (cents: string, month: string, isOver: boolean) =>
      isOver ? `Sobraram ${cents} em ${month}` : `Devem sobrar ${cents} em ${month}`,
    en: (cents: string, month: string, isOver: boolean) =>
      isOver ? `${cents} left in ${month}` : `${cents} should be left in ${month}`,
  },
  missingSentence: {
    pt: (cents: string, month: string, isOver: boolean) =>
      isOver ? `Faltaram ${cents} em ${month}` : `Devem faltar ${cents} em ${month}`,
    en: (cents: string, month: string, isOver: boolean) =>
      isOver ? `${cents} short in ${month}` : `${month} should be ${cents} short`,
  },
  shares: {
    pt: (out: number, left: number, isOver: boolean) =>
      isOver
        ? `De cada R$ 100 que entraram, R$ ${out} saíram e R$ ${left} ficaram.`
        : `De cada R$ 100 que entram, R$ ${out} saem e R$ ${left} ficam.`,
    en: (out: number, left: number, isOver: boolean) =>
      isOver
        ? `Of every R$ 100 that came in, R$ ${out} went out and R$ ${left} stayed.`
        : `Of every R$ 100 that come in, R$ ${out} go out and R$ ${left} stay.`,
  },
  basis: {
    pt: (basis: string, isOver: boolean) => `Contado ${basis}${isOver ? "" : ", com o previsto"}.`,
    en: (basis: string, isOver: boolean) => `Counted ${basis}${isOver ? "" : ", with what is predicted"}.`,
  },
  empty: {
    pt: (month: string) => `Nada entrou nem saiu em ${month}.`,
    en: (month: string) => `Nothing came in or went out in ${month}.`,
  },
  counts: { pt: "Uma devolução diminui a categoria dela.", en: "A refund reduces its category." },
});

export const shareWords = texts({
  share: { pt: "Compartilhar", en: "Share" },
  about: {
    pt: "O gráfico como imagem, ou esta página inteira em PDF.",
    en: "The chart as a picture, or this whole page as a PDF.",
  },
  aboutPage: { pt: "Esta página em PDF, pela impressão do navegador.", en: "This page as a PDF, by the browser's print dialog." },
  picture: { pt: "Imagem", en: "Picture" },
  pdf: { pt: "PDF", en: "PDF" },
  hidden: {
    pt: "Os valores estão escondidos e não vão junto. Quer mostrar os valores antes?",
    en: "Amounts are hidden and will not be included. Show them first?",
  },
  show: { pt: "Mostrar valores", en: "Show amounts" },
  failed: {
    pt: "Este navegador não conseguiu fazer a imagem. O PDF funciona.",
    en: "This browser could not make the picture. The PDF works.",
  },
});
