// What a transaction is linked to: its purchase or its refunds, and transfers that were split from it.
import { useData } from "../data/use_data.ts";
import { useStore } from "../data/use_store.ts";
import { language } from "../language.ts";
import { shortDay } from "../rules/day_names.ts";
import type { Transaction } from "../rules/records.ts";
import { amountText } from "./amount_text.ts";
import { rowWords } from "./row_words.ts";

const ALWAYS = "start_date=1900-01-01&end_date=2199-12-31";

export function LinkedRows({ row }: { row: Transaction }) {
  const rows = useData<Transaction[]>(`/transactions?linked_to_id=${row.id}&${ALWAYS}`).data ?? [];
  const wholeId = row.refund_of_id ?? row.split_from_id;
  if (rows.length === 0 && wholeId === undefined) return null;
  return (
    <section class="panel form" aria-label={rowWords.linked}>
      <h2>{rowWords.linked}</h2>
      <ul class="part-list">
        {wholeId !== undefined && <Whole id={wholeId} says={row.refund_of_id === undefined ? "splitFrom" : "isRefundOf"} />}
        {rows.map((each) => (
          <Linked key={each.id} row={each} says={each.refund_of_id === row.id ? "isRefund" : "isTransfer"} />
        ))}
      </ul>
    </section>
  );
}

type Says = "splitFrom" | "isRefundOf" | "isRefund" | "isTransfer";

/** It may be deleted by now. */
function Whole({ id, says }: { id: number; says: Says }) {
  const row = useData<Transaction>(`/transactions/${id}`).data;
  return row ? (
    <Linked row={row} says={says} />
  ) : (
    <li>
      <span>{rowWords.says[says]}</span>
    </li>
  );
}

function Linked({ row, says }: { row: Transaction; says: Says }) {
  const store = useStore();
  return (
    <li>
      <span>
        {rowWords.says[says]} <a href={`/transactions/${row.id}`}>{row.description}</a>, {shortDay(row.date, language)}
      </span>
      <span>{amountText(store, row.amount_cents)}</span>
    </li>
  );
}
