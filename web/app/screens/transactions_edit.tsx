// /transactions/:id: one row, to change or to delete.
import { useSignal } from "@preact/signals";
import { useLocation, useRoute } from "preact-iso";
import { write } from "../api.ts";
import { Dialog, Field, FormProblem, Loading, Money, ownRefusal, Screen, useData, useSending } from "../parts.tsx";
import { invoiceMonth, monthName, monthOf } from "../rules/days.ts";
import { isNeutral, partOf } from "../rules/ledger.ts";
import { formatCents, parseCents } from "../rules/money.ts";
import type { Category, Transaction } from "../rules/records.ts";
import { readTags } from "../rules/tags.ts";
import { message } from "../state.ts";
import { TagsField } from "../tags_field.tsx";
import { language, words } from "../words.ts";

type Scope = keyof typeof words.entry.scopes;
const SCOPES: readonly Scope[] = ["one", "future", "all"];

export function TransactionsEdit() {
  const { params } = useRoute();
  const path = `/transactions/${encodeURIComponent(params.id ?? "")}`;
  const found = useData<Transaction>(path);
  return (
    <Screen title={words.entry.edit}>
      <Loading from={found} path={path}>
        {(row) => <Editor key={row.id} row={row} />}
      </Loading>
    </Screen>
  );
}

function Editor({ row }: { row: Transaction }) {
  const { route } = useLocation();
  const categories = useData<Category[]>("/categories").data ?? [];
  const amount = useSignal(formatCents(Math.abs(row.amount_cents), language).replace(/^R\$\s/, ""));
  const description = useSignal(row.description);
  const date = useSignal(row.date);
  const category = useSignal(String(row.category_id));
  const paid = useSignal(row.paid);
  const notes = useSignal(row.notes ?? "");
  const tags = useSignal(row.tags.map(({ name }) => name).join(", "));
  const scope = useSignal<Scope>("one");
  const asks = useSignal(false);
  const { form, send, at, sending, problem } = useSending();
  const { entry } = words;
  const isSeries = row.recurrence_id !== null;
  const scoped = { ...(scope.value === "future" && { update_future: true }), ...(scope.value === "all" && { update_all: true }) };
  const back = () => route(`/transactions?month=${monthOf(row.date)}`);

  const save = () =>
    send(async () => {
      const cents = parseCents(amount.value);
      const wrong: Record<string, string> = {};
      if (!cents || cents < 0) wrong.amount_cents = entry.badAmount;
      if (description.value.trim() === "") wrong.description = entry.missing;
      if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
      // Only what was changed: of a series each row has a day and an amount of its own.
      const { undo } = await write("PUT", `/transactions/${row.id}`, {
        ...(description.value.trim() !== row.description && { description: description.value.trim() }),
        ...(cents !== Math.abs(row.amount_cents) && { amount_cents: Math.sign(row.amount_cents) * (cents as number) }),
        ...(date.value !== row.date && { date: date.value }),
        ...(Number(category.value) !== row.category_id && { category_id: Number(category.value) }),
        ...(paid.value !== row.paid && { paid: paid.value }),
        ...(readTags(tags.value).join() !== row.tags.map(({ name }) => name).join() && { tags: readTags(tags.value) }),
        ...(notes.value !== (row.notes ?? "") && { notes: notes.value }),
        ...scoped,
      });
      message.value = { text: entry.changed, undo };
      back();
    });
  const remove = () =>
    send(async () => {
      const { undo } = await write("DELETE", `/transactions/${row.id}`, scoped);
      message.value = { text: entry.removed, undo };
      back();
    });

  const kind = row.amount_cents > 0 ? "earnings" : "expenses";
  const offered = categories.filter((each) => each.id === row.category_id || (!each.archived && each.kind === kind));
  return (
    <>
      <form
        ref={form}
        class="panel form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p class="summary">
          <Money cents={row.amount_cents} />
          <span class="hint">
            {[
              partOf(row),
              row.recurring && words.list.fixed,
              row.credit_card_invoice_id !== null &&
                entry.invoiceOf(monthName(invoiceMonth(row.credit_card_invoice_id), language)),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </p>
        <FormProblem problem={problem.value} />
        {isNeutral(row) ? (
          <p>{`${row.description}. ${entry.moved}`}</p>
        ) : (
          <>
            <Field label={entry.amount} problem={at("amount_cents")} hint={entry.amountHint}>
              {(props) => (
                <input
                  {...props}
                  class="amount"
                  inputMode="decimal"
                  autoComplete="off"
                  value={amount.value}
                  onInput={(event) => {
                    amount.value = event.currentTarget.value;
                  }}
                />
              )}
            </Field>
            <Field label={entry.description} problem={at("description")}>
              {(props) => (
                <input
                  {...props}
                  maxLength={255}
                  value={description.value}
                  onInput={(event) => {
                    description.value = event.currentTarget.value;
                  }}
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
                      date.value = event.currentTarget.value || row.date;
                    }}
                  />
                )}
              </Field>
              <Field label={entry.category} problem={at("category_id")}>
                {(props) => (
                  <select
                    {...props}
                    value={category.value}
                    onChange={(event) => {
                      category.value = event.currentTarget.value;
                    }}
                  >
                    {offered.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            </div>
            <TagsField value={tags.value} problem={at("tags")} onInput={(value) => (tags.value = value)} />
            <Field label={entry.notes} problem={at("notes")}>
              {(props) => (
                <textarea
                  {...props}
                  rows={2}
                  value={notes.value}
                  onInput={(event) => {
                    notes.value = event.currentTarget.value;
                  }}
                />
              )}
            </Field>
            {row.credit_card_id === null && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={paid.value}
                  onChange={(event) => {
                    paid.value = event.currentTarget.checked;
                  }}
                />
                <span>{row.amount_cents > 0 ? entry.received : entry.paid}</span>
              </label>
            )}
          </>
        )}
        {isSeries && (
          <Field label={entry.scope}>
            {(props) => (
              <select
                {...props}
                value={scope.value}
                onChange={(event) => {
                  scope.value = event.currentTarget.value as Scope;
                }}
              >
                {SCOPES.map((each) => (
                  <option key={each} value={each}>
                    {entry.scopes[each]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <div class="acts">
          {!isNeutral(row) && (
            <button class="main" type="submit" disabled={sending}>
              {entry.save}
            </button>
          )}
          <button
            type="button"
            class="destroys"
            disabled={sending}
            onClick={() => {
              asks.value = true;
            }}
          >
            {entry.remove}
          </button>
        </div>
      </form>
      {asks.value && (
        <Dialog
          title={entry.removeAsk}
          onClose={() => {
            asks.value = false;
          }}
        >
          <p>
            <strong>{row.description}</strong> · <Money cents={row.amount_cents} />
          </p>
          {isSeries && <p>{`${entry.scope}: ${entry.scopes[scope.value]}`}</p>}
          {row.oposite_transaction_id !== null && <p>{entry.removeTransfer}</p>}
          <div class="acts">
            <button type="button" class="main destroys" disabled={sending} onClick={() => void remove()}>
              {entry.remove}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
