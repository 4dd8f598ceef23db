// Amounts as banks write them, to whole cents: by their digits, never by way of fractions. Whether a dot is a decimal sign is decided
// once for a column, because one value alone (1.234) does not tell.
import { MOST_CENTS } from "../../money/cents.ts";
import type { Reason } from "../reasons.ts";

export type Decimal = "." | ",";

export type Amount = { cents: number } | { reason: Reason };

export interface ColumnDecimal {
  decimal: Decimal;
  /** False: no value tells whether `1.234` has three decimals or stands for thousands. */
  isCertain: boolean;
}

/** The decimal sign of a column. `usual` is taken where no value shows it. */
export function decimalOf(values: Iterable<string>, usual: Decimal): Decimal {
  return findDecimal(values, usual).decimal;
}

/** `isStated`: a person chose `usual`, which counts where the values do not show another. */
export function findDecimal(values: Iterable<string>, usual: Decimal, isStated = false): ColumnDecimal {
  const votes = { ".": 0, ",": 0 };
  const weak = { ".": 0, ",": 0 };
  for (const value of values) {
    const dot = value.lastIndexOf(".");
    const comma = value.lastIndexOf(",");
    if (dot < 0 && comma < 0) continue;
    const last: Decimal = dot > comma ? "." : ",";
    const other: Decimal = last === "." ? "," : ".";
    const at = Math.max(dot, comma);
    if (dot >= 0 && comma >= 0) votes[last]++;
    else if (value.indexOf(last) !== at) votes[other]++;
    else if (couldBeThousands(value)) weak[other]++;
    else votes[last]++;
  }
  if (votes["."] !== votes[","]) return { decimal: votes["."] > votes[","] ? "." : ",", isCertain: true };
  const isCertain = isStated || weak["."] + weak[","] === 0;
  if (isCertain || votes["."] > 0 || weak["."] === weak[","]) return { decimal: usual, isCertain };
  return { decimal: weak["."] > weak[","] ? "." : ",", isCertain };
}

/** One to three digits, a single separator and three digits. What begins with a zero, or without a digit, is no thousand. */
export function couldBeThousands(text: string): boolean {
  return /^\D*(?<![.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])\D*$/.test(text);
}

/** `-1.234,56`, `R$ 12,34-`, `(12,34)`, `−R$ 12,34`, `12,34 D`. Plain ones, which most are, take the short way. */
export function centsOf(text: string, decimal: Decimal): Amount {
  if (text.length > 60) return { reason: "amount_invalid" };
  const [negative, digits] = SIMPLE.test(text) ? [text.startsWith("-"), text.replace(/^[+-]/, "")] : unadorned(text);
  const shape = (decimal === "," ? WITH_COMMA : WITH_DOT).exec(digits);
  if (!shape) return { reason: "amount_invalid" };
  const [, whole = "", fraction = ""] = shape;
  if (fraction.length > 2 && (fraction.length === 3 || /[1-9]/.test(fraction.slice(2)))) return { reason: "amount_too_precise" };
  const cents = Number(whole.replaceAll(decimal === "," ? "." : ",", "") + fraction.slice(0, 2).padEnd(2, "0"));
  if (cents > MOST_CENTS) return { reason: "amount_too_large" };
  return { cents: negative && cents !== 0 ? -cents : cents };
}

const SIMPLE = /^[+-]?[\d.,]+$/;
const WITH_COMMA = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+)?(?:,(\d*))?$/;
const WITH_DOT = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.(\d*))?$/;

/** Whether it is taken away, and the digits with their signs. */
function unadorned(text: string): [boolean, string] {
  let bare = text.replace(/[\s\u00a0\u202f\u2007]+/g, "").replace(/[\u2212\u2013]/g, "-");
  const inBrackets = /^\((.*)\)$/.exec(bare);
  if (inBrackets) bare = inBrackets[1] ?? "";
  const letter = /[\d.,)]([DC])$/i.exec(bare)?.[1]?.toUpperCase();
  if (letter) bare = bare.slice(0, -1);
  bare = bare.replace(/(?:R|US|U)?\$|€|BRL|USD|EUR/i, "");
  const signs = /^([+-]?)(.*?)([+-]?)$/s.exec(bare);
  const minus = signs?.[1] === "-" || signs?.[3] === "-";
  return [minus || inBrackets !== null || letter === "D", signs?.[2] ?? ""];
}

/** Of a number cell. Spreadsheets keep binary fractions, which are off by far less than this. */
export function centsOfNumber(value: number): Amount {
  const cents = Math.round(value * 100);
  if (!Number.isFinite(value)) return { reason: "amount_invalid" };
  if (Math.abs(cents) > MOST_CENTS) return { reason: "amount_too_large" };
  if (Math.abs(value * 100 - cents) > 0.01) return { reason: "amount_too_precise" };
  return { cents: cents + 0 };
}
