// Reads and formats money. Amounts are whole cents.

/** `R$ 1.234,56`, `-R$ 0,05`; `R$ 1,234.56` in English. */
export function formatCents(cents: number, language: string): string {
  const magnitude = Math.abs(cents);
  const [group, point] = language === "en" ? [",", "."] : [".", ","];
  const whole = String(Math.trunc(magnitude / 100)).replace(/\B(?=(\d{3})+$)/g, group);
  return `${cents < 0 ? "−" : ""}R$\u00a0${whole}${point}${String(magnitude % 100).padStart(2, "0")}`;
}

/** As it is typed: "1.234,56". */
export const plainAmount = (cents: number, language: string) => formatCents(cents, language).replace(/R\$\s/, "");

/** Cents of a typed or pasted amount; undefined if it is none. Computes `12+3,5`, `3×12,50` and `100/3`, rounded to cents. */
export function parseCents(text: string): number | undefined {
  const typed = text
    .replace(/r\$|\s/gi, "")
    .replace(/[−–]/g, "-")
    .replace(/[x×]/gi, "*")
    .replace(/[÷:]/g, "/");
  const terms = typed.match(/[+-]?[^+-]+/g);
  if (!terms || terms.join("") !== typed) return undefined;
  let sum = 0;
  for (const term of terms) {
    const cents = parseProduct(term);
    if (cents === undefined) return undefined;
    sum += cents;
  }
  return Number.isSafeInteger(sum) ? sum : undefined;
}

/** Both sides are hundredths, so the result is scaled by one hundred. */
function parseProduct(text: string): number | undefined {
  const [first = "", ...rest] = text.split(/(?=[*/])/);
  let value = parseTerm(first);
  for (const each of rest) {
    const factor = /^[*/]\d/.test(each) ? parseTerm(each.slice(1)) : undefined;
    if (value === undefined || factor === undefined) return undefined;
    value = each.startsWith("*") ? (value * factor) / 100 : (value * 100) / factor;
  }
  const cents = value === undefined ? Number.NaN : Math.sign(value) * Math.round(Math.abs(value));
  return Number.isSafeInteger(cents) ? cents + 0 : undefined;
}

/** The last comma or point before one or two digits separates the cents; others group. */
function parseTerm(term: string): number | undefined {
  const [, sign, digits = ""] = /^([+-]?)([\d.,]+)$/.exec(term) ?? [];
  if (!/\d/.test(digits)) return undefined;
  const [, whole = "", , fraction = ""] = /^(.*?)([.,](\d{1,2}))?$/.exec(digits) ?? [];
  const plain = whole.replace(/[.,]/g, "");
  if (!isGrouped(whole) || plain.length > 13) return undefined;
  const cents = Number(plain || "0") * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "-" ? -cents : cents;
}

/** `1.234` or `1234`, but not `1.2.3` or `12.34.567,8`: groups have three digits. */
function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}([.,]\d{3})+$/.test(whole);
}

/** Parts that sum to the total; leftover cents are on the first, as in finance. */
export function splitCents(totalCents: number, parts: number): number[] {
  const part = Math.trunc(totalCents / parts);
  return [totalCents - part * (parts - 1), ...Array<number>(parts - 1).fill(part)];
}

/** "1× 33,34 + 2× 33,33", or "3× 33,33" if all are equal. */
export function describeSplit(totalCents: number, parts: number, language: string): string {
  const [first = 0, second = first] = splitCents(totalCents, parts);
  const part = (count: number, cents: number) => `${count}× ${formatCents(cents, language)}`;
  return first === second ? part(parts, first) : `${part(1, first)} + ${part(parts - 1, second)}`;
}
