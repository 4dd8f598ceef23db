// The frame of all reports: tab, period and basis. All of it stands in the address.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { entryWords } from "../../ledger/words.ts";
import { monthOf } from "../../rules/days.ts";
import type { Basis } from "../../rules/figures.ts";
import { SPANS, type Span, spanOf } from "../../rules/reports.ts";
import { here, route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { Empty } from "../../ui/empty.tsx";
import { MonthSwitcher } from "../../ui/month_switcher.tsx";
import { reportWords } from "./words.ts";

const TABS = ["categories", "cash_flow", "net_worth", "year", "instalments"] as const;
export type Tab = (typeof TABS)[number];

export const thisMonth = () => monthOf(currentDay());

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
  more?: ComponentChildren;
  children: ComponentChildren;
}

export function Report({ tab, input, bases = {}, more, children }: ReportProps) {
  const tabs = useRef<HTMLElement>(null);
  // On phones the last tabs are outside the screen.
  useEffect(() => tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }), [tab]);
  return (
    <Screen
      title={reportWords.title}
      tools={
        input && (
          <MonthSwitcher
            month={input.span.last}
            today={thisMonth()}
            href={(month) => input.at({ until: month === thisMonth() ? "" : month })}
          />
        )
      }
    >
      <nav ref={tabs} class="tabs" aria-label={reportWords.title}>
        {TABS.map((each) => (
          <a key={each} href={`/reports/${each}`} aria-current={each === tab ? "page" : undefined}>
            {reportWords.tabs[each]}
          </a>
        ))}
      </nav>
      {input && (
        <div class="filters">
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

export function NothingYet() {
  return (
    <Empty text={reportWords.empty}>
      <a class="button writes" href="/transactions/new">
        {entryWords.title}
      </a>
    </Empty>
  );
}
