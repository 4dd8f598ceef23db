// What a setting is at present, in words.
import { language } from "../../language.ts";
import { labelOf } from "./label_words.ts";
import { isBoolean, isOn, type Setting } from "./setting_record.ts";
import { settingsWords } from "./words.ts";

const LONGEST = 120;

/** Formats as auth writes them, in English, and for readers of Portuguese. */
const IN_PORTUGUESE: Readonly<Record<string, string>> = {
  "a URL that begins with http:// or https://": "um endereço com http:// ou https://",
  "any text": "qualquer texto",
  "text without line breaks or control characters": "um texto de uma linha",
  "one value, or several separated by commas": "um valor, ou vários separados por vírgulas",
  "values separated by commas": "valores separados por vírgulas",
  "seconds, or a duration such as 90s, 15m or 1h30m": "segundos, ou uma duração como 90s, 15m ou 1h30m",
  "a number for each hour, or number/duration such as 30/2m": "um número por hora, ou número/duração, como 30/2m",
  "an email address": "um endereço de e-mail",
  "an IP address or a host name": "um endereço IP ou o nome de um servidor",
  "a colour as #rrggbb": "uma cor, como #0a7d5a",
  "text that contains {{ .Code }}": "um texto com {{ .Code }}",
};

/** What to change elsewhere, if all of these settings come from the environment. */
export function lockedText(settings: readonly Setting[]): string | undefined {
  const [first] = settings;
  return first && settings.every(({ locked }) => locked) ? settingsWords.locked(first.variable) : undefined;
}

/** What auth says of it is English; in Portuguese its variable leads to the documentation. */
export function aboutOf({ doc, name }: Setting): string {
  return language === "en" || labelOf(name) === undefined ? doc.replaceAll("`", "") : settingsWords.variable(name);
}

export function allowedText(allowed: string): string {
  if (language === "en") return settingsWords.allowed(allowed);
  const range = /^a whole number from (\d+) to (\d+)$/.exec(allowed);
  if (range) return settingsWords.range(range[1] as string, range[2] as string);
  return settingsWords.allowed(IN_PORTUGUESE[allowed] ?? allowed);
}

export function valueText(setting: Setting): string {
  const { value, default: initial, secret, source } = setting;
  if (isBoolean(setting)) return isOn(setting) ? settingsWords.on : settingsWords.off;
  if (value !== null) return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (secret && source !== "default") return settingsWords.hidden;
  if (initial === "" || (language !== "en" && /[a-z] [a-z]/.test(initial))) return settingsWords.noDefault;
  return settingsWords.byDefault(initial.replaceAll("`", ""));
}
