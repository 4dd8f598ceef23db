// The points of a balance chart.

export interface BalancePoint {
  date: string;
  balance_cents: number;
  /** Today has two points: the balance now and the one expected at the end of the day. */
  when: "past" | "now" | "expected";
}

export interface DailyForecast {
  /** The balance now. */
  balance_cents: number;
  /** The first day is today, by the server's clock in the time zone of the space. */
  days: readonly { date: string; balance_cents: number }[];
}

/** Adds the balance now, if today is among the days. */
export function withNow(points: readonly BalancePoint[], { balance_cents: nowCents, days }: DailyForecast): BalancePoint[] {
  const now = points.findIndex(({ date }) => date === days[0]?.date);
  const point = { ...(points[now] as BalancePoint), balance_cents: nowCents, when: "now" as const };
  return now < 0 ? [...points] : [...points.slice(0, now), point, ...points.slice(now)];
}

/** The points of a forecast. Its lowest balance is the lowest at the end of a day. */
export function lineAhead(forecast: DailyForecast & { lowest: { date: string } }) {
  const ahead = forecast.days.map(({ date, balance_cents }) => ({ date, balance_cents, when: "expected" as const }));
  const points = withNow(ahead, forecast);
  return { points, lowest: points.findLastIndex(({ date }) => date === forecast.lowest.date) };
}
