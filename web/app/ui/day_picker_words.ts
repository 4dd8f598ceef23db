// Texts of calendars.
import { texts } from "../language.ts";

export const dayPickerWords = texts({
  title: { pt: "Escolha o dia", en: "Choose a day" },
  today: { pt: "Hoje", en: "Today" },
  weekdays: [
    { pt: "domingo", en: "Sunday" },
    { pt: "segunda", en: "Monday" },
    { pt: "terça", en: "Tuesday" },
    { pt: "quarta", en: "Wednesday" },
    { pt: "quinta", en: "Thursday" },
    { pt: "sexta", en: "Friday" },
    { pt: "sábado", en: "Saturday" },
  ],
});
