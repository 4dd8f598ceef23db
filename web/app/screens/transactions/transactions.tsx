// /transactions: a month by day. Filters stand in the address, so that reload, back and a link keep them.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { useDayBalances } from "../../data/day_balances.ts";
import { Loading } from "../../data/loading.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { focusedId } from "../../keyboard/list_navigation.ts";
import { EntryRow } from "../../ledger/entry_row.tsx";
import { figureWords } from "../../ledger/figure_words.ts";
import { FilterChips } from "../../ledger/filter_chips.tsx";
import { addressWith } from "../../ledger/list_address.ts";
import { ListTotals } from "../../ledger/list_totals.tsx";
import { listWords } from "../../ledger/list_words.ts";
import { MonthBalance } from "../../ledger/month_balance.tsx";
import { RowMenu } from "../../ledger/row_menu.tsx";
import { Days } from "../../ledger/rows.tsx";
import { type Selection, SelectionBar, SelectionContext, useSelection } from "../../ledger/selection.tsx";
import { ShownFilter } from "../../ledger/shown_filter.ts";
import { SumLine } from "../../ledger/sum_line.tsx";
import { entryWords } from "../../ledger/words.ts";
import { bySpace, daysQuery, thisMonth } from "../../months.ts";
import { SendingEntry } from "../../offline/sending_entries.tsx";
import { isMonth } from "../../rules/days.ts";
import { flowsOfRows } from "../../rules/figures.ts";
import type { Category, Transaction } from "../../rules/records.ts";
import {
  asShares,
  FILTER_KEYS,
  filterOfQuery,
  isFiltering,
  matching,
  type ShareFilter,
  searchQuery,
} from "../../rules/row_filter.ts";
import { here, route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { lateParts } from "../../shell/shell.tsx";
import { shellWords } from "../../shell/words.ts";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";

export function Transactions() {
  const store = useStore();
  const { query } = here.value;
  const now = thisMonth();
  const month = isMonth(query.month) ? query.month : now;
  const categories = useData<Category[]>("/categories").data ?? NONE;
  const filter = filterOfQuery(query, categories);
  // The server searches over all years.
  const isEverywhere = query.all === "1" && Boolean(query.q?.trim());
  const path = isEverywhere ? `/transactions?${searchQuery(filter)}&${ALWAYS}` : bySpace(`/transactions?${daysQuery(month)}`);
  const rows = useData<Transaction[]>(path);
  const Waiting = lateParts.value?.WaitingRows;
  const account = /^account:(\d+)$/.exec(query.place ?? "")?.[1];
  return (
    <Screen
      title={shellWords.nav.transactions}
      tools={
        <MonthSwitcher month={month} today={now} href={(each) => addressWith({ month: each === now ? "" : each, row: "" })} />
      }
    >
      <Search isEverywhere={isEverywhere} />
      <FilterChips rows={rows.data ?? []} />
      <MonthBalance month={month} accountId={account} />
      {Waiting && <Waiting />}
      {!store.isReadOnly.value && <EntryRow key={`${month} ${query.place}`} month={month} place={query.place ?? ""} />}
      <SendingEntry />
      <Loading from={rows} path={path}>
        {(all) => (
          <Result
            key={month}
            all={all}
            {...(account && { of: { month, accountId: account } })}
            filter={filter}
            isFiltered={isEverywhere || isFiltering(filter)}
            rows={matching(all, isEverywhere ? { ...filter, text: undefined } : filter, currentDay())}
          />
        )}
      </Loading>
    </Screen>
  );
}

const NONE: Category[] = [];
const CLEARED = Object.fromEntries(FILTER_KEYS.map((key) => [key, ""]));

function Search({ isEverywhere }: { isEverywhere: boolean }) {
  const store = useStore();
  const { query } = here.value;
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (store.isSearchRequested.value) search.current?.focus();
    store.isSearchRequested.value = false;
  }, []);
  return (
    <search class="list-search">
      <input
        ref={search}
        type="search"
        aria-label={listWords.search}
        placeholder={listWords.search}
        value={query.q ?? ""}
        onInput={(event) => route(addressWith({ q: event.currentTarget.value, all: "" }), true)}
      />
      {query.q && (
        <a class="button" href={addressWith({ all: isEverywhere ? "" : "1" })}>
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
  filter: ShareFilter;
  isFiltered: boolean;
}

interface OfAccount {
  month: string;
  accountId: string;
}

function Result({ all, rows, of, filter, isFiltered }: ResultProps) {
  const selection = useSelection();
  const { realised, predicted } = useMemo(() => flowsOfRows(asShares(rows, filter)), [rows]);
  useFollow(selection);
  if (rows.length === 0) return <Nothing isEmpty={all.length === 0} isFiltered={isFiltered} />;
  const basis = isFiltered ? figureWords.inFilter : figureWords.by.instalment;
  return (
    <>
      <ListTotals flow={realised} basis={basis} />
      <SelectionContext.Provider value={selection}>
        <ShownFilter.Provider value={filter}>
          {of ? <DaysWithBalance rows={rows} {...of} /> : <Days rows={rows} />}
        </ShownFilter.Provider>
      </SelectionContext.Provider>
      <SelectionBar rows={rows} selection={selection} />
      <RowMenu selection={selection} />
      <Details rows={rows} selection={selection} />
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

function Nothing({ isEmpty, isFiltered }: { isEmpty: boolean; isFiltered: boolean }) {
  const store = useStore();
  return (
    <div class="panel">
      <Empty text={isEmpty ? listWords.empty : listWords.nothingFound}>
        {isFiltered && !isEmpty && <a href={addressWith(CLEARED)}>{listWords.clearFilters}</a>}
        {!store.isReadOnly.value && (
          <a class="button main" href="/transactions/new">
            {entryWords.title}
          </a>
        )}
        {isEmpty && !store.isReadOnly.value && <a href="/welcome">{shellWords.begin}</a>}
      </Empty>
    </div>
  );
}

/** The details follow the focus, and a swiped row goes back when something else is touched. */
function useFollow({ inspected, swiped }: Selection): void {
  useEffect(() => {
    const follow = () => {
      const id = focusedId();
      if (inspected.value !== undefined && id !== undefined) inspected.value = id;
    };
    const leave = ({ target }: Event) => {
      if (swiped.value !== undefined && !(target as Element).closest?.(".swipe-acts")) swiped.value = undefined;
    };
    addEventListener("focusin", follow);
    addEventListener("pointerdown", leave);
    return () => {
      removeEventListener("focusin", follow);
      removeEventListener("pointerdown", leave);
    };
  }, []);
}

type Inspection = typeof import("../../ledger/inspector.tsx");

/** Loads when details are shown for the first time. */
function Details({ rows, selection }: { rows: readonly Transaction[]; selection: Selection }) {
  const loaded = useSignal<Inspection | undefined>(undefined);
  const isOpen = selection.inspected.value !== undefined;
  useEffect(() => {
    if (isOpen) void import("../../ledger/inspector.tsx").then((file) => (loaded.value = file)).catch(() => {});
  }, [isOpen]);
  const Inspector = loaded.value?.Inspector;
  return isOpen && Inspector ? <Inspector rows={rows} selection={selection} /> : null;
}

function DaysWithBalance({ rows, month, accountId }: { rows: readonly Transaction[] } & OfAccount) {
  return <Days rows={rows} balances={useDayBalances(month, accountId)} />;
}
