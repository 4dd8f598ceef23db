// The form of a new or existing card, including its days and whether paid invoices may change.
import { type Signal, useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { bySignals, Disputes, type EditForm, saveEdit, useEdit, useFollowing } from "../../data/edit_record.tsx";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { editWords } from "../../data/words.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account, Card } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { optionsOf, SelectField, TextField } from "../../ui/form.tsx";
import { type FormState, ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { CardMoves } from "./card_moves.tsx";
import { cardWords } from "./words.ts";

export function CardForm({ card, onClose }: { card?: Card; onClose: () => void }) {
  const store = useStore();
  const accounts = (useData<Account[]>("/accounts").data ?? []).filter(({ archived }) => !archived);
  const fields = useCardFields(card);
  const { name, closing, due, limit, account } = fields;
  const force = useSignal(false);
  const sending = useSending();
  const { at } = sending;
  const days = { closing_day: Number(closing.value), due_day: Number(due.value) };
  const movesDays = card !== undefined && (days.closing_day !== card.closing_day || days.due_day !== card.due_day);
  const edit = useEdit(card);
  const form = editFormOf(fields, accounts);
  useFollowing(edit, form, card);
  const save = async () => {
    const body = { ...readCard(fields), ...days };
    const besides = movesDays && force.value ? { force: true } : {};
    const written = await (card
      ? saveEdit(store, `/credit_cards/${card.id}`, edit, form, () => body, besides)
      : write(store, "POST", "/credit_cards", body));
    if (written) store.message.value = { text: card ? editWords.saved : cardWords.saved, undo: written.undo };
    onClose();
  };
  return (
    <FormDialog
      title={card ? cardWords.edit : cardWords.add}
      onClose={onClose}
      sending={sending}
      save={save}
      acts={card && <ArchiveButton card={card} sending={sending} onClose={onClose} />}
    >
      <Disputes edit={edit} form={form} retry={sending.retry} />
      <TextField label={cardWords.name} value={name} problem={at("name")} maxLength={100} />
      <div class="pair">
        <TextField label={cardWords.closing} value={closing} problem={at("closing_day")} type="number" min={1} max={31} />
        <TextField label={cardWords.due} value={due} problem={at("due_day")} type="number" min={1} max={31} />
      </div>
      {movesDays && <CardMoves card={card} days={days} force={force} problem={at("update_invoices_since", "force")} />}
      <AmountField label={cardWords.limit} value={limit} hint={cardWords.limitHint} problem={at("limit_cents")} />
      {card && (
        <SelectField
          label={cardWords.payWith}
          value={account}
          problem={at("payment_account_id")}
          options={[
            ...(card.payment_account_id === null ? [["", cardWords.payWithDefault] as const] : []),
            ...optionsOf(accounts),
          ]}
        />
      )}
    </FormDialog>
  );
}

const cardValues = (card: Card) => ({
  name: card.name,
  closing: String(card.closing_day),
  due: String(card.due_day),
  limit: card.limit_cents > 0 ? plainAmount(card.limit_cents, language) : "",
  account: String(card.payment_account_id ?? ""),
});

type CardFields = Record<keyof ReturnType<typeof cardValues>, Signal<string>>;

function useCardFields(card: Card | undefined): CardFields {
  const first = card ? cardValues(card) : { name: "", closing: "1", due: "10", limit: "", account: "" };
  return {
    name: useSignal(first.name),
    closing: useSignal(first.closing),
    due: useSignal(first.due),
    limit: useSignal(first.limit),
    account: useSignal(first.account),
  };
}

const editFormOf = (fields: CardFields, accounts: readonly Account[]): EditForm<Card> => ({
  ...bySignals(fields),
  valuesOf: cardValues,
  fields: {
    name: { label: cardWords.name, names: ["name"] },
    closing: { label: cardWords.closing, names: ["closing_day"] },
    due: { label: cardWords.due, names: ["due_day"] },
    limit: { label: cardWords.limit, names: ["limit_cents"] },
    account: {
      label: cardWords.payWith,
      names: ["payment_account_id"],
      show: (id) => accounts.find((each) => String(each.id) === id)?.name ?? cardWords.payWithDefault,
    },
  },
});

/** Throws a Refusal. */
function readCard({ name, limit, account }: CardFields) {
  const limitCents = limit.value.trim() === "" ? 0 : parseCents(limit.value);
  const wrong: Record<string, string> = {};
  if (name.value.trim() === "") wrong.name = formWords.missing;
  if (limitCents === undefined || limitCents < 0) wrong.limit_cents = entryWords.badAmount;
  if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
  return {
    name: name.value.trim(),
    limit_cents: limitCents,
    ...(account.value !== "" && { payment_account_id: Number(account.value) }),
  };
}

function ArchiveButton({ card, sending, onClose }: { card: Card; sending: FormState; onClose: () => void }) {
  const store = useStore();
  const { id, archived } = card;
  const archive = async () => {
    const { undo } = await write(store, "PUT", `/credit_cards/${id}`, { archived: !archived });
    store.message.value = { text: archived ? cardWords.unarchived : cardWords.archived, undo };
    onClose();
  };
  return (
    <button
      type="button"
      class={archived ? undefined : "destroys"}
      disabled={sending.sending}
      onClick={() => void sending.send(archive)}
    >
      {archived ? cardWords.unarchive : cardWords.archive}
    </button>
  );
}
