// What-if rows of a forecast. They exist only in the address: `?try=2026-12-24,-150000,Viagem`.
import type { ExpectedEntry, Forecast } from "./records.ts";

export interface WhatIf {
  date: string;
  cents: number;
  what: string;
}

const MOST = 50;
const MOST_CENTS = 999_999_999_999;

/** Skips invalid values: an address may come from anywhere. */
export function readWhatIfs(search: string): WhatIf[] {
  const whatIfs = new URLSearchParams(search).getAll("try").flatMap((text) => {
    const [, date = "", cents = "", what = ""] = /^(\d{4}-\d{2}-\d{2}),(-?\d{1,12}),(.{0,100})$/s.exec(text) ?? [];
    return isDay(date) && Math.abs(Number(cents)) <= MOST_CENTS ? [{ date, cents: Number(cents), what }] : [];
  });
  return whatIfs.slice(0, MOST);
}

export const writeWhatIf = ({ date, cents, what }: WhatIf) => `${date},${cents},${what.slice(0, 100)}`;

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The forecast with these rows: past ones count today, those after the last day do not count. */
export function applyWhatIfs(forecast: Forecast, whatIfs: readonly WhatIf[]): Forecast {
  const first = forecast.days[0]?.date ?? "";
  let added = 0;
  const days = forecast.days.map((day) => {
    const own = whatIfs.filter(({ date }) => (date < first ? first : date) === day.date);
    const previous = day.previous_balance_cents + added;
    added += own.reduce((sum, { cents }) => sum + cents, 0);
    const rows = [...day.rows, ...own.map(expectedEntry)];
    return { date: day.date, previous_balance_cents: previous, balance_cents: day.balance_cents + added, rows };
  });
  const [begin] = days;
  if (!begin) return forecast;
  const lowest = days.reduce((least, day) => (day.balance_cents < least.balance_cents ? day : least), begin);
  const negative = days.find((day) => day.balance_cents < 0);
  return {
    balance_cents: forecast.balance_cents,
    final_balance_cents: forecast.final_balance_cents + added,
    lowest: { date: lowest.date, balance_cents: lowest.balance_cents },
    first_negative: negative ? { date: negative.date, balance_cents: negative.balance_cents } : null,
    days,
  };
}

function expectedEntry({ date, cents, what }: WhatIf): ExpectedEntry {
  const nowhere = { account_id: null, transaction_id: null, credit_card_id: null, credit_card_invoice_id: null };
  return { kind: "what_if", date, amount_cents: cents, paid: false, description: what, ...nowhere };
}
