// /transactions/new: an expense, an income or a transfer. The amount first.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { newKey } from "../api.ts";
import { DescriptionField, type PastEntry } from "../descriptions.tsx";
import { book } from "../offline/queue.ts";
import { Field, FormProblem, ownRefusal, Screen, useData, useSending } from "../parts.tsx";
import { PlaceOptions } from "../place_options.tsx";
import { dayOf } from "../rules/days.ts";
import { type Repeat, splitText, usualPlace } from "../rules/entry.ts";
import { formatCents, parseCents } from "../rules/money.ts";
import type { Account, Card, Category } from "../rules/records.ts";
import { readTags } from "../rules/tags.ts";
import { message } from "../state.ts";
import { TagsField } from "../tags_field.tsx";
import { language, words } from "../words.ts";

type Kind = keyof typeof words.entry.kinds;
const KINDS: readonly Kind[] = ["expense", "income", "transfer"];

export function TransactionsNew() {
  const { route } = useLocation();
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const cards = (useData<Card[]>("/credit_cards").data ?? []).filter(({ archived }) => !archived);
  const categories = useData<Category[]>("/categories").data ?? [];
  const kind = useSignal<Kind>("expense");
  const amount = useSignal("");
  const description = useSignal("");
  const date = useSignal(dayOf(new Date()));
  const place = useSignal("");
  const target = useSignal("");
  const category = useSignal("");
  const repeat = useSignal<Repeat>("once");
  const parts = useSignal("2");
  const tags = useSignal("");
  const paid = useSignal<boolean | undefined>(undefined);
  const { form, send, at, sending, problem } = useSending();
  // One for each thing that is to be booked: sent again, it is booked once.
  const key = useRef(newKey());
  useEffect(() => form.current?.querySelector<HTMLInputElement>(".amount")?.focus(), [form]);
  const { entry } = words;
  const isTransfer = kind.value === "transfer";
  const chosen = place.value || usualPlace(accounts);
  const isCard = chosen.startsWith("card:") && kind.value === "expense";
  const isPaid = paid.value ?? date.value <= dayOf(new Date());
  const cents = parseCents(amount.value);

  const save = (andAnother: boolean) =>
    send(async () => {
      const found: Record<string, string> = {};
      if (!cents || cents < 0) found.amount_cents = entry.badAmount;
      if (!isTransfer && description.value.trim() === "") found.description = entry.missing;
      const to = target.value || usualPlace(accounts.filter(({ id }) => `account:${id}` !== chosen));
      if (isTransfer && (to === "" || to === chosen)) found.to_account_id = entry.samePlace;
      if (Object.keys(found).length > 0) throw ownRefusal(found);
      const id = Number(chosen.split(":")[1]);
      const common = { description: description.value.trim(), date: date.value };
      const times = { periodicity: "monthly" };
      const booked = isTransfer
        ? await book(
            "/transfers",
            {
              ...common,
              description: common.description || entry.kinds.transfer,
              amount_cents: cents,
              from_account_id: id,
              to_account_id: Number(to.split(":")[1]),
            },
            key.current,
          )
        : await book(
            "/transactions",
            {
              ...common,
              amount_cents: kind.value === "expense" ? -(cents as number) : cents,
              ...(isCard ? { credit_card_id: id } : { account_id: id, paid: isPaid }),
              ...(category.value !== "" && { category_id: Number(category.value) }),
              ...(readTags(tags.value).length > 0 && { tags: readTags(tags.value) }),
              ...(repeat.value === "fixed" && { recurrence_attributes: times }),
              ...(repeat.value === "parts" && { installments_attributes: { ...times, total: Number(parts.value) } }),
            },
            key.current,
          );
      key.current = newKey();
      amount.value = "";
      description.value = "";
      if (andAnother) form.current?.querySelector<HTMLInputElement>(".amount")?.focus();
      else route(`/transactions?month=${date.value.slice(0, 7)}`);
      message.value = booked.state === "sent" ? { text: entry.saved, undo: booked.undo } : { text: entry.queued };
    });

  /** As it was the last time; what was typed already stays. */
  const fill = (past: PastEntry) => {
    description.value = past.description;
    if (isTransfer) return;
    kind.value = past.amount_cents > 0 ? "income" : "expense";
    category.value = String(past.category_id);
    place.value = past.credit_card_id ? `card:${past.credit_card_id}` : `account:${past.account_id}`;
    if (amount.value === "") amount.value = formatCents(Math.abs(past.amount_cents), language).replace(/^R\$\s/, "");
  };
  const offered = categories.filter(
    (each) => !each.archived && each.kind === (kind.value === "income" ? "earnings" : "expenses"),
  );
  return (
    <Screen title={entry.title} writes>
      <form
        ref={form}
        class="panel form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save(true);
        }}
      >
        <FormProblem problem={problem.value} />
        <fieldset class="segments">
          <legend class="unseen">{entry.kind}</legend>
          {KINDS.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="kind"
                checked={kind.value === each}
                onChange={() => {
                  kind.value = each;
                  category.value = "";
                  if (each !== "expense" && place.value.startsWith("card:")) place.value = "";
                }}
              />
              <span>{entry.kinds[each]}</span>
            </label>
          ))}
        </fieldset>
        <Field
          label={entry.amount}
          problem={at("amount_cents")}
          hint={splitText(repeat.value, cents, Number(parts.value), language) ?? entry.amountHint}
        >
          {(props) => (
            <input
              {...props}
              class="amount"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0,00"
              value={amount.value}
              onInput={(event) => {
                amount.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
        <Field label={entry.description} problem={at("description")}>
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
          <Field label={entry.date} problem={at("date")}>
            {(props) => (
              <input
                {...props}
                type="date"
                value={date.value}
                onInput={(event) => {
                  date.value = event.currentTarget.value || dayOf(new Date());
                }}
              />
            )}
          </Field>
          <Field
            label={isTransfer ? entry.from : entry.place}
            problem={at("account_id", "credit_card_id", "from_account_id", "credit_account_id")}
          >
            {(props) => (
              <select
                {...props}
                value={chosen}
                onChange={(event) => {
                  place.value = event.currentTarget.value;
                }}
              >
                <PlaceOptions accounts={accounts} cards={kind.value === "expense" ? cards : []} />
              </select>
            )}
          </Field>
          {isTransfer && (
            <Field label={entry.to} problem={at("to_account_id", "debit_account_id")}>
              {(props) => (
                <select
                  {...props}
                  value={target.value || usualPlace(accounts.filter(({ id }) => `account:${id}` !== chosen))}
                  onChange={(event) => {
                    target.value = event.currentTarget.value;
                  }}
                >
                  <PlaceOptions accounts={accounts} cards={[]} />
                </select>
              )}
            </Field>
          )}
          {!isTransfer && (
            <Field label={entry.category} problem={at("category_id")}>
              {(props) => (
                <select
                  {...props}
                  value={category.value}
                  onChange={(event) => {
                    category.value = event.currentTarget.value;
                  }}
                >
                  <option value="">{entry.noCategory}</option>
                  {offered.map(({ id, name, parent_id: parent }) => (
                    <option key={id} value={id}>
                      {parent === null ? name : `– ${name}`}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {!isTransfer && (
            <Field label={entry.repeat} problem={at("recurrence_attributes")}>
              {(props) => (
                <select
                  {...props}
                  value={repeat.value}
                  onChange={(event) => {
                    repeat.value = event.currentTarget.value as Repeat;
                  }}
                >
                  <option value="once">{entry.once}</option>
                  <option value="parts">{entry.parts}</option>
                  <option value="fixed">{entry.fixed}</option>
                </select>
              )}
            </Field>
          )}
          {!isTransfer && repeat.value === "parts" && (
            <Field label={entry.howMany} problem={at("installments_attributes", "total")}>
              {(props) => (
                <input
                  {...props}
                  type="number"
                  min={2}
                  max={480}
                  value={parts.value}
                  onInput={(event) => {
                    parts.value = event.currentTarget.value;
                  }}
                />
              )}
            </Field>
          )}
        </div>
        {!isTransfer && <TagsField value={tags.value} problem={at("tags")} onInput={(value) => (tags.value = value)} />}
        {!isTransfer && !isCard && (
          <label class="check">
            <input
              type="checkbox"
              checked={isPaid}
              onChange={(event) => {
                paid.value = event.currentTarget.checked;
              }}
            />
            <span>{kind.value === "income" ? entry.received : entry.paid}</span>
          </label>
        )}
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {entry.save}
          </button>
          <button type="button" disabled={sending} onClick={() => void save(true)}>
            {entry.another}
          </button>
        </div>
      </form>
    </Screen>
  );
}
