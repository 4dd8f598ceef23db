// What the user says to a line of a preview, and what comes of that and the verdict.
import type { PlainFields } from "../rows/plain_fields.ts";
import type { ImportLine } from "./line.ts";
import type { LineVerdict } from "./matching/verdict.ts";

export const ACTIONS = ["accept", "new", "skip", "match", "pay"] as const;
export type Action = (typeof ACTIONS)[number];
/** Those that need no further word, so that they can be said of many lines at once. */
export const PLAIN_ACTIONS = ["accept", "new", "skip"] as const;

export interface Decision extends Partial<PlainFields> {
  /** Absent: as the verdict says. */
  action?: Action;
  /** For `match`: the row that it is. */
  transaction_id?: number;
  /** For `pay`: the card, and the number of its invoice. */
  credit_card_id?: number;
  invoice?: number;
  category_id?: number;
  /** Whether the money came, where the file does not say. */
  income?: boolean;
}

/** What is done with proposals that nobody decided. */
export const PROPOSALS = PLAIN_ACTIONS;
export type Proposals = (typeof PROPOSALS)[number];

export type Outcome =
  | { do: "nothing" }
  | { do: "undecided" }
  | { do: "create" }
  /** Only another way to know a row. */
  | { do: "link"; transactionId: number }
  | { do: "match"; transactionId: number }
  | { do: "transfer"; transactionId: number }
  /** A transfer whose other side is not there yet. */
  | { do: "move"; accountId: number }
  | { do: "pay"; cardId: number; invoice: number }
  | { do: "purchase" };

/** With the sign that the user gave it. */
export function signed(line: Pick<ImportLine, "cents">, decision: Decision | null): number {
  if (decision?.income === undefined) return line.cents;
  return (decision.income ? 1 : -1) * Math.abs(line.cents);
}

/** Whether the verdict matters at all. */
export const followsVerdict = (decision: Decision | null) => decision?.action === undefined || decision.action === "accept";

/** Nobody can accept a line that asks which invoice it pays: one has to be said. */
export const asksForInvoice = ({ target }: { target?: LineVerdict["target"] | null }) => target?.options !== undefined;

export function outcomeOf(
  line: ImportLine,
  verdict: LineVerdict,
  decision: Decision | null,
  { proposals, isAnother }: { proposals: Proposals | undefined; isAnother: boolean },
): Outcome {
  const isDecided = verdict.sure || (decision?.income !== undefined && verdict.reason !== "amount_unsure");
  const action = decision?.action ?? (isDecided ? "accept" : proposals);
  if (action === undefined) return { do: "undecided" };
  if (action === "skip") return { do: "nothing" };
  if (action === "new") return { do: "create" };
  if (action === "match") return { do: "match", transactionId: decision?.transaction_id as number };
  if (action === "pay") return { do: "pay", cardId: decision?.credit_card_id as number, invoice: decision?.invoice as number };
  const { transactionId, accountId, cardId, invoice } = verdict.target ?? {};
  switch (verdict.verdict) {
    case "known":
      return isAnother ? { do: "link", transactionId: transactionId as number } : { do: "nothing" };
    case "match":
      return { do: "match", transactionId: transactionId as number };
    case "transfer":
      if (line.cents === 0) return { do: "create" };
      return accountId === undefined ? { do: "transfer", transactionId: transactionId as number } : { do: "move", accountId };
    case "payment":
      if (asksForInvoice(verdict)) return { do: "undecided" };
      if (cardId === undefined) return { do: "nothing" };
      return signed(line, decision) < 0 ? { do: "pay", cardId, invoice: invoice as number } : { do: "create" };
    case "part":
      if (transactionId !== undefined) return { do: "match", transactionId };
      return line.part && verdict.reason === "part_new" ? { do: "purchase" } : { do: "nothing" };
    case "new":
    case "planned":
      return { do: "create" };
    default:
      return { do: "nothing" };
  }
}
