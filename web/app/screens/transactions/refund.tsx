// Asks how much of a transaction comes back, and under which category: all of them in proportion, or one.
import { useSignal } from "@preact/signals";
import { currentDay } from "../../clock.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { AmountField } from "../../ledger/amount_field.tsx";
import { amountText } from "../../ledger/amount_text.ts";
import { Money } from "../../ledger/money.tsx";
import { useNames } from "../../ledger/row_names.ts";
import { rowWords } from "../../ledger/row_words.ts";
import { entryWords } from "../../ledger/words.ts";
import { refundOf } from "../../rules/draft.ts";
import { parseCents, plainAmount } from "../../rules/money.ts";
import type { Part, Transaction } from "../../rules/records.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { SelectField } from "../../ui/form.tsx";

interface RefundProps {
  row: Transaction;
  work: (body: object) => Promise<void>;
  onClose: () => void;
}

const ALL = "";

export function Refund({ row, work, onClose }: RefundProps) {
  const store = useStore();
  const names = useNames();
  const amount = useSignal(plainAmount(Math.abs(row.amount_cents), language));
  const part = useSignal(ALL);
  const chosen = part.value === ALL ? undefined : row.parts?.[Number(part.value)];
  const cents = parseCents(amount.value) ?? 0;
  const choose = () => {
    const own = part.value === ALL ? row : row.parts?.[Number(part.value)];
    amount.value = plainAmount(Math.abs((own ?? row).amount_cents), language);
  };
  const nameOf = ({ category_id: id, description, amount_cents: own }: Part) =>
    `${description ?? names.categories.get(id)?.name ?? ""} · ${amountText(store, Math.abs(own))}`;
  const refund = () =>
    work(
      refundOf(row, currentDay(), {
        description: rowWords.refundOf(row.description),
        cents,
        ...(chosen && { categoryId: chosen.category_id }),
      }),
    );
  return (
    <Confirm title={rowWords.refundAsk} act={rowWords.refund} work={refund} onClose={onClose} destroys={false} isOff={cents <= 0}>
      <p>
        <strong>{row.description}</strong> · <Money cents={row.amount_cents} />
      </p>
      {row.parts && (
        <SelectField
          label={rowWords.refundWhat}
          value={part}
          problem={undefined}
          onChosen={choose}
          options={[
            [ALL, rowWords.refundAll],
            ...row.parts.map((each, index): [string, string] => [String(index), nameOf(each)]),
          ]}
        />
      )}
      <AmountField label={entryWords.amount} value={amount} problem={undefined} />
      <p>{rowWords.refundHint}</p>
    </Confirm>
  );
}
