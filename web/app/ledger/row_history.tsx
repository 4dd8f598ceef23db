// The history of a row: when it was changed, by whom, and what.
import { currentDay } from "../clock.ts";
import { Loading } from "../data/loading.tsx";
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { longDay, monthName } from "../rules/day_names.ts";
import { invoiceMonth } from "../rules/days.ts";
import { changedFields, type HistoryEntry, type HistoryField } from "../rules/history.ts";
import { authorOf } from "../rules/people.ts";
import type { Account, Card, Category, Part, Transaction } from "../rules/records.ts";
import { amountText } from "./amount_text.ts";
import { historyWords } from "./history_words.ts";

const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

export function RowHistory({ row }: { row: Transaction }) {
  const path = `/changes?transaction_id=${row.id}`;
  const reply = useData<{ changes: HistoryEntry[] }>(path);
  const author = authorOf(useStore().people.value, row);
  return (
    <details class="panel history">
      <summary>{historyWords.title}</summary>
      <Loading from={reply} path={path}>
        {({ changes }) => (
          <ol>
            {changes.toReversed().map((entry) => (
              <Entry key={`${entry.version}.${entry.n}`} entry={entry} />
            ))}
            <li>
              <strong>{historyWords.created}</strong>{" "}
              <span class="hint">
                {moment.format(new Date(row.created_at))} {author?.name !== undefined && historyWords.by(author.name)}
              </span>
            </li>
          </ol>
        )}
      </Loading>
    </details>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const members = useData<{ user_id: number; name: string; email: string }[]>("/members").data ?? [];
  const member = members.length > 1 ? members.find(({ user_id: id }) => id === entry.user_id) : undefined;
  const show = useValueText();
  const act =
    entry.action === "delete" ? historyWords.removed : entry.before === null ? historyWords.created : historyWords.changed;
  return (
    <li>
      <strong>{act}</strong>{" "}
      <span class="hint">
        {[moment.format(new Date(entry.at)), member && historyWords.by(member.name || member.email)].filter(Boolean).join(" ")}
      </span>
      {act === historyWords.changed && (
        <ul>
          {changedFields(entry).map(({ field, before, after }) => (
            <li key={field}>{`${historyWords.fields[field]}: ${show(field, before)} → ${show(field, after)}`}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** `Mercado R$ 70,00 + Casa R$ 30,00` */
const splitText = (parts: readonly Part[], nameOf: (id: number) => string, amountOf: (cents: number) => string): string =>
  parts.map(({ category_id: id, amount_cents: cents }) => `${nameOf(id)} ${amountOf(cents)}`).join(" + ");

/** Values as people read them: names instead of ids, reais instead of cents. */
function useValueText(): (field: HistoryField, value: unknown) => string {
  const store = useStore();
  const categories = useData<Category[]>("/categories").data;
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, value: unknown) =>
    list?.find(({ id }) => id === value)?.name ?? `#${value}`;
  return (field, value) => {
    if (value === null || value === undefined || value === "") return historyWords.nothing;
    if (field === "amount_cents") return amountText(store, Number(value));
    if (field === "date") return longDay(String(value), language, currentDay());
    if (field === "credit_card_invoice_id") return monthName(invoiceMonth(Number(value)), language);
    if (field === "category_id") return nameIn(categories, value);
    if (field === "parts")
      return splitText(
        value as Part[],
        (id) => nameIn(categories, id),
        (cents) => amountText(store, cents),
      );
    if (field === "account_id") return nameIn(accounts, value);
    if (field === "credit_card_id") return nameIn(cards, value);
    if (Array.isArray(value)) return value.join(", ") || historyWords.nothing;
    if (typeof value === "boolean") return value ? historyWords.yes : historyWords.no;
    return String(value);
  };
}
