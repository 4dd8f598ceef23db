// A forecast as a sentence.
import { currentDay } from "../../clock.ts";
import type { Store } from "../../data/store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { longDay } from "../../rules/day_names.ts";
import type { ForecastSummary } from "../../rules/records.ts";
import { forecastWords } from "./words.ts";

export function forecastSentence(store: Store, { lowest, first_negative: negative }: ForecastSummary): string {
  const [cents, day] = [amountText(store, lowest.balance_cents), longDay(lowest.date, language, currentDay())];
  return negative
    ? forecastWords.negative(longDay(negative.date, language, currentDay()), cents, day)
    : forecastWords.neverNegative(cents, day);
}
