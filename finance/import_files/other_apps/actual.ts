// Actual's CSV of transactions.
//
// | quirk                                                          | done                                            |
// |----------------------------------------------------------------|-------------------------------------------------|
// | the parent of a split has 0, its total in Split_Amount         | one line with the total                         |
// | its parts are the rows after it, as many as `(SPLIT INTO n)`   | its splits; if they do not sum to it, listed    |
// | the payee of a transfer is the other account                   | known where that account is in the file too     |
import type { Layout, TableDraft } from "../tables/layout.ts";

export const actual: Layout = {
  name: "actual",
  place: null,
  sign: "signed",
  days: "guess",
  decimal: ".",
  columns: {
    account: "Account",
    day: "Date",
    description: "Payee",
    notes: "Notes",
    category: "Category",
    amount: "Amount",
    splitAmount: "Split_Amount",
  },
  optional: { ignored: ["Category_Group", "Cleared"] },
  merge: mergeSplits,
};

const PARENT = /^\(SPLIT INTO (\d{1,3})\)\s*/i;
const CHILD = /^\(SPLIT \d{1,3} OF \d{1,3}\)\s*/i;

function mergeSplits(drafts: TableDraft[]): TableDraft[] {
  const accounts = new Set(drafts.map(({ account }) => account));
  const merged: TableDraft[] = [];
  for (let index = 0; index < drafts.length; index++) {
    const draft = drafts[index] as TableDraft;
    const parent = PARENT.exec(draft.notes ?? "");
    const isTransfer = draft.description !== draft.account && accounts.has(draft.description);
    const line: TableDraft = isTransfer ? { ...draft, transferAccount: draft.description } : draft;
    if (!parent || draft.splitAmountCents === undefined) {
      merged.push(line);
      continue;
    }
    const children = drafts.slice(index + 1, index + 1 + Number(parent[1]));
    index += children.length;
    const sum = children.reduce((total, { amountCents }) => total + (amountCents ?? 0), 0);
    merged.push({
      ...line,
      amountCents: draft.splitAmountCents,
      reason: line.reason ?? (sum === draft.splitAmountCents ? undefined : "splits_differ"),
      notes: (draft.notes ?? "").slice(parent[0].length) || null,
      splits: children.map(({ amountCents, category, notes }) => ({
        amountCents: amountCents ?? 0,
        category: category ?? null,
        description: (notes ?? "").replace(CHILD, "") || null,
      })),
    });
  }
  return merged;
}
