// What is worth a look: facts with both figures, each with a link to its rows.

import { currentDay } from "../../clock.ts";
import type { Store } from "../../data/store.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { longDay } from "../../rules/day_names.ts";
import type { IconName } from "../../rules/icons.ts";
import type { Odd } from "../../rules/overview.ts";
import type { Category } from "../../rules/records.ts";
import { Icon } from "../../ui/icon.tsx";
import { oddWords } from "./blocks_words.ts";

const ICONS: Record<Odd["kind"], IconName> = { budget: "target", category: "rising", bill: "repeat", equal: "copy" };

export function OddFacts({ odd, month }: { odd: readonly Odd[]; month: string }) {
  const store = useStore();
  const categories = useData<Category[]>("/categories").data;
  if (odd.length === 0) return null;
  return (
    <section class="panel odd">
      <h2>{oddWords.title}</h2>
      <ul>
        {odd.map((each) => {
          const category = categories?.find(({ id }) => id === each.category_id)?.name ?? "…";
          const { title, text } = sentenceOf(store, each, category);
          return (
            <li key={`${each.kind}${each.category_id}${each.transaction_ids}`}>
              <a href={addressOf(each, month)}>
                <span class={each.kind === "budget" ? "mark bad" : "mark"}>
                  <Icon name={ICONS[each.kind]} />
                </span>
                <span class="what">
                  <strong>{title}</strong>
                  <span class="hint">{text}</span>
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function sentenceOf(store: Store, odd: Odd, category: string): { title: string; text: string } {
  const [now, compared] = [amountText(store, odd.amount_cents), amountText(store, odd.compared_cents)];
  const day = odd.date ? longDay(odd.date, language, currentDay()) : "";
  if (odd.kind === "budget") return { title: oddWords.budget(category), text: oddWords.budgetText(now, compared) };
  if (odd.kind === "category") return { title: oddWords.category(category), text: oddWords.categoryText(now, compared) };
  if (odd.kind === "bill")
    return {
      title: oddWords.bill(odd.description, amountText(store, odd.amount_cents - odd.compared_cents)),
      text: oddWords.billText(compared, now, day),
    };
  const count = odd.transaction_ids.length;
  return { title: oddWords.equal(odd.description, count), text: oddWords.equalText(count, compared, now, day) };
}

/** Where its rows are. */
function addressOf({ kind, category_id: category, transaction_ids: [row], description }: Odd, month: string): string {
  if (kind === "bill") return `/transactions/${row}`;
  if (kind === "equal") return `/transactions?month=${month}&q=${encodeURIComponent(description)}`;
  return `/transactions?month=${month}&category=${category}`;
}
