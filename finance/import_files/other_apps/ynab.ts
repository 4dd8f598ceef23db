// YNAB: a ZIP of two CSV files, of which the register has the transactions.
//
// | quirk                                  | done                                                             |
// |----------------------------------------|------------------------------------------------------------------|
// | the order of dates is the user's       | inferred from all rows                                           |
// | `$1,000.00`, quoted or not             | the sign of the currency is left out                             |
// | payee `Transfer : X`                   | the other account's name                                         |
// | splits are rows with `Split (1/2)`     | one line with splits, which sum to it                            |
// | all accounts in one table              | a statement for each                                             |
import type { Layout, TableDraft } from "../tables/layout.ts";

export const ynab: Layout = {
  name: "ynab",
  place: null,
  sign: "two_columns",
  days: "guess",
  decimal: ".",
  columns: { account: "Account", day: "Date", description: "Payee", notes: "Memo", debit: "Outflow", credit: "Inflow" },
  optional: { category: "Category Group/Category", ignored: ["Flag", "Category Group", "Category", "Cleared"] },
  merge: mergeSplits,
};

const SPLIT = /^Split \((\d{1,3})\/(\d{1,3})\)\s*/;

function mergeSplits(drafts: TableDraft[]): TableDraft[] {
  const merged: TableDraft[] = [];
  for (const draft of drafts) {
    const part = SPLIT.exec(draft.notes ?? "");
    const line = withTransfer(draft);
    if (!part || draft.amountCents === undefined || draft.day === undefined) {
      merged.push(line);
      continue;
    }
    const note = (draft.notes ?? "").slice(part[0].length) || null;
    const split = { amountCents: draft.amountCents, category: draft.category ?? null, description: note };
    const above = merged.at(-1);
    const goesOn =
      Number(part[1]) === (above?.splits?.length ?? 0) + 1 && above?.day === draft.day && above.account === draft.account;
    if (above?.splits && Number(part[1]) > 1 && goesOn) {
      above.splits.push(split);
      above.amountCents = (above.amountCents ?? 0) + draft.amountCents;
      above.transferAccount ??= line.transferAccount ?? null;
    } else merged.push({ ...line, notes: null, category: null, splits: [split] });
  }
  return merged.map((draft) => (draft.splits?.length === 1 ? unsplit(draft) : draft));
}

/** One part alone is no split. */
function unsplit(draft: TableDraft): TableDraft {
  const [only] = draft.splits ?? [];
  return { ...draft, splits: [], category: only?.category ?? null, notes: only?.description ?? null };
}

function withTransfer(draft: TableDraft): TableDraft {
  const other = /^Transfer : (.+)$/.exec(draft.description)?.[1];
  return other === undefined ? draft : { ...draft, transferAccount: other };
}
