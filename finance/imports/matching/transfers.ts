// Lines that are one side of a transfer whose other side stands on another account of the space already, as a plain row.
import { transferKeyIn } from "../../import_files/meaning/kinds.ts";
import { fold } from "../../import_files/text/fold.ts";
import type { ImportLine } from "../line.ts";
import { bestPairs, type Pair } from "./pairs.ts";
import { distance } from "./repeated_lines.ts";
import type { LineVerdict } from "./verdict.ts";

/** A plain row of another account. */
export interface OtherRow {
  id: number;
  account_id: number;
  date: string;
  amount_cents: number;
  description: string;
  /** As the bank wrote it, where it was imported. */
  source: string | null;
}

const DAYS_APART = 3;
const MOST_CANDIDATES = 12;
const NAMES_A_TRANSFER = /\b(?:TRANSF\w*|PIX|TED|DOC|TEV|APLICACAO|RESGATE|DINHEIRO (?:RESERVADO|RETIRADO|GUARDADO))\b/;

/** By the number of the line. */
export function findTransfers(lines: readonly ImportLine[], rows: readonly OtherRow[]): Map<number, LineVerdict> {
  const byAmount = Map.groupBy(rows, ({ amount_cents: cents }) => cents);
  const pairs = lines.flatMap((line): (Pair & { line: ImportLine; row: OtherRow; isSame: boolean })[] => {
    const opposite = byAmount.get(-line.cents)?.filter(({ date }) => distance(date, line.day) <= DAYS_APART) ?? [];
    return opposite.slice(0, MOST_CANDIDATES).map((row) => {
      const isSame = line.transferKey !== null && line.transferKey === transferKeyIn(row.description, row.source);
      return { line, row, isSame, one: line.n, other: row.id, likeness: isSame ? 1 : 0, days: distance(row.date, line.day) };
    });
  });
  const nearOfLine = Map.groupBy(pairs, ({ one }) => one);
  const nearOfRow = Map.groupBy(pairs, ({ other }) => other);
  const verdicts = new Map<number, LineVerdict>();
  for (const { line, row, isSame, days } of bestPairs(pairs)) {
    const isOnly = nearOfLine.get(line.n)?.length === 1 && nearOfRow.get(row.id)?.length === 1;
    const namesIt = [line.description, row.description, row.source ?? ""].some((text) => NAMES_A_TRANSFER.test(fold(text)));
    const reason = isSame ? "same_transfer" : isOnly && days <= 1 && namesIt ? "only_opposite" : "maybe_transfer";
    // Equal amounts alone are no sign of a transfer, so without a word for one it is not even proposed.
    if (reason === "maybe_transfer" && !namesIt) continue;
    const sure = reason !== "maybe_transfer";
    verdicts.set(line.n, { verdict: "transfer", reason, sure, target: { transactionId: row.id } });
  }
  return verdicts;
}
