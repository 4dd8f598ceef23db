// Numbers as people read them.
import { language } from "../../language.ts";

export const count = (value: number): string => value.toLocaleString(language);

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)));
  const unit = UNITS[power] as string;
  return (bytes / 1000 ** power).toLocaleString(language, { style: "unit", unit, maximumFractionDigits: power > 1 ? 1 : 0 });
}

export const secondsText = (seconds: number): string =>
  seconds.toLocaleString(language, { style: "unit", unit: "second", maximumFractionDigits: 1 });
