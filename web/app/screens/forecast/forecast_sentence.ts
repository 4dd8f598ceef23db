// A forecast in a sentence.
import { currentDay } from "../../data/clock.ts";
import { spoken } from "../../ledger/amount_text.ts";
import { longDay } from "../../rules/day_names.ts";
import type { ForecastSummary } from "../../rules/records.ts";
import { language } from "../../words/words.ts";
import { forecast as text } from "./words.ts";

export function forecastSentence({ lowest, first_negative: negative }: ForecastSummary): string {
  const [cents, day] = [spoken(lowest.balance_cents), longDay(lowest.date, language, currentDay())];
  return negative ? text.negative(longDay(negative.date, language, currentDay()), cents, day) : text.neverNegative(cents, day);
}
