// What became of a row since it was booked: when, by whom, and what was changed.
import { currentDay } from "../data/clock.ts";
import { longDay, monthName } from "../rules/day_names.ts";
import { invoiceMonth } from "../rules/days.ts";
import { changedFields, type HistoryEntry, type HistoryField } from "../rules/history.ts";
import type { Account, Card, Category, Transaction } from "../rules/records.ts";
import { Loading, useData } from "../ui/parts.tsx";
import { choose, language } from "../words/words.ts";
import { spoken } from "./amount_text.ts";

const text = choose(
  {
    title: "Histórico",
    created: "Criado",
    changed: "Alterado",
    removed: "Excluído",
    fields: {
      description: "descrição",
      amount_cents: "valor",
      date: "data",
      category_id: "categoria",
      account_id: "conta",
      credit_card_id: "cartão",
      paid: "pago",
      notes: "observações",
      tags: "etiquetas",
      credit_card_invoice_id: "fatura",
    } satisfies Record<HistoryField, string>,
    yes: "sim",
    no: "não",
    nothing: "nada",
    by: (name: string) => `por ${name}`,
  },
  {
    title: "History",
    created: "Created",
    changed: "Changed",
    removed: "Deleted",
    fields: {
      description: "description",
      amount_cents: "amount",
      date: "date",
      category_id: "category",
      account_id: "account",
      credit_card_id: "card",
      paid: "paid",
      notes: "notes",
      tags: "tags",
      credit_card_invoice_id: "invoice",
    } satisfies Record<HistoryField, string>,
    yes: "yes",
    no: "no",
    nothing: "nothing",
    by: (name: string) => `by ${name}`,
  },
);

const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

export function RowHistory({ row }: { row: Transaction }) {
  const path = `/changes?transaction_id=${row.id}`;
  const found = useData<{ changes: HistoryEntry[] }>(path);
  return (
    <details class="panel history">
      <summary>{text.title}</summary>
      <Loading from={found} path={path}>
        {({ changes }) => (
          <ol>
            {changes.toReversed().map((entry) => (
              <Entry key={`${entry.version}.${entry.n}`} entry={entry} />
            ))}
            <li>
              <strong>{text.created}</strong> <span class="hint">{moment.format(new Date(row.created_at))}</span>
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
  const show = useShown();
  const act = entry.action === "delete" ? text.removed : entry.before === null ? text.created : text.changed;
  return (
    <li>
      <strong>{act}</strong>{" "}
      <span class="hint">
        {[moment.format(new Date(entry.at)), member && text.by(member.name || member.email)].filter(Boolean).join(" ")}
      </span>
      {act === text.changed && (
        <ul>
          {changedFields(entry).map(({ field, before, after }) => (
            <li key={field}>{`${text.fields[field]}: ${show(field, before)} → ${show(field, after)}`}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Values as people know them: names for ids, reais for cents. */
function useShown(): (field: HistoryField, value: unknown) => string {
  const categories = useData<Category[]>("/categories").data;
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  const nameIn = (list: readonly { id: number; name: string }[] | undefined, value: unknown) =>
    list?.find(({ id }) => id === value)?.name ?? `#${value}`;
  return (field, value) => {
    if (value === null || value === undefined || value === "") return text.nothing;
    if (field === "amount_cents") return spoken(Number(value));
    if (field === "date") return longDay(String(value), language, currentDay());
    if (field === "credit_card_invoice_id") return monthName(invoiceMonth(Number(value)), language);
    if (field === "category_id") return nameIn(categories, value);
    if (field === "account_id") return nameIn(accounts, value);
    if (field === "credit_card_id") return nameIn(cards, value);
    if (Array.isArray(value)) return value.join(", ") || text.nothing;
    if (typeof value === "boolean") return value ? text.yes : text.no;
    return String(value);
  };
}
