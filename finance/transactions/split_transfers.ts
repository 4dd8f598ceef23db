// Parts of a split that are transfers. They are no parts of the row: it keeps the rest, and each gets the two rows of a transfer.
import { joinProblems, NO_PROBLEMS, type Problems, problemIf, valid, type WithProblems } from "../fields/with_problems.ts";
import { legsOf } from "../rows/legs.ts";
import { sumOf } from "../rows/parts.ts";
import type { AccountsAndCards } from "../rows/queries_accounts_and_cards.ts";
import type { StoredPart, StoredParts } from "../tables/parts.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { RequestedPart, RequestedParts } from "./requested_parts.ts";

export interface SplitTransfer extends RequestedPart {
  account_id: number;
  /** Among the parts of the request. */
  index: number;
}

export interface Division {
  /** What the row keeps. */
  cents: number;
  /** Of the row: none where a single part is left, which is the row then. */
  parts: StoredParts;
  alone: StoredPart | undefined;
  transfers: readonly SplitTransfer[];
}

export const isTransfer = (part: RequestedPart): boolean => part.account_id !== undefined;

export const accountsOf = (parts: RequestedParts | undefined): number[] =>
  (parts ?? []).flatMap(({ account_id: id }) => (id === undefined ? [] : [id]));

/** Parts with their signs, which sum to `cents`. The row keeps some of it, in the same direction. */
export function divide(parts: RequestedParts, cents: number): WithProblems<Division> {
  const transfers = parts.flatMap((part, index) =>
    part.account_id === undefined ? [] : [{ ...part, account_id: part.account_id, index }],
  );
  const rest = parts.filter((part) => !isTransfer(part));
  const kept = sumOf(rest);
  const isDirected = (each: number) => Math.sign(each) === Math.sign(cents);
  const value = { cents: kept, parts: rest.length > 1 ? rest : [], alone: rest.length === 1 ? rest[0] : undefined, transfers };
  if (transfers.length === 0) return valid({ ...value, parts: rest, alone: undefined });
  const problems = joinProblems(
    problemIf(rest.length === 0, "parts", { kind: "onlyTransfers" }),
    ...transfers.map(({ index, amount_cents: each }) =>
      problemIf(!isDirected(each), `parts.${index}.amount_cents`, { kind: "invalid" }),
    ),
    problemIf(rest.length > 0 && !isDirected(kept), `parts.${transfers[0]?.index}.amount_cents`, {
      kind: "tooLarge",
      values: { most: Math.abs(cents) - 1 },
    }),
  );
  return { value, problems };
}

/** `account`: that the row is booked on. */
export function checkTransfers(
  parts: RequestedParts | undefined,
  { accountsAndCards, account, otherScope }: TransferFacts,
): Problems {
  if (!parts?.some(isTransfer)) return NO_PROBLEMS;
  const problems = parts.map(({ account_id: id }, index): Problems => {
    if (id === undefined) return NO_PROBLEMS;
    const field = `parts.${index}.account_id`;
    const facts = accountsAndCards.get(id);
    if (otherScope !== undefined) return [[field, { kind: "exclusive", values: { other: otherScope } }]];
    if (account === "card") return [[field, { kind: "notOnCard" }]];
    if (!facts || facts.isCard) return [[field, { kind: "unknown" }]];
    if (facts.archived) return [[field, { kind: "archived" }]];
    return problemIf(id === account, field, { kind: "same", values: { other: "account_id" } });
  });
  return joinProblems(...problems);
}

export interface TransferFacts {
  accountsAndCards: AccountsAndCards;
  account: number | "card" | undefined;
  /** The field that asks for several rows: a transfer belongs to one. */
  otherScope?: string | undefined;
}

interface Making {
  categoryId: number;
  /** Two for each. */
  ids: readonly number[];
  now: Date;
  userId: number | null;
}

/** `row`: as it will be stored. The leg on its account names it, since a bank has one line for both. */
export function transferRows(row: StoredRow, transfers: readonly SplitTransfer[], { ids, ...making }: Making): StoredRow[] {
  return transfers.flatMap((part, index) => {
    const own = row.account_id as number;
    const isOut = part.amount_cents < 0;
    const [from, to] = isOut ? [own, part.account_id] : [part.account_id, own];
    const transfer = {
      description: part.description ?? row.description,
      notes: null,
      tags: [...part.tags],
      amountCents: Math.abs(part.amount_cents),
      date: row.date,
      paid: row.paid,
    };
    const legs = legsOf(transfer, { ...making, from, to, ids: ids.slice(2 * index, 2 * index + 2) });
    return legs.map((leg) => (leg.account_id === own ? { ...leg, split_from_id: row.id } : leg));
  });
}

/** A single part that is left is the row: what was said of it holds for the row. */
export function withAlone(
  fields: { notes: string | null; tags: readonly string[] },
  alone: StoredPart,
): { notes: string | null; tags: string[] } {
  return { notes: fields.notes ?? alone.description, tags: [...new Set([...fields.tags, ...alone.tags])] };
}
