// What is known of a bank's file: where it goes, its days, its lines, and whether its balances agree with them.
import type { ComponentChildren } from "preact";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { BankMark } from "../../ledger/bank_mark.tsx";
import { Money } from "../../ledger/money.tsx";
import { monthName, shortDay } from "../../rules/day_names.ts";
import { invoiceMonth } from "../../rules/days.ts";
import { formatCents } from "../../rules/money.ts";
import type { Account, Card, Import } from "../../rules/records.ts";
import { Icon } from "../../ui/icon.tsx";
import { joinParts } from "../../ui/join_parts.ts";
import { uiWords } from "../../ui/words.ts";
import { importWords } from "./words.ts";

export function Facts({ from }: { from: Import }) {
  const { period_start: start, period_end: end, opening_cents: opening, closing_cents: closing } = from.about;
  return (
    <dl class="file-facts">
      <Fact label={importWords.goesTo}>
        <Place from={from} />
      </Fact>
      {start && end && (
        <Fact label={importWords.periodLabel}>{importWords.period(shortDay(start, language), shortDay(end, language))}</Fact>
      )}
      <Fact label={importWords.linesLabel}>
        {from.lines} <span class="status">{importWords.states[from.state]}</span>
      </Fact>
      {opening !== null && (
        <Fact label={importWords.opening}>
          <Money cents={opening} plain />
        </Fact>
      )}
      {closing !== null && (
        <Fact label={importWords.closing}>
          <Money cents={closing} plain /> <Agreement differenceCents={from.about.difference_cents} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Place({ from }: { from: Import }) {
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  const { account_id: account, credit_card_id: card, invoice } = from;
  const name = (card === null ? accounts?.find(({ id }) => id === account) : cards?.find(({ id }) => id === card))?.name;
  if (name === undefined) return <>{from.about.bank ?? "\u00a0"}</>;
  return (
    <>
      <BankMark name={name} /> {joinParts(name, invoice !== null && monthName(invoiceMonth(invoice), language))}
    </>
  );
}

/** Whether the lines lead from the opening to the closing balance; nothing if the file does not have both. */
function Agreement({ differenceCents }: { differenceCents: number | null }) {
  const isHidden = useStore().amountsHidden.value;
  if (differenceCents === null) return null;
  if (differenceCents === 0)
    return (
      <span class="status paid">
        <Icon name="check" /> {importWords.agrees}
      </span>
    );
  const amount = isHidden ? uiWords.hidden : formatCents(differenceCents, language);
  return <span class="status closed">{importWords.missing(amount)}</span>;
}
