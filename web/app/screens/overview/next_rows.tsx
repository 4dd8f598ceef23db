// What comes next: overdue rows first, then what is committed until the next income. Of another month, what is due soon.
import { currentDay } from "../../clock.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { Money } from "../../ledger/money.tsx";
import { longDay } from "../../rules/day_names.ts";
import type { Free, Overview } from "../../rules/overview.ts";
import type { ExpectedEntry } from "../../rules/records.ts";
import { Empty } from "../../ui/empty.tsx";
import { ExpectedRow } from "./expected_rows.tsx";
import { nextWords } from "./free_words.ts";
import { Panel } from "./panel.tsx";
import { overviewWords } from "./words.ts";

export function NextRows({ overview: { overdue, due_soon: dueSoon, free } }: { overview: Overview }) {
  const store = useStore();
  return (
    <>
      {overdue.count > 0 && (
        <Panel
          title={overviewWords.overdue}
          hint={overviewWords.overdueSum(overdue.count, amountText(store, overdue.amount_cents))}
          more="/agenda"
        >
          <ExpectedRows rows={overdue.rows.slice(0, 5)} />
        </Panel>
      )}
      {free ? (
        <UntilIncome free={free} />
      ) : (
        <Panel title={overviewWords.soon} more="/agenda" moreText={overviewWords.agenda}>
          {dueSoon.length === 0 ? <Empty text={overviewWords.noneSoon} /> : <ExpectedRows rows={dueSoon} />}
        </Panel>
      )}
    </>
  );
}

function UntilIncome({ free: { next, until, more_count: count, more_cents: cents } }: { free: Free }) {
  const day = longDay(until, language, currentDay());
  return (
    <Panel title={nextWords.title} more="/agenda" moreText={overviewWords.agenda}>
      {next.length === 0 ? <Empty text={nextWords.none(day)} /> : <ExpectedRows rows={next} />}
      {count > 0 && (
        <p class="hint rest">
          <span>{nextWords.more(count, day)}</span>
          <Money cents={cents} bare />
        </p>
      )}
    </Panel>
  );
}

function ExpectedRows({ rows }: { rows: readonly ExpectedEntry[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <ExpectedRow key={`${row.kind}${row.transaction_id}${row.credit_card_id}${row.credit_card_invoice_id}`} row={row} bare />
      ))}
    </ul>
  );
}
