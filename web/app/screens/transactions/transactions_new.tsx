// /transactions/new: an expense, income or transfer. The amount comes first.
import { effect, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { currentDay } from "../../clock.ts";
import { newKey } from "../../data/api.ts";
import { message, noteCategory } from "../../data/state.ts";
import { useData } from "../../data/use_data.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { CategoryOptions } from "../../ledger/category_options.tsx";
import { DescriptionField, type PastEntry } from "../../ledger/descriptions.tsx";
import { InvoiceField } from "../../ledger/invoice_field.tsx";
import { placeOptions } from "../../ledger/place_options.tsx";
import { TagsField } from "../../ledger/tags_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import { book } from "../../offline/queue.ts";
import { SendingEntry } from "../../offline/sending_entries.tsx";
import { type Repeat, splitText, usualPlace } from "../../rules/entry.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account, Card } from "../../rules/records.ts";
import { readTags } from "../../rules/tags.ts";
import { route } from "../../shell/router.ts";
import { Screen } from "../../shell/screen.tsx";
import { DayField } from "../../ui/day_field.tsx";
import { Field } from "../../ui/field.tsx";
import { CheckField, Form, SelectField, TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";

type Kind = keyof typeof entryWords.kinds;
const KINDS: readonly Kind[] = ["expense", "income", "transfer"];

export function TransactionsNew() {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const cards = (useData<Card[]>("/credit_cards").data ?? []).filter(({ archived }) => !archived);
  const kind = useSignal<Kind>("expense");
  const amount = useSignal("");
  const description = useSignal("");
  const date = useSignal(currentDay());
  const place = useSignal("");
  const target = useSignal("");
  const category = useSignal("");
  const invoice = useSignal("");
  const repeat = useSignal<string>("once");
  const parts = useSignal("2");
  const tags = useSignal("");
  const paid = useSignal(true);
  const sending = useSending();
  const { form, at } = sending;
  // One idempotency key for each entry: sent twice, it is booked once.
  const key = useRef(newKey());
  // A layout effect: the next key must reach the amount.
  useLayoutEffect(() => form.current?.querySelector<HTMLInputElement>(".amount")?.focus(), [form]);
  // A signal effect and not a hook: Enter must not send the previous value.
  useEffect(
    () =>
      effect(() => {
        paid.value = date.value <= currentDay();
      }),
    [],
  );
  useEffect(() => {
    invoice.value = "";
  }, [place.value, date.value]);
  // A minus as the first character switches between expense and income.
  useEffect(() => {
    if (kind.value === "transfer" || !/^\s*[-−–]/.test(amount.value)) return;
    amount.value = amount.value.replace(/^\s*[-−–]/, "");
    choose(kind.value === "expense" ? "income" : "expense");
  }, [amount.value]);
  const isTransfer = kind.value === "transfer";
  const usual = usualPlace(accounts);
  useEffect(() => {
    place.value ||= usual;
  }, [usual]);
  const others = accounts.filter(({ id }) => `account:${id}` !== place.value);
  useEffect(() => {
    if (!others.some(({ id }) => `account:${id}` === target.value)) target.value = usualPlace(others);
  }, [place.value, accounts.length]);
  const [placeKind, placeId = ""] = place.value.split(":");
  const isCard = placeKind === "card" && kind.value === "expense";
  const cents = parseCents(amount.value);

  const save = async (andAnother: boolean) => {
    const wrong: Record<string, string> = {};
    if (!cents || cents < 0) wrong.amount_cents = entryWords.badAmount;
    if (!isTransfer && description.value.trim() === "") wrong.description = formWords.missing;
    if (date.value === "") wrong.date = formWords.badDay;
    if (isTransfer && target.value === "") wrong.to_account_id = entryWords.samePlace;
    if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
    const common = { description: description.value.trim(), date: date.value };
    const times = { periodicity: "monthly" };
    const [path, body] = isTransfer
      ? [
          "/transfers",
          {
            ...common,
            description: common.description || entryWords.kinds.transfer,
            amount_cents: cents,
            from_account_id: Number(placeId),
            to_account_id: Number(target.value.split(":")[1]),
          },
        ]
      : [
          "/transactions",
          {
            ...common,
            amount_cents: kind.value === "expense" ? -(cents as number) : cents,
            ...(isCard ? { credit_card_id: Number(placeId) } : { account_id: Number(placeId), paid: paid.value }),
            ...(isCard && invoice.value !== "" && { credit_card_invoice_id: Number(invoice.value) }),
            ...(category.value !== "" && { category_id: Number(category.value) }),
            ...(readTags(tags.value).length > 0 && { tags: readTags(tags.value) }),
            ...(repeat.value === "fixed" && { recurrence_attributes: times }),
            ...(repeat.value === "parts" && { installments_attributes: { ...times, total: Number(parts.value) } }),
          },
        ];
    const booking = await book(path as string, body as Record<string, unknown>, key.current);
    key.current = newKey();
    if (category.value !== "") noteCategory(Number(category.value));
    amount.value = "";
    description.value = "";
    if (andAnother) form.current?.querySelector<HTMLInputElement>(".amount")?.focus();
    else route(`/transactions?month=${date.value.slice(0, 7)}`);
    message.value = booking.state === "sent" ? { text: entryWords.saved, undo: booking.undo } : { text: entryWords.queued };
  };

  /** Takes the values of the past entry for fields that are still empty. */
  const fill = (past: PastEntry) => {
    description.value = past.description;
    if (isTransfer) return;
    kind.value = past.amount_cents > 0 ? "income" : "expense";
    category.value = String(past.category_id);
    place.value = past.credit_card_id ? `card:${past.credit_card_id}` : `account:${past.account_id}`;
    if (amount.value === "") amount.value = plainAmount(Math.abs(past.amount_cents), language);
  };
  const choose = (chosen: Kind) => {
    kind.value = chosen;
    category.value = "";
    if (chosen !== "expense" && placeKind === "card") place.value = usual;
  };
  return (
    <Screen title={entryWords.title} writes>
      <Form
        class="panel form entry-form"
        sending={sending}
        save={() => save(false)}
        another={() => save(true)}
        acts={
          <button type="button" disabled={sending.sending} onClick={() => void sending.send(() => save(true))}>
            {entryWords.another}
          </button>
        }
      >
        <fieldset class="segments">
          <legend class="unseen">{entryWords.kind}</legend>
          {KINDS.map((each) => (
            <label key={each}>
              <input type="radio" name="kind" checked={kind.value === each} onChange={() => choose(each)} />
              <span>{entryWords.kinds[each]}</span>
            </label>
          ))}
        </fieldset>
        <AmountField
          isMain
          label={entryWords.amount}
          value={amount}
          problem={at("amount_cents")}
          hint={splitText(repeat.value as Repeat, cents, Number(parts.value), language) ?? entryWords.amountHint}
        />
        <Field label={entryWords.description} problem={at("description")}>
          {(props) => (
            <DescriptionField
              input={props}
              value={description.value}
              onInput={(value) => {
                description.value = value;
              }}
              onChoose={fill}
            />
          )}
        </Field>
        <div class="pair">
          <DayField label={entryWords.date} value={date} problem={at("date")} />
          <SelectField
            label={isTransfer ? entryWords.from : entryWords.place}
            value={place}
            problem={at("account_id", "credit_card_id", "from_account_id", "credit_account_id")}
            options={placeOptions(accounts, kind.value === "expense" ? cards : [])}
          />
          {isTransfer && (
            <SelectField
              label={entryWords.to}
              value={target}
              problem={at("to_account_id", "debit_account_id")}
              options={placeOptions(others, [])}
            />
          )}
          {isCard && date.value !== "" && (
            <InvoiceField cardId={placeId} date={date.value} value={invoice} problem={at("credit_card_invoice_id")} />
          )}
          {!isTransfer && (
            <Field label={entryWords.category} problem={at("category_id")}>
              {(props) => (
                <select {...props} value={category.value} onChange={(event) => (category.value = event.currentTarget.value)}>
                  <option value="">{entryWords.noCategory}</option>
                  <CategoryOptions kind={kind.value === "income" ? "earnings" : "expenses"} />
                </select>
              )}
            </Field>
          )}
          {!isTransfer && (
            <SelectField
              label={entryWords.repeat}
              value={repeat}
              problem={at("recurrence_attributes")}
              options={[
                ["once", entryWords.once],
                ["parts", entryWords.parts],
                ["fixed", entryWords.fixed],
              ]}
            />
          )}
          {!isTransfer && repeat.value === "parts" && (
            <TextField
              label={entryWords.howMany}
              value={parts}
              problem={at("installments_attributes", "total")}
              type="number"
              min={2}
              max={480}
            />
          )}
        </div>
        {!isTransfer && <TagsField value={tags.value} problem={at("tags")} onInput={(value) => (tags.value = value)} />}
        {!isTransfer && !isCard && (
          <CheckField label={kind.value === "income" ? entryWords.received : entryWords.paid} value={paid} />
        )}
      </Form>
      <SendingEntry />
    </Screen>
  );
}
