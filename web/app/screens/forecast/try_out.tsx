// Rows to try out in a forecast: a small form, and those that are there.
import { useSignal } from "@preact/signals";
import { shortDay } from "../../rules/day_names.ts";
import { addDays } from "../../rules/days.ts";
import { parseCents } from "../../rules/money.ts";
import type { Tried } from "../../rules/what_if.ts";
import { DayField } from "../../ui/day_field.tsx";
import { AmountField, Form, TextField } from "../../ui/form.tsx";
import { Icon, Money, ownRefusal, useSending } from "../../ui/parts.tsx";
import { language, words } from "../../words/words.ts";
import { forecast as text } from "./words.ts";

interface TryOutProps {
  tried: readonly Tried[];
  today: string;
  onTry: (tried: readonly Tried[]) => void;
}

export function TryOut({ tried, today, onTry }: TryOutProps) {
  const isIncome = useSignal(false);
  const amount = useSignal("");
  const what = useSignal("");
  const date = useSignal(addDays(today, 7));
  const sending = useSending();
  const add = async () => {
    const cents = parseCents(amount.value);
    if (!cents || cents < 0) throw ownRefusal({ amount_cents: words.entry.badAmount });
    if (date.value === "") throw ownRefusal({ date: words.entry.badDay });
    onTry([...tried, { date: date.value, cents: isIncome.value ? cents : -cents, what: what.value.trim() }]);
    amount.value = "";
    what.value = "";
  };
  return (
    <section class="panel form">
      <h2>{text.tried}</h2>
      <p class="hint">{text.triedHint}</p>
      {tried.length > 0 && (
        <ul class="tried">
          {tried.map((each, index) => (
            <li key={`${index}${each.date}${each.cents}`}>
              <span>
                {shortDay(each.date, language)} · {each.what || text.nameless}
              </span>
              <Money cents={each.cents} />
              <button
                type="button"
                class="quiet"
                aria-label={text.remove(each.what || text.nameless)}
                onClick={() => onTry(tried.filter((_, other) => other !== index))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Form sending={sending} act={text.try} save={add}>
        <fieldset class="segments">
          <legend class="unseen">{text.tried}</legend>
          {[false, true].map((each) => (
            <label key={String(each)}>
              <input type="radio" name="direction" checked={isIncome.value === each} onChange={() => (isIncome.value = each)} />
              <span>{each ? text.income : text.expense}</span>
            </label>
          ))}
        </fieldset>
        <div class="pair">
          <AmountField label={text.amount} value={amount} problem={sending.at("amount_cents")} />
          <DayField label={text.day} value={date} problem={sending.at("date")} />
        </div>
        <TextField label={text.what} value={what} autoComplete="off" maxLength={100} />
      </Form>
    </section>
  );
}
