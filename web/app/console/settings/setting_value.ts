// What a setting is at present, in words.
import { language } from "../../language.ts";
import { defaultInPortuguese, formatInPortuguese } from "../../rules/setting_formats.ts";
import { aboutInPortuguese } from "../../rules/setting_texts.ts";
import { isBoolean, isOn, type Setting } from "./setting_record.ts";
import { settingsWords } from "./words.ts";

const LONGEST = 120;

/** What to change elsewhere, if all of these settings come from the environment. */
export function lockedText(settings: readonly Setting[]): string | undefined {
  const [first] = settings;
  return first && settings.every(({ locked }) => locked) ? settingsWords.locked(first.variable) : undefined;
}

/** What it is for; auth says that in English. */
export function aboutOf({ doc, name }: Setting): string {
  return (language === "en" ? undefined : aboutInPortuguese(name)) ?? doc.replaceAll("`", "");
}

export function allowedText(allowed: string): string {
  return settingsWords.allowed((language === "en" ? undefined : formatInPortuguese(allowed)) ?? allowed);
}

export function defaultText({ name, default: initial }: Setting): string {
  return ((language === "en" ? undefined : defaultInPortuguese(name, initial)) ?? initial).replaceAll("`", "");
}

export function valueText(setting: Setting): string {
  const { value, default: initial, secret, source } = setting;
  if (isBoolean(setting)) return isOn(setting) ? settingsWords.on : settingsWords.off;
  if (value !== null) return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (secret && source !== "default") return settingsWords.hidden;
  if (initial === "") return settingsWords.noDefault;
  return settingsWords.byDefault(defaultText(setting));
}
