// Texts about who wrote a transaction.
import { texts } from "../language.ts";

export const authorWords = texts({
  label: { pt: "Lançado por", en: "Added by" },
  by: { pt: (name: string) => `de ${name}`, en: (name: string) => `by ${name}` },
  self: { pt: "Você", en: "You" },
  gone: { pt: "Quem não está mais aqui", en: "Someone who left" },
});
