// The lines of a bank's file, as far as the app has to know them.
import { invoiceNumber, monthOf } from "./days.ts";
import type { Decision, Import, ImportLine, InvoiceOfCard, Verdict } from "./records.ts";
import { readTags } from "./tags.ts";

/** In the order of the screen. */
export const VERDICTS: readonly Verdict[] = [
  "new",
  "planned",
  "match",
  "transfer",
  "payment",
  "part",
  "known",
  "deleted",
  "ignored",
  "error",
];

export const isReadable = ({ verdict }: Pick<ImportLine, "verdict">) => verdict !== "error" && verdict !== "ignored";

/** Whether a proposal waits for the user's decision. */
export const waits = ({ verdict, sure, decision }: Pick<ImportLine, "verdict" | "sure" | "decision">) =>
  isReadable({ verdict }) && !sure && decision?.action === undefined && decision?.income === undefined;

/** Whether the line creates a transaction, which can have a category and a description. */
export function creates({ verdict, sure, decision }: Pick<ImportLine, "verdict" | "sure" | "decision">): boolean {
  if (decision?.action === "new") return true;
  if (["skip", "match", "pay"].includes(decision?.action ?? "")) return false;
  return ["new", "planned"].includes(verdict) || (verdict === "part" && sure);
}

/** The values of its transaction: by the user, else by rules, memory or the bank. */
export function filledOf({ decision, fill, description, ...line }: FilledLine) {
  const used = creates({ decision, ...line }) ? fill : null;
  return {
    description: decision?.description ?? used?.description ?? description,
    tags: decision?.tags ?? used?.tags ?? [],
    /** Null if the user has chosen one, or if the line creates nothing. */
    category: decision?.category_id === undefined && used ? { id: used.category_id, by: used.by } : null,
  };
}

type FilledLine = Pick<ImportLine, "verdict" | "sure" | "decision" | "fill" | "description">;

/** The invoice that the line pays now; undefined if it pays none or the user has to choose. */
export function invoicePaid({ verdict, decision, target }: Pick<ImportLine, "verdict" | "decision" | "target">) {
  if (decision?.action === "pay") return invoiceOf(decision.credit_card_id, decision.invoice);
  const follows = decision?.action === undefined || decision.action === "accept";
  return verdict === "payment" && follows ? invoiceOf(target?.credit_card_id, target?.invoice) : undefined;
}

const invoiceOf = (card: number | null | undefined, invoice: number | null | undefined): InvoiceOfCard | undefined =>
  card && invoice != null ? { credit_card_id: card, invoice } : undefined;

/** Invoices that a line may pay: finance's proposals first, then those of every card due around its day. */
export function payableInvoices(
  { target, date }: Pick<ImportLine, "target" | "date">,
  cardIds: readonly number[],
): InvoiceOfCard[] {
  const proposed = target?.options ?? [invoiceOf(target?.credit_card_id, target?.invoice) ?? []].flat();
  const month = invoiceNumber(monthOf(date ?? "2000-01-01"));
  const near = cardIds.flatMap((id) => [month, month - 1, month + 1].map((invoice) => ({ credit_card_id: id, invoice })));
  const nameOf = (each: InvoiceOfCard) => `${each.credit_card_id}/${each.invoice}`;
  return [...new Map([...proposed, ...near].map((each) => [nameOf(each), each])).values()];
}

/** Whether it takes money from an account, so that it may pay an invoice. */
export const mayPay = (from: Pick<Import, "account_id">, { amount_cents: cents }: Pick<ImportLine, "amount_cents">) =>
  from.account_id !== null && (cents ?? 0) < 0;

/** Finance replaces the whole decision, so that a field left out is removed. */
export function decide(decision: Decision | null, change: Decision): Decision {
  const next = { ...decision, ...change };
  const filled = Object.entries(next).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  const result = Object.fromEntries(filled) as Decision;
  if (result.action !== "match") delete result.transaction_id;
  if (result.action !== "pay") {
    delete result.credit_card_id;
    delete result.invoice;
  }
  return result;
}

/** The fields of a form that corrects a line. */
export interface Correction {
  action: string;
  /** The transaction that the line matches. */
  row: number | undefined;
  invoice: InvoiceOfCard | undefined;
  income: string;
  description: string;
  tags: string;
  notes: string;
}

/** The texts that its transaction gets without a decision. */
export function usualTexts(line: Omit<FilledLine, "decision">) {
  const { description, tags } = filledOf({ ...line, decision: null });
  return { description: description ?? "", tags: tags.join(", ") };
}

/** Usual texts are left out of the decision, so that later rules may still fill them. */
export function correctedDecision(line: FilledLine, { action, row, invoice, income, ...texts }: Correction): Decision {
  const usual = usualTexts(line);
  const description = texts.description.trim();
  const tags = readTags(texts.tags);
  const change = {
    action: action === "accept" && line.sure ? undefined : action,
    transaction_id: action === "match" ? row : undefined,
    ...(action === "pay" && invoice),
    description: description === usual.description ? undefined : description,
    tags: tags.join(", ") === usual.tags ? undefined : tags,
    notes: texts.notes.trim(),
    income: income === "" ? undefined : income === "in",
  };
  return decide(line.decision, change as Decision);
}

/** Number of lines that would be written now. */
export const writing = ({ counts, undecided }: Pick<Import, "counts" | "undecided">) =>
  (["new", "planned", "match", "transfer", "payment", "part"] as const).reduce((sum, each) => sum + (counts[each] ?? 0), 0) -
  undecided;

/** Finance writes reasons in lower case. */
export const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
