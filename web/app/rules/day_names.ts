// Names of days and months. They stand here because `Intl` loads slower than a screen draws; a test compares both.

interface Names {
  months: readonly string[];
  /** Length of the short names, and what ends them. */
  short: (name: string) => string;
  weekdays: readonly string[];
  monthOfYear: (month: string, year: string) => string;
  dayOfMonth: (day: string, month: string) => string;
  dayOfYear: (dayOfMonth: string, year: string) => string;
  numeric: (day: string, month: string) => string;
}

const PORTUGUESE: Names = {
  months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(" "),
  short: (name) => `${name.slice(0, 3)}.`,
  weekdays: "dom. seg. ter. qua. qui. sex. sáb.".split(" "),
  monthOfYear: (month, year) => `${month} de ${year}`,
  dayOfMonth: (day, month) => `${day} de ${month}`,
  dayOfYear: (day, year) => `${day} de ${year}`,
  numeric: (day, month) => `${day}/${month}`,
};

const ENGLISH: Names = {
  months: "January February March April May June July August September October November December".split(" "),
  short: (name) => name.slice(0, 3),
  weekdays: "Sun Mon Tue Wed Thu Fri Sat".split(" "),
  monthOfYear: (month, year) => `${month} ${year}`,
  dayOfMonth: (day, month) => `${month} ${day}`,
  dayOfYear: (day, year) => `${day}, ${year}`,
  numeric: (day, month) => `${month}/${day}`,
};

const namesIn = (language: string) => (language === "en" ? ENGLISH : PORTUGUESE);
const nameOf = (month: string, { months }: Names) => months[Number(month.slice(5, 7)) - 1] as string;
const numberOf = (day: string) => String(Number(day.slice(8)));

/** "novembro de 2026" */
export function monthName(month: string, language: string): string {
  const names = namesIn(language);
  return names.monthOfYear(nameOf(month, names), String(Number(month.slice(0, 4))));
}

/** "seg., 16 de nov." */
export function dayName(day: string, language: string): string {
  const names = namesIn(language);
  const weekday = names.weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()];
  return `${weekday}, ${names.dayOfMonth(numberOf(day), names.short(nameOf(day, names)))}`;
}

/** "16 de novembro", with the year where it is not the one of `now`. */
export function longDay(day: string, language: string, now: string): string {
  const names = namesIn(language);
  const text = names.dayOfMonth(numberOf(day), nameOf(day, names));
  return day.slice(0, 4) === now.slice(0, 4) ? text : names.dayOfYear(text, String(Number(day.slice(0, 4))));
}

/** "nov.", and in January "jan. 27". */
export function shortMonth(month: string, language: string): string {
  const names = namesIn(language);
  const name = names.short(nameOf(month, names));
  return month.endsWith("-01") ? `${name} ${month.slice(2, 4)}` : name;
}

/** "16/11" */
export const shortDay = (day: string, language: string) => namesIn(language).numeric(day.slice(8), day.slice(5, 7));

/** "16/11/2026" */
export const numericDay = (day: string, language: string) => `${shortDay(day, language)}/${day.slice(0, 4)}`;
