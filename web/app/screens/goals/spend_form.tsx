// The dialog that lets a purchase use a goal: one of the expenses of the last days.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { write } from "../../data/api.ts";
import { useData } from "../../data/use_data.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { shortDay } from "../../rules/day_names.ts";
import { addDays } from "../../rules/days.ts";
import type { GoalWithMoves } from "../../rules/goals.ts";
import type { Transaction } from "../../rules/records.ts";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { type Option, SelectField } from "../../ui/form.tsx";
import { ownRefusal, useSending } from "../../ui/use_sending.ts";
import { formWords } from "../../ui/words.ts";
import { goalActWords } from "./words.ts";

const DAYS = 60;

interface SpendProps {
  goal: GoalWithMoves;
  onClose: () => void;
}

export function SpendForm({ goal, onClose }: SpendProps) {
  const today = currentDay();
  const path = `/transactions?start_date=${addDays(today, -DAYS)}&end_date=${today}&exact_dates=true&kind=expense&order=desc`;
  const rows = useData<Transaction[]>(path).data;
  if (!rows) return null;
  const used = new Set(goal.moves.map(({ transaction_id: id }) => id));
  const offered = rows.filter(
    (row) => !used.has(row.id) && row.oposite_transaction_id === null && row.paid_credit_card_id === null,
  );
  if (offered.length === 0)
    return (
      <Dialog title={goalActWords.spend} onClose={onClose}>
        <p>{goalActWords.noPurchases}</p>
      </Dialog>
    );
  return <Spend goal={goal} purchases={offered} onClose={onClose} />;
}

function Spend({ goal, purchases, onClose }: SpendProps & { purchases: readonly Transaction[] }) {
  const store = useStore();
  const purchase = useSignal(String(purchases[0]?.id ?? ""));
  const sending = useSending();
  const save = async () => {
    if (purchase.value === "") throw ownRefusal({ transaction_id: formWords.missing });
    const { undo } = await write(store, "POST", `/goals/${goal.id}/spend`, { transaction_id: Number(purchase.value) });
    store.message.value = { text: goalActWords.spent, undo };
    onClose();
  };
  const options = purchases.map(
    ({ id, description, date, amount_cents: cents }): Option => [
      String(id),
      `${shortDay(date, language)} · ${description} · ${amountText(store, -cents)}`,
    ],
  );
  return (
    <FormDialog title={goalActWords.spend} onClose={onClose} sending={sending} save={save}>
      <SelectField
        label={goalActWords.purchase}
        value={purchase}
        problem={sending.at("transaction_id") ?? sending.at("account_id")}
        options={options}
        hint={goalActWords.spendHint}
      />
    </FormDialog>
  );
}
