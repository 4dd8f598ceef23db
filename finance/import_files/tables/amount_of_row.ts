// What a row adds or takes away, from the columns that say so.
import { type Amount, centsOf, centsOfNumber, type Decimal } from "../text/amounts.ts";
import { fold } from "../text/fold.ts";
import type { Layout, Positions } from "./layout.ts";
import { type Cell, type Row, textOf } from "./table.ts";

/** Whether it is meant as an amount. */
export function isNumeric(cell: Cell | undefined): boolean {
  if (cell === undefined) return false;
  if (typeof cell !== "string") return "number" in cell;
  return cell.length <= 60 && AMOUNT.test(cell);
}

const AMOUNT =
  /^[\s\u00a0(+\u2212\u2013-]*(?:R\$|US?\$|\$|€|BRL|USD|EUR)?[\s\u00a0+\u2212\u2013-]*[.,]?\d[\d.,]*[\s\u00a0)-]*[DC]?\s*$/i;

export function amountOf(row: Row, at: Positions, sign: Layout["sign"], decimal: Decimal): Amount {
  if (sign === "two_columns") return differenceOf(row.cells[at.credit?.[0] ?? -1], row.cells[at.debit?.[0] ?? -1], decimal);
  const amount = amountIn(row.cells[at.amount?.[0] ?? -1], decimal);
  if (!("cents" in amount) || sign === "signed") return amount;
  if (sign === "inverted") return { cents: 0 - amount.cents };
  const goesOut = goesOutBy(textOf(row.cells[at.letter?.[0] ?? -1]));
  if (goesOut === undefined) return { reason: "unknown_type" };
  return { cents: goesOut ? 0 - Math.abs(amount.cents) : Math.abs(amount.cents) };
}

/** Banks write zeros or nothing in the other column, and debits with a minus or without. */
function differenceOf(credit: Cell | undefined, debit: Cell | undefined, decimal: Decimal): Amount {
  const came = amountIn(credit, decimal);
  const went = amountIn(debit, decimal);
  if ("reason" in came && came.reason !== "amount_missing") return came;
  if ("reason" in went && went.reason !== "amount_missing") return went;
  if ("reason" in came && "reason" in went) return came;
  return { cents: Math.abs("cents" in came ? came.cents : 0) - Math.abs("cents" in went ? went.cents : 0) };
}

function amountIn(cell: Cell | undefined, decimal: Decimal): Amount {
  if (typeof cell === "object") return "number" in cell ? centsOfNumber(cell.number) : { reason: "amount_invalid" };
  const text = (cell ?? "").trim();
  return text === "" ? { reason: "amount_missing" } : centsOf(text, decimal);
}

/** D or C, Débito or Crédito, Saída or Entrada, Despesa or Receita. */
export function goesOutBy(text: string): boolean | undefined {
  const folded = fold(text);
  if (/^(?:D\b|D$|DEB|SAIDA|DESPESA|EXPENSE|-|ENVIAD|PAGAMENTO)/.test(folded)) return true;
  if (/^(?:C\b|C$|CRED|ENTRADA|RECEITA|INCOME|\+|RECEBID)/.test(folded)) return false;
  return;
}
