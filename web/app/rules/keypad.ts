// A keypad that adds: the keys that were pressed, as a text such as `12,50+3`, and their sum in whole cents.

export type KeypadKey = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "00" | "," | "+" | "-" | "=" | "back";

const MOST_DIGITS = 9;
const MOST_TERMS = 20;

/** The text after a key. A key that makes no sense there changes nothing. */
export function pressKeypad(text: string, key: KeypadKey): string {
  if (key === "back") return text.slice(0, -1);
  if (key === "=") return evaluate(text);
  if (key === "+" || key === "-") return addOperator(text, key);
  if (key === ",") return addComma(text);
  return [...key].reduce(addDigit, text);
}

/** Undefined while no digit was pressed. */
export function keypadCents(text: string): number | undefined {
  const terms = termsOf(text).filter((term) => /\d/.test(term));
  return terms.length === 0 ? undefined : terms.reduce((sum, term) => sum + centsOf(term), 0);
}

/** Whether there is more than one term, so that the sum differs from what was typed. */
export const isCalculation = (text: string) => /\d[+-]/.test(text);

/** "1234,56": an amount as if it had been typed. */
export function keypadText(cents: number): string {
  const [whole, rest] = [Math.trunc(cents / 100), cents % 100];
  return rest === 0 ? String(whole) : `${whole},${String(rest).padStart(2, "0")}`;
}

/** "12,50 + 3" */
export const showKeypad = (text: string, language: string) =>
  termsOf(text)
    .map((term) => term.replace(/^[+-]/, (sign) => ` ${sign === "-" ? "−" : "+"} `))
    .map((term) => showTerm(term, language))
    .join("")
    .trim();

/** A key of a device's keyboard. */
export function keypadKeyOf(key: string): KeypadKey | undefined {
  if (key === "Backspace") return "back";
  if (key === ".") return ",";
  return /^[\d,+=-]$/.test(key) ? (key as KeypadKey) : undefined;
}

/** Each but the first begins with its sign. */
const termsOf = (text: string) => text.match(/[+-]?[\d,]+|[+-]/g) ?? [];

const lastTerm = (text: string) => /[\d,]*$/.exec(text)?.[0] ?? "";

function addDigit(text: string, digit: string): string {
  const [whole = "", cents] = lastTerm(text).split(",");
  if (cents !== undefined) return cents.length < 2 ? text + digit : text;
  if (whole === "0") return text.slice(0, -1) + digit;
  return whole.length < MOST_DIGITS ? text + digit : text;
}

function addComma(text: string): string {
  const term = lastTerm(text);
  if (term.includes(",")) return text;
  return term === "" ? `${text}0,` : `${text},`;
}

/** After another operator it takes its place. An amount does not begin with one. */
function addOperator(text: string, operator: string): string {
  const before = text.replace(/[+,-]$/, "");
  return before === "" || termsOf(before).length >= MOST_TERMS ? text : before + operator;
}

/** What is below zero stays a calculation: there is no such amount. */
function evaluate(text: string): string {
  const cents = keypadCents(text);
  return cents === undefined || cents < 0 ? text : keypadText(cents);
}

function centsOf(term: string): number {
  const [, sign, whole, rest = ""] = /^([+-]?)(\d+),?(\d*)$/.exec(term) ?? [];
  const cents = Number(whole) * 100 + Number(rest.padEnd(2, "0"));
  return sign === "-" ? -cents : cents;
}

/** With groups of three digits, and the language's separators. */
function showTerm(term: string, language: string): string {
  const [group, point] = language === "en" ? [",", "."] : [".", ","];
  const [whole = "", ...cents] = term.split(",");
  return [whole.replace(/\B(?=(\d{3})+$)/g, group), ...cents].join(point);
}
