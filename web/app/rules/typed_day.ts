// A day as people type it: `hoje`, `15`, `15/3`, `+2`.
import { addDays } from "./days.ts";
import { plainText } from "./plain_text.ts";

const NEAR: Readonly<Record<string, number>> = {
  anteontem: -2,
  ontem: -1,
  hoje: 0,
  amanha: 1,
  yesterday: -1,
  today: 0,
  tomorrow: 1,
};

const SEPARATED = /^(\d{1,2})(?:[/.-](\d{1,2}))?(?:[/.-](\d{4}|\d{2}))?$/;
/** For numeric keyboards of phones: `1503`, `15032026`. */
const DIGITS = /^(\d{2})(\d{2})(\d{4}|\d{2})?$/;

/** Undefined if it is no day. Missing parts are today's. */
export function parseDay(typed: string, today: string, language: string): string | undefined {
  const text = plainText(typed.trim());
  const near = NEAR[text];
  if (near !== undefined) return addDays(today, near);
  if (/^[+-]\d{1,4}$/.test(text)) return addDays(today, Number(text));
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return real(text);
  const [, first, second, year] = SEPARATED.exec(text) ?? DIGITS.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [day, month] = second === undefined ? [first, today.slice(5, 7)] : language === "en" ? [second, first] : [first, second];
  const whole = year === undefined ? today.slice(0, 4) : year.padStart(4, today.slice(0, 2));
  return real(`${whole}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** Rejects days such as 31 February. */
function real(day: string): string | undefined {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day ? day : undefined;
}
