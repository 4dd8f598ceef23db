// A new card, or one that is changed: its days with it, and whether invoices that were paid may change by that.
import { useSignal } from "@preact/signals";
import { write } from "./api.ts";
import { Dialog, Field, FormProblem, ownRefusal, useData, useSending } from "./parts.tsx";
import { parseCents, plainAmount } from "./rules/money.ts";
import type { Account, Card } from "./rules/records.ts";
import { message } from "./state.ts";
import { language, words } from "./words.ts";

export function CardForm({ card, onClose }: { card?: Card; onClose: () => void }) {
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const name = useSignal(card?.name ?? "");
  const closing = useSignal(String(card?.closing_day ?? 1));
  const due = useSignal(String(card?.due_day ?? 10));
  const limit = useSignal(card && card.limit_cents > 0 ? plainAmount(card.limit_cents, language) : "");
  const account = useSignal(String(card?.payment_account_id ?? ""));
  const force = useSignal(false);
  const { form, send, at, sending, problem } = useSending();
  const { cards, entry } = words;
  const movesDays = card && (Number(closing.value) !== card.closing_day || Number(due.value) !== card.due_day);
  const keep = async (body: object, text: string) => {
    const { undo } = await (card ? write("PUT", `/credit_cards/${card.id}`, body) : write("POST", "/credit_cards", body));
    message.value = { text, undo };
    onClose();
  };
  const save = () =>
    send(async () => {
      const limitCents = limit.value.trim() === "" ? 0 : parseCents(limit.value);
      const wrong: Record<string, string> = {};
      if (name.value.trim() === "") wrong.name = entry.missing;
      if (limitCents === undefined || limitCents < 0) wrong.limit_cents = entry.badAmount;
      if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
      const body = {
        name: name.value.trim(),
        closing_day: Number(closing.value),
        due_day: Number(due.value),
        limit_cents: limitCents,
        ...(account.value !== "" && { payment_account_id: Number(account.value) }),
        ...(movesDays && force.value && { force: true }),
      };
      await keep(body, card ? entry.changed : cards.saved);
    });
  const day = (label: string, value: typeof closing, field: string) => (
    <Field label={label} problem={at(field)}>
      {(props) => (
        <input
          {...props}
          type="number"
          min={1}
          max={31}
          value={value.value}
          onInput={(event) => (value.value = event.currentTarget.value)}
        />
      )}
    </Field>
  );
  return (
    <Dialog title={card ? cards.edit : cards.add} onClose={onClose}>
      <form
        ref={form}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormProblem problem={problem.value} />
        <Field label={cards.name} problem={at("name")}>
          {(props) => (
            <input {...props} maxLength={100} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
          )}
        </Field>
        <div class="pair">
          {day(cards.closing, closing, "closing_day")}
          {day(cards.due, due, "due_day")}
        </div>
        {movesDays && (
          <>
            <p class="hint">{cards.daysHint}</p>
            <label class="check">
              <input type="checkbox" checked={force.value} onChange={(event) => (force.value = event.currentTarget.checked)} />
              <span>{cards.force}</span>
            </label>
          </>
        )}
        <Field label={cards.limit} hint={cards.limitHint} problem={at("limit_cents")}>
          {(props) => (
            <input
              {...props}
              inputMode="decimal"
              value={limit.value}
              onInput={(event) => (limit.value = event.currentTarget.value)}
            />
          )}
        </Field>
        {card && (
          <Field label={cards.payWith} problem={at("payment_account_id")}>
            {(props) => (
              <select {...props} value={account.value} onChange={(event) => (account.value = event.currentTarget.value)}>
                {accounts.map(({ id, name: label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {entry.save}
          </button>
          {card && (
            <button
              type="button"
              class="destroys"
              disabled={sending}
              onClick={() => void send(() => keep({ archived: true }, cards.archived))}
            >
              {cards.archive}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
