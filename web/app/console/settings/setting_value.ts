// What a setting is at present, in words.
import { isBoolean, isOn, type Setting } from "./setting_record.ts";
import { settingsWords } from "./words.ts";

const LONGEST = 120;

/** What to change elsewhere, if all of these settings come from the environment. */
export function lockedText(settings: readonly Setting[]): string | undefined {
  const [first] = settings;
  return first && settings.every(({ locked }) => locked) ? settingsWords.locked(first.variable) : undefined;
}

export function valueText(setting: Setting): string {
  const { value, default: initial, secret, source } = setting;
  if (isBoolean(setting)) return isOn(setting) ? settingsWords.on : settingsWords.off;
  if (value !== null) return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (secret && source !== "default") return settingsWords.hidden;
  return initial === "" ? settingsWords.noDefault : settingsWords.byDefault(initial.replaceAll("`", ""));
}
