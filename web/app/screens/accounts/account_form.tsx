// The form of a new or existing account.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { bySignals, Disputes, type EditForm, saveEdit, useEdit, useFollowing } from "../../data/edit_record.tsx";
import { useStore } from "../../data/use_store.ts";
import { editWords } from "../../data/words.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { entryWords } from "../../ledger/words.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { accountWords } from "./words.ts";

export function AccountForm({ account, onClose }: { account?: Account; onClose: () => void }) {
  const store = useStore();
  const name = useSignal(account?.name ?? "");
  const type = useSignal(account?.type ?? "checking");
  const opening = useSignal(account ? plainAmount(account.opening_balance_cents, language) : "");
  const sending = useSending();
  const edit = useEdit(account);
  const form: EditForm<Account> = {
    ...bySignals({ name, type, opening }),
    valuesOf: (each) => ({ name: each.name, type: each.type, opening: plainAmount(each.opening_balance_cents, language) }),
    fields: {
      name: { label: accountWords.name, names: ["name"] },
      type: {
        label: accountWords.type,
        names: ["type"],
        show: (each) => Object.fromEntries(Object.entries(accountWords.types))[each] ?? each,
      },
      opening: { label: accountWords.opening, names: ["opening_balance_cents"] },
    },
  };
  useFollowing(edit, form, account);
  const save = async () => {
    const cents = opening.value.trim() === "" ? 0 : parseCents(opening.value);
    const wrong: Record<string, string> = {};
    if (name.value.trim() === "") wrong.name = formWords.missing;
    if (cents === undefined) wrong.opening_balance_cents = entryWords.badAmount;
    if (Object.keys(wrong).length > 0) throw ownRefusal(wrong);
    const body = { name: name.value.trim(), type: type.value, opening_balance_cents: cents };
    const written = await (account
      ? saveEdit(store, `/accounts/${account.id}`, edit, form, () => body)
      : write(store, "POST", "/accounts", body));
    if (written) store.message.value = { text: account ? editWords.saved : accountWords.saved, undo: written.undo };
    onClose();
  };
  return (
    <FormDialog title={account ? accountWords.edit : accountWords.add} onClose={onClose} sending={sending} save={save}>
      <Disputes edit={edit} form={form} retry={sending.retry} />
      <TextField label={accountWords.name} value={name} problem={sending.at("name")} maxLength={100} />
      <div class="pair">
        <SelectField
          label={accountWords.type}
          value={type}
          problem={sending.at("type")}
          options={Object.entries(accountWords.types)}
        />
        <AmountField label={accountWords.opening} value={opening} problem={sending.at("opening_balance_cents")} />
      </div>
    </FormDialog>
  );
}
