// Texts of the screen of sign-in methods.
import { texts } from "../../language.ts";

export const signInWords = texts({
  title: { pt: "Formas de entrar", en: "Sign-in methods" },
  general: { pt: "Sem outro serviço", en: "Without another service" },
  factors: { pt: "Segundos fatores", en: "Second factors" },
});
