// Texts of dialogs.
import { texts } from "../language.ts";

export const dialogWords = texts({
  losesTitle: { pt: "Descartar o que você digitou?", en: "Discard what you typed?" },
  loses: { pt: "Nada foi salvo ainda.", en: "Nothing has been saved yet." },
  keep: { pt: "Continuar editando", en: "Keep editing" },
  lose: { pt: "Descartar", en: "Discard" },
});
