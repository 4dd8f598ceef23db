// Texts of calendars.
import { texts } from "../language.ts";

export const dayPickerWords = texts({ title: { pt: "Escolha o dia", en: "Choose a day" }, today: { pt: "Hoje", en: "Today" } });
