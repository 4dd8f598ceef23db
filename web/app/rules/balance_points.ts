// What charts of a balance draw.

export interface BalancePoint {
  date: string;
  balance_cents: number;
  /** Today has two in a chart: what is there now, and what is expected to be there when the day ends. */
  when: "past" | "now" | "expected";
}

export interface DailyForecast {
  /** What is there now. */
  balance_cents: number;
  /** The first is today, by the clock of the server in the zone of the space. */
  days: readonly { date: string; balance_cents: number }[];
}

/** With what is there now, where today is among the days. */
export function withNow(points: readonly BalancePoint[], { balance_cents: nowCents, days }: DailyForecast): BalancePoint[] {
  const now = points.findIndex(({ date }) => date === days[0]?.date);
  const point = { ...(points[now] as BalancePoint), balance_cents: nowCents, when: "now" as const };
  return now < 0 ? [...points] : [...points.slice(0, now), point, ...points.slice(now)];
}

/** Of a forecast. Its lowest point is that of its days, each at its end. */
export function lineAhead(forecast: DailyForecast & { lowest: { date: string } }) {
  const ahead = forecast.days.map(({ date, balance_cents }) => ({ date, balance_cents, when: "expected" as const }));
  const points = withNow(ahead, forecast);
  return { points, lowest: points.findLastIndex(({ date }) => date === forecast.lowest.date) };
}
