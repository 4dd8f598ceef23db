// What-if rows of a forecast: the list and a form to add one.
import { useSignal } from "@preact/signals";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { Money } from "../../ledger/money.tsx";
import { entryWords } from "../../ledger/words.ts";
import { shortDay } from "../../rules/day_names.ts";
import { addDays } from "../../rules/days.ts";
import { parseCents } from "../../rules/money.ts";
import type { WhatIf } from "../../rules/what_if.ts";
import { DayField } from "../../ui/day_field.tsx";
import { Form, TextField } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { forecastWords } from "./words.ts";

interface WhatIfFormProps {
  whatIfs: readonly WhatIf[];
  today: string;
  onTry: (whatIfs: readonly WhatIf[]) => void;
}

export function WhatIfForm({ whatIfs, today, onTry }: WhatIfFormProps) {
  const isIncome = useSignal(false);
  const amount = useSignal("");
  const what = useSignal("");
  const date = useSignal(addDays(today, 7));
  const sending = useSending();
  const add = async () => {
    const cents = parseCents(amount.value);
    if (!cents || cents < 0) throw ownRefusal({ amount_cents: entryWords.badAmount });
    if (date.value === "") throw ownRefusal({ date: formWords.badDay });
    onTry([...whatIfs, { date: date.value, cents: isIncome.value ? cents : -cents, what: what.value.trim() }]);
    amount.value = "";
    what.value = "";
  };
  return (
    <section class="panel form">
      <h2>{forecastWords.tried}</h2>
      <p class="hint">{forecastWords.triedHint}</p>
      {whatIfs.length > 0 && (
        <ul class="tried">
          {whatIfs.map((each, index) => (
            <li key={`${index}${each.date}${each.cents}`}>
              <span>
                {shortDay(each.date, language)} · {each.what || forecastWords.nameless}
              </span>
              <Money cents={each.cents} />
              <button
                type="button"
                class="quiet"
                aria-label={forecastWords.remove(each.what || forecastWords.nameless)}
                onClick={() => onTry(whatIfs.filter((_, other) => other !== index))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Form sending={sending} act={forecastWords.try} save={add}>
        <fieldset class="segments">
          <legend class="unseen">{forecastWords.tried}</legend>
          {[false, true].map((each) => (
            <label key={String(each)}>
              <input type="radio" name="direction" checked={isIncome.value === each} onChange={() => (isIncome.value = each)} />
              <span class="choice">{each ? forecastWords.income : forecastWords.expense}</span>
            </label>
          ))}
        </fieldset>
        <div class="pair">
          <AmountField label={forecastWords.amount} value={amount} problem={sending.at("amount_cents")} />
          <DayField label={forecastWords.day} value={date} problem={sending.at("date")} />
        </div>
        <TextField label={forecastWords.what} value={what} autoComplete="off" maxLength={100} />
      </Form>
    </section>
  );
}
