// /transactions: a month by day. Filters stand in the address, so that reload and back keep them.
import { useEffect, useRef } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { useDayBalances } from "../../data/day_balances.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { EntryRow } from "../../ledger/entry_row.tsx";
import { figureWords } from "../../ledger/figure_words.ts";
import { listWords } from "../../ledger/list_words.ts";
import { MonthBalance } from "../../ledger/month_balance.tsx";
import { PlaceOptions } from "../../ledger/place_options.tsx";
import { Days } from "../../ledger/rows.tsx";
import { SelectionBar, SelectionContext, useSelection } from "../../ledger/selection.tsx";
import { SumLine } from "../../ledger/sum_line.tsx";
import { entryWords } from "../../ledger/words.ts";
import { SendingEntry } from "../../offline/sending_entries.tsx";
import { WaitingRows } from "../../offline/waiting.tsx";
import { withBelow } from "../../rules/categories.ts";
import { isMonth, lastDayOf, monthOf } from "../../rules/days.ts";
import { flowsOfRows } from "../../rules/figures.ts";
import { matching } from "../../rules/ledger.ts";
import type { Account, Card, Category, Transaction } from "../../rules/records.ts";
import { here, route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { shellWords } from "../../shell/words.ts";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";

export function Transactions() {
  const store = useStore();
  const { query } = here.value;
  const thisMonth = monthOf(currentDay());
  const month = isMonth(query.month) ? query.month : thisMonth;
  // The server searches over all years.
  const isEverywhere = query.all === "1" && Boolean(query.q?.trim());
  const path = isEverywhere
    ? `/transactions?q=${encodeURIComponent(query.q ?? "")}&${ALWAYS}`
    : `/transactions?start_date=${month}-01&end_date=${lastDayOf(month)}`;
  const rows = useData<Transaction[]>(path);
  const account = /^account:(\d+)$/.exec(query.place ?? "")?.[1];
  const categories = useData<Category[]>("/categories").data ?? [];
  const chosen = categories.find(({ id }) => String(id) === query.category);
  return (
    <Screen
      title={shellWords.nav.transactions}
      tools={
        <MonthSwitcher month={month} today={thisMonth} href={(each) => addressWith({ month: each === thisMonth ? "" : each })} />
      }
    >
      <Filters category={chosen} isEverywhere={isEverywhere} />
      <MonthBalance month={month} accountId={account} />
      <WaitingRows />
      {!store.isReadOnly.value && <EntryRow key={`${month} ${query.place}`} month={month} place={query.place ?? ""} />}
      <SendingEntry />
      <Loading from={rows} path={path}>
        {(all) => (
          <Result
            key={month}
            all={all}
            {...(account && { of: { month, accountId: account } })}
            isFiltered={isEverywhere || Boolean(query.q || query.place || chosen)}
            rows={matching(all, {
              text: isEverywhere ? "" : query.q,
              place: query.place,
              categories: withBelow(categories, chosen?.id),
            })}
          />
        )}
      </Loading>
    </Screen>
  );
}

/** The address of the list with other filters. */
function addressWith(changes: Record<string, string>): string {
  const next = Object.entries({ ...here.value.query, ...changes }).filter(([, value]) => value !== "");
  return `/transactions${next.length === 0 ? "" : `?${new URLSearchParams(next)}`}`;
}

function Filters({ category, isEverywhere }: { category: Category | undefined; isEverywhere: boolean }) {
  const store = useStore();
  const { query } = here.value;
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (store.isSearchRequested.value) search.current?.focus();
    store.isSearchRequested.value = false;
  }, []);
  return (
    <search class="filters">
      <input
        ref={search}
        type="search"
        aria-label={listWords.search}
        placeholder={listWords.search}
        value={query.q ?? ""}
        onInput={(event) => route(addressWith({ q: event.currentTarget.value, all: "" }), true)}
      />
      <PlaceSelect value={query.place ?? ""} onChange={(place) => route(addressWith({ place }), true)} />
      {category && (
        <a class="button chip" href={addressWith({ category: "" })} aria-label={listWords.withoutCategory(category.name)}>
          {category.name} <Icon name="close" />
        </a>
      )}
      {query.q && (
        <a class="button chip" href={addressWith({ all: isEverywhere ? "" : "1" })}>
          {isEverywhere ? listWords.onlyMonth : listWords.allMonths}
        </a>
      )}
    </search>
  );
}

const ALWAYS = "start_date=1900-01-01&end_date=2199-12-31&page=1&per_page=200";

interface ResultProps {
  all: Transaction[];
  rows: Transaction[];
  /** The account that the list is filtered by. */
  of?: OfAccount;
  isFiltered: boolean;
}

interface OfAccount {
  month: string;
  accountId: string;
}

function Result({ all, rows, of, isFiltered }: ResultProps) {
  const store = useStore();
  const selection = useSelection();
  if (rows.length === 0)
    return (
      <div class="panel">
        <Empty text={all.length === 0 ? listWords.empty : listWords.nothingFound}>
          {!store.isReadOnly.value && (
            <a class="button main" href="/transactions/new">
              {entryWords.title}
            </a>
          )}
          {all.length === 0 && !store.isReadOnly.value && <a href="/welcome">{shellWords.begin}</a>}
        </Empty>
      </div>
    );
  const { realised, predicted } = flowsOfRows(rows);
  const basis = isFiltered ? figureWords.inFilter : figureWords.by.instalment;
  return (
    <>
      <SelectionContext.Provider value={selection}>
        {of ? <DaysWithBalance rows={rows} {...of} /> : <Days rows={rows} />}
      </SelectionContext.Provider>
      <SelectionBar rows={rows} selection={selection} />
      <dl class="foot">
        <div>
          <dt>{listWords.count(rows.length)}</dt>
        </div>
        <SumLine label={`${figureWords.realised} ${basis}`} cents={realised.resultCents} plain={false} />
        <SumLine label={`${figureWords.predicted} ${basis}`} cents={predicted.resultCents} plain={false} />
      </dl>
      <p class="hint">{listWords.basis}</p>
    </>
  );
}

function DaysWithBalance({ rows, month, accountId }: { rows: readonly Transaction[] } & OfAccount) {
  return <Days rows={rows} balances={useDayBalances(month, accountId)} />;
}

function PlaceSelect({ value, onChange }: { value: string; onChange: (place: string) => void }) {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  return (
    <select aria-label={listWords.place} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{listWords.everywhere}</option>
      <PlaceOptions accounts={accounts} cards={cards} />
    </select>
  );
}
