// Texts of the switch between months.
import { texts } from "../language.ts";

export const monthWords = texts({
  previous: { pt: "Mês anterior", en: "Previous month" },
  next: { pt: "Próximo mês", en: "Next month" },
  current: { pt: "Mês atual", en: "Current month" },
});
