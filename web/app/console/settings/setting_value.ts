// What a setting is at present, in words.
import { isBoolean, isOn, type Setting } from "./setting_record.ts";
import { settingsWords } from "./words.ts";

const LONGEST = 120;

export function valueText(setting: Setting): string {
  const { value, default: initial, secret, source } = setting;
  if (isBoolean(setting)) return isOn(setting) ? settingsWords.on : settingsWords.off;
  if (value !== null) return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (secret && source !== "default") return settingsWords.hidden;
  return initial === "" ? settingsWords.noDefault : settingsWords.byDefault(initial.replaceAll("`", ""));
}
