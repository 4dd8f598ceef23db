// /forecast: the predicted balance. What-if rows stand in the address, so that they can be stored and shared.
import { useSignal } from "@preact/signals";
import { StepChart } from "../../charts/charts.ts";
import { currentDay } from "../../clock.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { countWords } from "../../ledger/count_words.ts";
import { figureWords } from "../../ledger/figure_words.ts";
import { Money } from "../../ledger/money.tsx";
import { Why, WhyLine } from "../../ledger/why.tsx";
import { lineAhead } from "../../rules/balance_points.ts";
import { dayName, longDay } from "../../rules/day_names.ts";
import type { Account, ForecastGoals, Forecast as ForecastReply } from "../../rules/records.ts";
import { applyWhatIfs, readWhatIfs, type WhatIf, writeWhatIf } from "../../rules/what_if.ts";
import { here, route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ExpectedRow } from "../overview/expected_rows.tsx";
import { forecastSentence } from "./forecast_sentence.ts";
import { PlannedReserves } from "./planned_reserves.tsx";
import { WhatIfForm } from "./what_if.tsx";
import { forecastWords } from "./words.ts";

const SPANS = [30, 60, 90, 180, 365, 730];

export function Forecast() {
  const { query, url } = here.value;
  const days = SPANS.find((each) => String(each) === query.days) ?? 60;
  const account = /^\d{1,15}$/.test(query.account ?? "") ? (query.account as string) : "";
  const whatIfs = readWhatIfs(url.split("?")[1] ?? "");
  const path = `/forecast?days=${days}${account ? `&account_id=${account}` : "&goals=true"}`;
  const reply = useData<ForecastReply>(path);
  const go = (next: { days?: number; account?: string; whatIfs?: readonly WhatIf[] }) => {
    const search = new URLSearchParams({ days: String(next.days ?? days) });
    const chosen = next.account ?? account;
    if (chosen) search.set("account", chosen);
    for (const each of next.whatIfs ?? whatIfs) search.append("try", writeWhatIf(each));
    route(`/forecast?${search}`, true);
  };
  return (
    <Screen title={forecastWords.title}>
      <div class="filters">
        <Accounts value={account} onChange={(chosen) => go({ account: chosen })} />
        <select
          aria-label={forecastWords.span}
          value={days}
          onChange={(event) => go({ days: Number(event.currentTarget.value) })}
        >
          {SPANS.map((each) => (
            <option key={each} value={each}>
              {forecastWords.spans[each]}
            </option>
          ))}
        </select>
      </div>
      <Loading from={reply} path={path}>
        {(forecast) => <ForecastView forecast={forecast} whatIfs={whatIfs} onTry={(next) => go({ whatIfs: next })} />}
      </Loading>
    </Screen>
  );
}

interface ForecastViewProps {
  forecast: ForecastReply;
  whatIfs: readonly WhatIf[];
  onTry: (whatIfs: readonly WhatIf[]) => void;
}

function ForecastView({ forecast, whatIfs, onTry }: ForecastViewProps) {
  const store = useStore();
  const result = whatIfs.length === 0 ? forecast : applyWhatIfs(forecast, whatIfs);
  const final = forecastWords.final(result.days.length - 1, amountText(store, result.final_balance_cents));
  return (
    <>
      <section class={result.first_negative ? "panel warned" : "panel"}>
        <StepChart
          name={forecastWords.chart}
          sentence={`${forecastSentence(store, result)} ${final}`}
          why={<WhyFinal forecast={result} />}
          {...lineAhead(result)}
          other={otherLine(forecast, whatIfs.length > 0)}
          height={300}
        />
      </section>
      <div class="columns">
        <WhatIfForm whatIfs={whatIfs} today={forecast.days[0]?.date ?? ""} onTry={onTry} />
        <Coming forecast={result} />
        {hasReserves(forecast) && <PlannedReserves goals={forecast.goals} />}
      </div>
    </>
  );
}

type WithGoals = ForecastReply & { goals: ForecastGoals };

const hasReserves = (forecast: ForecastReply): forecast is WithGoals =>
  forecast.goals !== undefined && (forecast.goals.reserved_cents > 0 || forecast.goals.planned.length > 0);

/** Beside the line: the one without what is tried, else what goals leave available. */
function otherLine(forecast: ForecastReply, tries: boolean) {
  if (tries) return { name: forecastWords.without, cents: centsOf(lineAhead(forecast)) };
  if (!hasReserves(forecast)) return undefined;
  const { goals } = forecast;
  const days = forecast.days.map((day, index) => ({
    ...day,
    balance_cents: goals.days[index]?.available_cents ?? day.balance_cents,
  }));
  const available = { ...forecast, balance_cents: goals.available_cents, days };
  return { name: figureWords.available, cents: centsOf(lineAhead(available)) };
}

const centsOf = ({ points }: ReturnType<typeof lineAhead>) => points.map(({ balance_cents: cents }) => cents);

/** The balance today, and what is expected to come in and go out. */
function WhyFinal({ forecast }: { forecast: ForecastReply }) {
  const cents = forecast.days.flatMap(({ rows }) => rows.map((row) => row.amount_cents));
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
  return (
    <Why
      figure={forecastWords.chart}
      counts={countWords.forecast(longDay(forecast.days.at(-1)?.date ?? "", language, currentDay()))}
      totalCents={forecast.final_balance_cents}
    >
      <WhyLine text={figureWords.balanceToday} cents={forecast.balance_cents} href="/accounts" />
      <WhyLine text={countWords.expectedIn} cents={sum(cents.filter((each) => each > 0))} href="/agenda" />
      <WhyLine text={countWords.expectedOut} cents={sum(cents.filter((each) => each < 0))} href="/agenda" />
    </Why>
  );
}

const AT_ONCE = 12;

function Coming({ forecast }: { forecast: ForecastReply }) {
  const most = useSignal(AT_ONCE);
  const days = forecast.days.filter(({ rows }) => rows.length > 0);
  const left = days.length - most.value;
  return (
    <section class="panel flush">
      <header class="panel-head">
        <h2>{forecastWords.coming}</h2>
      </header>
      {days.length === 0 && <Empty text={forecastWords.nothing} />}
      {days.slice(0, most.value).map((day) => (
        <section class="day" key={day.date} aria-label={dayName(day.date, language)}>
          <h3>
            <span>{dayName(day.date, language)}</span>
            <span class="at-its-end">
              {figureWords.balance.expected} <Money cents={day.balance_cents} plain />
            </span>
          </h3>
          <ul>
            {day.rows.map((row, index) => (
              <ExpectedRow
                key={`${index}${row.kind}${row.transaction_id}`}
                row={row}
                showsDay={row.date !== day.date}
                acts={false}
              />
            ))}
          </ul>
        </section>
      ))}
      {left > 0 && (
        <div class="state">
          <button type="button" onClick={() => (most.value += 60)}>
            {forecastWords.more(Math.min(60, left))}
          </button>
        </div>
      )}
    </section>
  );
}

function Accounts({ value, onChange }: { value: string; onChange: (account: string) => void }) {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  return (
    <select aria-label={forecastWords.account} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{forecastWords.everyAccount}</option>
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
