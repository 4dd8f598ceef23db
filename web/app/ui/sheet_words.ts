// Texts of sheets.
import { texts } from "../language.ts";

export const sheetWords = texts({
  discard: { pt: "Descartar o que você digitou?", en: "Discard what you typed?" },
  discardHint: { pt: "Ainda não foi salvo.", en: "It has not been saved yet." },
  discardNow: { pt: "Descartar", en: "Discard" },
  goOn: { pt: "Continuar", en: "Keep editing" },
});
