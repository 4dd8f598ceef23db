// When something counts: the four answers, and what has to be known for each beside the sums that are kept.
import { type TUnsafe, Type } from "typebox";
import type { Db } from "../../kernel/sql/database.ts";
import { findDues } from "./dues.ts";
import {
  type FlowMonth,
  listCardRows,
  listInstalments,
  listInvoiced,
  listPaidInvoices,
  listPurchasesInParts,
  listUnpaidInvoices,
  type RowQuestion,
} from "./queries_basis.ts";

export const BASES = ["purchase", "instalment", "invoice", "payment"] as const;
export type Basis = (typeof BASES)[number];

export const BasisField = (bases: readonly Basis[], initial: Basis, description: string): TUnsafe<Basis> =>
  Type.Unsafe<Basis>({ type: "string", enum: [...bases], description: `${description} ${initial} unless given` });

type List = (db: Db, question: RowQuestion) => Promise<FlowMonth[]>;

/** Kept sums count every row in the month of its date. What is taken out of them, and what is counted in its place. */
const MOVED: Record<Basis, { out: readonly List[]; in: readonly List[] }> = {
  instalment: { out: [], in: [] },
  purchase: { out: [listInstalments], in: [listPurchasesInParts] },
  invoice: { out: [listCardRows], in: [listInvoiced] },
  payment: { out: [listCardRows], in: [listPaidInvoices, listUnpaidInvoices] },
};

/** What has to be added to sums by date, of these rows and months, so that all counts when the basis says. */
export async function listMoved(db: Db, asked: RowQuestion, basis: Basis): Promise<FlowMonth[]> {
  const hasDues = basis === "invoice" || basis === "payment";
  const question = hasDues ? { ...asked, dues: await findDues(db, asked.spaceId, asked.span) } : asked;
  const lists = (each: readonly List[]) => Promise.all(each.map((list) => list(db, question)));
  const [out, added] = await Promise.all([lists(MOVED[basis].out), lists(MOVED[basis].in)]);
  const less = out.flat().map((each) => ({ ...each, paid_cents: -each.paid_cents, unpaid_cents: -each.unpaid_cents }));
  return [...less, ...added.flat()];
}
