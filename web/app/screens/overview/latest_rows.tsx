// The newest rows up to today. What it shares with the list would load with the app, so it shares little.
import { useData } from "../../data/use_data.ts";
import { language } from "../../language.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { Money } from "../../ledger/money.tsx";
import { shortDay } from "../../rules/day_names.ts";
import type { Account, Card, Category, Transaction } from "../../rules/records.ts";
import { Empty } from "../../ui/empty.tsx";
import { latestWords } from "./blocks_words.ts";
import { Panel } from "./panel.tsx";

export function LatestRows({ rows }: { rows: readonly Transaction[] }) {
  const categories = useData<Category[]>("/categories").data;
  const accounts = useData<Account[]>("/accounts").data;
  const cards = useData<Card[]>("/credit_cards").data;
  return (
    <Panel title={latestWords.title} more="/transactions">
      {rows.length === 0 ? (
        <Empty text={latestWords.none} />
      ) : (
        <ul>
          {rows.map((row) => {
            const places = row.credit_card_id === null ? accounts : cards;
            const category = categories?.find(({ id }) => id === row.category_id);
            const isMove = category?.kind === "none";
            const part = row.total_installments > 1 && `${row.installment}/${row.total_installments}`;
            const place = places?.find(({ id }) => id === row.account_id)?.name;
            return (
              <li class="row" key={row.id}>
                <a href={`/transactions/${row.id}`}>
                  <CategoryMark category={category} {...(isMove && { icon: "transfer" as const })} />
                  <span class="what">
                    <strong>{row.description}</strong>
                    <span class="hint">
                      {[shortDay(row.date, language), !isMove && category?.name, place, part].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                  <span class="much">
                    <Money cents={row.amount_cents} bare />
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
