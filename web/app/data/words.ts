// Texts of undo and of edits that conflict.
import { texts } from "../language.ts";

export const editWords = texts({
  saved: { pt: "Alteração salva.", en: "Change saved." },
  asks: {
    pt: "O mesmo campo mudou em outro lugar. Escolha o que fica.",
    en: "The same field was changed elsewhere. Choose what stays.",
  },
  mine: { pt: (value: string) => `Manter o meu: ${value}`, en: (value: string) => `Keep mine: ${value}` },
  theirs: { pt: (value: string) => `Usar o outro: ${value}`, en: (value: string) => `Take theirs: ${value}` },
  nothing: { pt: "nada", en: "nothing" },
  yes: { pt: "sim", en: "yes" },
  no: { pt: "não", en: "no" },
});

export const undoWords = texts({
  undone: { pt: "Desfeito.", en: "Undone." },
  redone: { pt: "Refeito.", en: "Redone." },
  nothing: { pt: "Nada para desfazer.", en: "Nothing to undo." },
  inPart: {
    pt: (kept: number) =>
      kept === 1
        ? "Desfeito, menos um registro que mudou desde então."
        : `Desfeito, menos ${kept} registros que mudaram desde então.`,
    en: (kept: number) =>
      kept === 1
        ? "Undone, except one record that has changed since."
        : `Undone, except ${kept} records that have changed since.`,
  },
});
