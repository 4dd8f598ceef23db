// /credit_cards: what each card owes, and until when.
import { useSignal } from "@preact/signals";
import { write } from "../api.ts";
import { InvoiceChart } from "../charts/invoice_chart.tsx";
import { Dialog, Empty, Field, FormProblem, Loading, Money, ownRefusal, Screen, useData, useSending } from "../parts.tsx";
import { addMonths, dayOf, lastDayOf, monthOf, shortDay } from "../rules/days.ts";
import { formatCents, parseCents } from "../rules/money.ts";
import type { Card, Invoice, InvoiceStatus } from "../rules/records.ts";
import { amountsHidden, message } from "../state.ts";
import { language, words } from "../words.ts";

/** A word, and a colour that repeats it. */
export function Status({ status }: { status: InvoiceStatus }) {
  return <span class={`status ${status}`}>{words.invoice.status[status]}</span>;
}

export function CreditCards() {
  const path = "/credit_cards";
  const cards = useData<Card[]>(path);
  const adds = useSignal(false);
  const open = () => {
    adds.value = true;
  };
  return (
    <Screen
      title={words.cards.title}
      tools={
        <button type="button" onClick={open}>
          {words.cards.add}
        </button>
      }
    >
      <Loading from={cards} path={path}>
        {(found) => {
          const shown = found.filter(({ archived }) => !archived);
          if (shown.length === 0)
            return (
              <div class="panel">
                <Empty text={words.cards.empty}>
                  <button type="button" class="main" onClick={open}>
                    {words.cards.add}
                  </button>
                </Empty>
              </div>
            );
          return (
            <ul class="cards">
              {shown.map((card) => (
                <CardPanel key={card.id} card={card} />
              ))}
            </ul>
          );
        }}
      </Loading>
      {adds.value && (
        <NewCard
          onClose={() => {
            adds.value = false;
          }}
        />
      )}
    </Screen>
  );
}

/** Months of invoices that are shown as bars. */
const BEFORE = 6;
const AHEAD = 6;

function CardPanel({ card }: { card: Card }) {
  const today = dayOf(new Date());
  const month = monthOf(today);
  const [from, to] = [`${addMonths(month, 1 - BEFORE)}-01`, lastDayOf(addMonths(month, AHEAD))];
  const path = `/credit_cards/${card.id}/invoices?start_date=${from}&end_date=${to}`;
  const invoices = useData<Invoice[]>(path);
  const { cards } = words;
  const hidden = amountsHidden.value;
  const used =
    card.available_cents === null
      ? 0
      : Math.min(100, Math.max(0, Math.round((100 * (card.limit_cents - card.available_cents)) / card.limit_cents)));
  return (
    <li class="panel">
      <h2>{card.name}</h2>
      {card.available_cents !== null && (
        <div class="limit">
          <meter min={0} max={100} value={used} aria-label={cards.limit} />
          <p class="hint">{hidden ? words.hidden : cards.available(formatCents(card.available_cents, language))}</p>
        </div>
      )}
      <Loading from={invoices} path={path}>
        {(found) => (
          <>
            <ul class="inside">
              {found
                .filter(({ status, balance_cents: cents }) => status === "open" || (cents < 0 && status !== "future"))
                .map((invoice) => (
                  <li class="row" key={invoice.id}>
                    <a href={`/credit_cards/${card.id}/invoices/${invoice.id}`}>
                      <span class="what">
                        <strong>{cards.isDue(shortDay(invoice.date, language))}</strong>
                        <span class="hint">
                          <Status status={invoice.status} />
                          {invoice.status === "open" && ` · ${cards.closes(shortDay(invoice.closing_date, language))}`}
                        </span>
                      </span>
                      <span class="much">
                        <Money cents={invoice.balance_cents} />
                      </span>
                    </a>
                  </li>
                ))}
            </ul>
            <InvoiceChart card={card} invoices={found} />
          </>
        )}
      </Loading>
    </li>
  );
}

function NewCard({ onClose }: { onClose: () => void }) {
  const name = useSignal("");
  const closing = useSignal("1");
  const due = useSignal("10");
  const limit = useSignal("");
  const { form, send, at, sending, problem } = useSending();
  const { cards, entry } = words;
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
      };
      const { undo } = await write("POST", "/credit_cards", body);
      message.value = { text: cards.saved, undo };
      onClose();
    });
  return (
    <Dialog title={cards.add} onClose={onClose}>
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
          <Field label={cards.closing} problem={at("closing_day")}>
            {(props) => (
              <input
                {...props}
                type="number"
                min={1}
                max={31}
                value={closing.value}
                onInput={(event) => (closing.value = event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label={cards.due} problem={at("due_day")}>
            {(props) => (
              <input
                {...props}
                type="number"
                min={1}
                max={31}
                value={due.value}
                onInput={(event) => (due.value = event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
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
        <div class="acts">
          <button class="main" type="submit" disabled={sending}>
            {entry.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
