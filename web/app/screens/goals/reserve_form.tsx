// Dialogs that reserve money of an account for a goal, give it back, or move it to another account.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { amountText } from "../../ledger/amount_text.ts";
import { entryWords } from "../../ledger/words.ts";
import { type Goal, type GoalActed, suggestedReserve } from "../../rules/goals.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Account } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { optionsOf, SelectField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { goalActWords } from "./words.ts";

interface ActProps {
  goal: Goal;
  onClose: () => void;
}

interface WithAccounts extends ActProps {
  accounts: readonly Account[];
}

export function ReserveForm(props: ActProps) {
  const accounts = useData<Account[]>("/accounts").data?.filter(({ archived }) => !archived);
  return accounts && <Reserve {...props} accounts={accounts} />;
}

function Reserve({ goal, accounts, onClose }: WithAccounts) {
  const store = useStore();
  const usual = goal.earmarks[0]?.account_id ?? accounts.find((each) => each.default)?.id ?? accounts[0]?.id;
  const amount = useSignal(plainAmount(suggestedReserve(goal), language));
  const account = useSignal(String(usual ?? ""));
  const sending = useSending();
  const save = async () => {
    const body = { amount_cents: centsOf(amount.value), account_id: Number(account.value) };
    const { record, undo } = await write<GoalActed>(store, "POST", `/goals/${goal.id}/reserve`, body);
    const text = record.warnings.includes("over_balance") ? goalActWords.overBalance : goalActWords.reserved;
    store.message.value = { text, undo };
    onClose();
  };
  return (
    <FormDialog
      title={goalActWords.reserveFor(goal.name)}
      onClose={onClose}
      sending={sending}
      act={goalActWords.reserve}
      save={save}
    >
      <AmountField isMain label={goalActWords.amount} value={amount} problem={sending.at("amount_cents")} />
      <SelectField
        label={goalActWords.account}
        value={account}
        problem={sending.at("account_id")}
        options={optionsOf(accounts)}
        hint={useAvailable(Number(account.value))}
      />
      <p class="hint">{goalActWords.noMoneyMoves}</p>
    </FormDialog>
  );
}

function useAvailable(accountId: number): string | undefined {
  const store = useStore();
  const today = currentDay();
  const path = `/balances?account_id=${accountId}&start_date=${today}&end_date=${today}`;
  const balances = useData<{ balance: number; available_cents?: number }>(path).data;
  return balances && goalActWords.available(amountText(store, balances.available_cents ?? balances.balance));
}

export function ReleaseForm({ goal, onClose }: ActProps) {
  const accounts = useData<Account[]>("/accounts").data;
  return accounts && <Release goal={goal} accounts={accounts} onClose={onClose} />;
}

function Release({ goal, accounts, onClose }: WithAccounts) {
  const store = useStore();
  const holding = accounts.filter(({ id }) => reservedOn(goal, id) > 0);
  const account = useSignal(String(holding[0]?.id ?? ""));
  const here = reservedOn(goal, Number(account.value));
  const amount = useSignal(plainAmount(here, language));
  const sending = useSending();
  const save = async () => {
    const body = { amount_cents: centsOf(amount.value), account_id: Number(account.value) };
    const { undo } = await write(store, "POST", `/goals/${goal.id}/release`, body);
    store.message.value = { text: goalActWords.released, undo };
    onClose();
  };
  return (
    <FormDialog
      title={goalActWords.releaseOf(goal.name)}
      onClose={onClose}
      sending={sending}
      act={goalActWords.release}
      save={save}
    >
      <AmountField isMain label={goalActWords.amount} value={amount} problem={sending.at("amount_cents")} />
      <SelectField
        label={goalActWords.account}
        value={account}
        problem={sending.at("account_id")}
        options={optionsOf(holding)}
        onChosen={() => (amount.value = plainAmount(reservedOn(goal, Number(account.value)), language))}
        hint={goalActWords.here(amountText(store, here))}
      />
    </FormDialog>
  );
}

export function MoveForm({ goal, onClose }: ActProps) {
  const accounts = useData<Account[]>("/accounts").data;
  return accounts && <Move goal={goal} accounts={accounts} onClose={onClose} />;
}

function Move({ goal, accounts, onClose }: WithAccounts) {
  const store = useStore();
  const holding = accounts.filter(({ id }) => reservedOn(goal, id) > 0);
  const from = useSignal(String(holding[0]?.id ?? ""));
  const others = accounts.filter(({ id, archived }) => !archived && String(id) !== from.value);
  const to = useSignal(String(others[0]?.id ?? ""));
  const amount = useSignal(plainAmount(reservedOn(goal, Number(from.value)), language));
  const sending = useSending();
  const chooseFrom = () => {
    amount.value = plainAmount(reservedOn(goal, Number(from.value)), language);
    if (to.value === from.value) to.value = String(accounts.find(({ id }) => String(id) !== from.value)?.id ?? "");
  };
  const save = async () => {
    const sides = { from_account_id: Number(from.value), to_account_id: Number(to.value) };
    const { undo } = await write(store, "POST", `/goals/${goal.id}/move`, { amount_cents: centsOf(amount.value), ...sides });
    store.message.value = { text: goalActWords.moved, undo };
    onClose();
  };
  return (
    <FormDialog title={goalActWords.move} onClose={onClose} sending={sending} save={save}>
      <AmountField isMain label={goalActWords.amount} value={amount} problem={sending.at("amount_cents")} />
      <div class="pair">
        <SelectField
          label={goalActWords.from}
          value={from}
          problem={sending.at("from_account_id")}
          options={optionsOf(holding)}
          onChosen={chooseFrom}
        />
        <SelectField label={goalActWords.to} value={to} problem={sending.at("to_account_id")} options={optionsOf(others)} />
      </div>
      <p class="hint">{goalActWords.noMoneyMoves}</p>
    </FormDialog>
  );
}

const reservedOn = ({ earmarks }: Goal, accountId: number) =>
  earmarks.find(({ account_id: id }) => id === accountId)?.reserved_cents ?? 0;

function centsOf(text: string): number {
  const cents = parseCents(text);
  if (!cents || cents < 0) throw ownRefusal({ amount_cents: entryWords.badAmount });
  return cents;
}
