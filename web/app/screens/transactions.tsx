// /transactions: a month, day by day. What is looked for stands in the address, so that it survives a reload and the way back.
import { useLocation } from "preact-iso";
import { Empty, Icon, Loading, Money, MonthSwitcher, Screen, useData } from "../parts.tsx";
import { Days } from "../rows.tsx";
import { withBelow } from "../rules/categories.ts";
import { dayOf, isMonth, lastDayOf, monthOf } from "../rules/days.ts";
import { matching, totalsOf } from "../rules/ledger.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { SelectionBar, SelectionContext, useSelection } from "../selection.tsx";
import { WaitingRows } from "../waiting.tsx";
import { words } from "../words.ts";

export function Transactions() {
  const { query, route } = useLocation();
  const thisMonth = monthOf(dayOf(new Date()));
  const month = isMonth(query.month) ? query.month : thisMonth;
  const path = `/transactions?start_date=${month}-01&end_date=${lastDayOf(month)}`;
  const rows = useData<Transaction[]>(path);
  const categories = useData<Category[]>("/categories").data ?? [];
  const chosen = categories.find(({ id }) => String(id) === query.category);
  const at = (changes: Record<string, string>) => {
    const next = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== "");
    return `/transactions${next.length === 0 ? "" : `?${new URLSearchParams(next)}`}`;
  };
  return (
    <Screen
      title={words.nav.transactions}
      tools={
        <MonthSwitcher month={month} today={thisMonth} href={(chosen) => at({ month: chosen === thisMonth ? "" : chosen })} />
      }
    >
      <search class="filters">
        <input
          type="search"
          aria-label={words.list.search}
          placeholder={words.list.search}
          value={query.q ?? ""}
          onInput={(event) => route(at({ q: event.currentTarget.value }), true)}
        />
        <Places value={query.place ?? ""} onChange={(place) => route(at({ place }), true)} />
        {chosen && (
          <a class="button chip" href={at({ category: "" })} aria-label={words.list.withoutCategory(chosen.name)}>
            {chosen.name} <Icon name="close" />
          </a>
        )}
      </search>
      <WaitingRows />
      <Loading from={rows} path={path}>
        {(all) => (
          <Found
            all={all}
            shown={matching(all, { text: query.q, place: query.place, categories: withBelow(categories, chosen?.id) })}
          />
        )}
      </Loading>
    </Screen>
  );
}

function Found({ all, shown }: { all: Transaction[]; shown: Transaction[] }) {
  const { list } = words;
  const selection = useSelection();
  if (shown.length === 0)
    return (
      <div class="panel">
        <Empty text={all.length === 0 ? list.empty : list.nothingFound}>
          <a class="button main" href="/transactions/new">
            {words.entry.title}
          </a>
          {all.length === 0 && <a href="/welcome">{words.list.begin}</a>}
        </Empty>
      </div>
    );
  const { paidCents, allCents } = totalsOf(shown);
  return (
    <>
      <SelectionContext.Provider value={selection}>
        <Days rows={shown} />
      </SelectionContext.Provider>
      <SelectionBar rows={shown} selection={selection} />
      <dl class="foot">
        <div>
          <dt>{list.count(shown.length)}</dt>
        </div>
        <div>
          <dt>{list.realised}</dt>
          <dd>
            <Money cents={paidCents} />
          </dd>
        </div>
        <div>
          <dt>{list.predicted}</dt>
          <dd>
            <Money cents={allCents} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Places({ value, onChange }: { value: string; onChange: (place: string) => void }) {
  const accounts = useData<Account[]>("/accounts").data ?? [];
  const cards = useData<Card[]>("/credit_cards").data ?? [];
  return (
    <select aria-label={words.list.place} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{words.list.everywhere}</option>
      {accounts.map(({ id, name }) => (
        <option key={id} value={`account:${id}`}>
          {name}
        </option>
      ))}
      {cards.map(({ id, name }) => (
        <option key={id} value={`card:${id}`}>
          {name}
        </option>
      ))}
    </select>
  );
}
