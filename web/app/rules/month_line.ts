// The balance of a month as one line: what it was until today, and what it is expected to be from then on.

export interface DailyBalances {
  balances: { date: string; balance: number; predicted_balance: number }[];
}

export interface MonthLine {
  days: { date: string; balance_cents: number }[];
  /** So many of them have happened. */
  realised: number;
  endCents: number;
  lowest: { date: string; balance_cents: number };
}

export function monthLine({ balances }: DailyBalances, today: string): MonthLine {
  const days = balances.map(({ date, balance, predicted_balance: predicted }) => ({
    date,
    balance_cents: date <= today ? balance : predicted,
  }));
  const none = { date: today, balance_cents: 0 };
  return {
    days,
    realised: days.filter(({ date }) => date <= today).length,
    endCents: (days.at(-1) ?? none).balance_cents,
    lowest: days.reduce((least, day) => (day.balance_cents < least.balance_cents ? day : least), days[0] ?? none),
  };
}
