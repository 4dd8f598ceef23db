// The frame of all reports: tab, period and basis. All of it stands in the address.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { language } from "../../language.ts";
import { entryWords } from "../../ledger/words.ts";
import { monthTitle, thisMonth } from "../../months.ts";
import { monthName } from "../../rules/day_names.ts";
import type { Basis } from "../../rules/figures.ts";
import { SPANS, type Span, spanOf } from "../../rules/reports.ts";
import { here, route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { ShareButton } from "./share.tsx";
import { reportWords } from "./words.ts";

const TABS = ["flow", "categories", "cash_flow", "net_worth", "year", "instalments"] as const;
export type Tab = (typeof TABS)[number];

export { thisMonth };

/** "novembro de 2026", and of a month that is not over a word for that. */
export function monthLabel(month: string): string {
  const now = thisMonth();
  const state = month > now ? reportWords.toCome : month === now && reportWords.unfinished;
  return [monthName(month, language), state].filter(Boolean).join(", ");
}

export interface ReportInput {
  query: Record<string, string>;
  span: Span;
  basis: Basis;
  /** The address with some parameters changed. */
  at: (changes: Record<string, string>) => string;
}

export function useReportInput(
  tab: Tab,
  usualMonths: number,
  bases: Partial<Record<Basis, string>>,
  usualBasis: Basis,
): ReportInput {
  const { query } = here.value;
  const at = (changes: Record<string, string>) => {
    const next = Object.entries({ ...query, ...changes }).filter(([, value]) => value !== "");
    return `/reports/${tab}${next.length === 0 ? "" : `?${new URLSearchParams(next)}`}`;
  };
  const basis = query.basis !== undefined && Object.hasOwn(bases, query.basis) ? (query.basis as Basis) : usualBasis;
  return { query, span: spanOf(query, thisMonth(), usualMonths), basis, at };
}

interface ReportProps {
  tab: Tab;
  /** Undefined if a report has a period of its own. */
  input?: ReportInput;
  bases?: Partial<Record<Basis, string>>;
  /** False if a report is of one month only. */
  hasSpans?: boolean;
  /** Of a report with a period of its own. */
  switcher?: ComponentChildren;
  /** The same as a text, for what is shared. */
  period?: string;
  basis?: string;
  more?: ComponentChildren;
  children: ComponentChildren;
}

export function Report({ tab, input, bases = {}, hasSpans = true, more, children, ...own }: ReportProps) {
  const tabs = useRef<HTMLElement>(null);
  // On phones the last tabs are outside the screen.
  useEffect(() => tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }), [tab]);
  const about = [
    reportWords.tabs[tab],
    input ? periodName(input.span) : own.period,
    input ? bases[input.basis] : own.basis,
    document.documentElement.dataset.brand,
  ].filter((each) => each !== undefined);
  return (
    <Screen
      title={reportWords.title}
      tools={
        <div class="report-tools">
          {input ? (
            <MonthSwitcher
              month={input.span.last}
              today={thisMonth()}
              href={(month) => input.at({ until: month === thisMonth() ? "" : month })}
            />
          ) : (
            own.switcher
          )}
          <ShareButton about={about} />
        </div>
      }
    >
      <p class="on-paper">{about.join(" · ")}</p>
      <nav ref={tabs} class="tabs" aria-label={reportWords.title}>
        {TABS.map((each) => (
          <a key={each} href={`/reports/${each}`} aria-current={each === tab ? "page" : undefined}>
            {reportWords.tabs[each]}
          </a>
        ))}
      </nav>
      {input && (
        <div class="filters">
          {hasSpans && (
            <select
              aria-label={reportWords.period}
              value={input.span.months}
              onChange={(event) => route(input.at({ months: event.currentTarget.value }), true)}
            >
              {SPANS.map((each) => (
                <option key={each} value={each}>
                  {reportWords.spans[each]}
                </option>
              ))}
            </select>
          )}
          {Object.keys(bases).length > 0 && (
            <select
              aria-label={reportWords.basis}
              value={input.basis}
              onChange={(event) => route(input.at({ basis: event.currentTarget.value }), true)}
            >
              {Object.entries(bases).map(([basis, label]) => (
                <option key={basis} value={basis}>
                  {label}
                </option>
              ))}
            </select>
          )}
          {more}
        </div>
      )}
      {children}
    </Screen>
  );
}

const periodName = ({ first, last }: Span) => [...new Set([first, last])].map(monthTitle).join(" – ");

export function NothingYet() {
  return (
    <Empty text={reportWords.empty}>
      <a class="button writes" href="/transactions/new">
        {entryWords.title}
      </a>
    </Empty>
  );
}
