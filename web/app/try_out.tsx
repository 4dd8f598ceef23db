// Rows to try out in a forecast: a small form, and those that are there.
import { useSignal } from "@preact/signals";
import { Field, Icon, Money, ownRefusal, useSending } from "./parts.tsx";
import { addDays, shortDay } from "./rules/days.ts";
import { parseCents } from "./rules/money.ts";
import type { Tried } from "./rules/what_if.ts";
import { forecast as text } from "./words/forecast.ts";
import { language, words } from "./words.ts";

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
  const { form, send, at } = useSending();
  const add = () =>
    send(async () => {
      const cents = parseCents(amount.value);
      if (!cents || cents < 0) throw ownRefusal({ amount_cents: words.entry.badAmount });
      if (!date.value) throw ownRefusal({ date: words.entry.missing });
      onTry([...tried, { date: date.value, cents: isIncome.value ? cents : -cents, what: what.value.trim() }]);
      amount.value = "";
      what.value = "";
    });
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
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
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
          <Field label={text.amount} problem={at("amount_cents")}>
            {(props) => (
              <input
                {...props}
                inputMode="decimal"
                autoComplete="off"
                placeholder="0,00"
                value={amount.value}
                onInput={(event) => (amount.value = event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label={text.day} problem={at("date")}>
            {(props) => (
              <input
                {...props}
                type="date"
                min={today}
                value={date.value}
                onInput={(event) => (date.value = event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <Field label={text.what}>
          {(props) => (
            <input
              {...props}
              autoComplete="off"
              maxLength={100}
              value={what.value}
              onInput={(event) => (what.value = event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="acts">
          <button type="submit" class="main">
            {text.try}
          </button>
        </div>
      </form>
    </section>
  );
}
