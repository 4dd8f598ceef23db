// Rows of a table to drafts, by where its columns stand. What surrounds a table (titles, totals, notes) is passed over; a row that
// should be a transaction and is not has a reason.

import { joined } from "../draft.ts";
import type { Foreign } from "../file.ts";
import { LIMITS } from "../limits.ts";
import { isBalance } from "../meaning/kinds.ts";
import { type Part, partOfCell } from "../meaning/parts.ts";
import type { Reason } from "../reasons.ts";
import { type Amount, centsOf, centsOfNumber, couldBeThousands, type Decimal, decimalOf, findDecimal } from "../text/amounts.ts";
import { type DayOrder, dayOf, dayOrderOf, looksLikeDay } from "../text/days.ts";
import { fold } from "../text/fold.ts";
import { amountOf, isNumeric } from "./amount_of_row.ts";
import type { Layout, Positions, Role, TableDraft } from "./layout.ts";
import { type Cell, type Row, rawOf, textOf } from "./table.ts";

const TOTALS = /^(?:SUB ?)?TOTA(?:L|IS)\b|^LIMITE/;
const CONVERSION = /DOLAR DE CONVERSAO|COTACAO DO DOLAR/;

/** `end`: the last day that the table can have, which gives a year to days without one. */
export function readRows(
  rows: readonly Row[],
  layout: Layout,
  at: Positions,
  end: string,
  cardAbove: string | null = null,
): TableDraft[] {
  const draftOf = openDrafts(rows, layout, at, end);
  const drafts: TableDraft[] = [];
  let card = cardAbove;
  for (const row of rows) {
    const first = fold(textOf(row.cells.find((cell) => textOf(cell) !== "")));
    const above = drafts.at(-1);
    if (layout.endsAt?.test(first)) {
      drafts.push(refused(row, "second_table"));
      break;
    }
    if (row.reason) drafts.push(refused(row, row.reason));
    else if (above && isConversion(row, at))
      above.foreign = { cents: null, currency: "USD", ...above.foreign, rate: rateOf(row, at) };
    else if (isFurniture(row, at, first)) {
      card = cardIn(row, layout) ?? card;
      if (layout.continues && above && cellText(row, at.day) === "") above.description = continued(above.description, row);
    } else drafts.push(draftOf(row, card));
  }
  return drafts;
}

/** Finds out once how the rows of a table write days and amounts, then reads each of them. */
function openDrafts(rows: readonly Row[], layout: Layout, at: Positions, end: string) {
  const order = layout.days === "guess" ? dayOrderOf(texts(rows, at.day)) : layout.days;
  const money = moneyTexts(rows, at, ["amount", "credit", "debit", "splitAmount"]);
  const { decimal, isCertain } = findDecimal(money, layout.decimal, layout.isDecimalStated);
  const balanceDecimal = decimalOf(moneyTexts(rows, at, ["balance"]), decimal);
  const foreignDecimal = decimalOf(moneyTexts(rows, at, ["foreign"]), decimal);
  return (row: Row, card: string | null): TableDraft => {
    const detail = cellText(row, at.detail);
    const description = joined(cellText(row, at.description), detail);
    const day = dayIn(row, at.day, order, end);
    const amount = amountOf(row, at, layout.sign, decimal);
    const cents = "cents" in amount ? amount.cents : undefined;
    const status = statusOf(cellText(row, at.status));
    return {
      line: row.line,
      raw: rawOf(row),
      account: cellText(row, at.account),
      day,
      amountCents: cents,
      reason: formulaIn(row, at) ?? dayReason(day, cellText(row, at.day)) ?? ("reason" in amount ? amount.reason : undefined),
      isAmountUnsure: !isCertain && moneyTexts([row], at, ["amount", "credit", "debit", "splitAmount"]).some(couldBeThousands),
      description,
      isBalance: layout.balanceWithoutLetter === true && cellText(row, at.letter) === "",
      ...(status === undefined ? {} : { isPlanned: status }),
      part: partIn(row.cells[at.part?.[0] ?? -1]),
      fitid: cellText(row, at.fitid) || null,
      document: documentOf(cellText(row, at.document)),
      balanceCents: moneyIn(row, at.balance, balanceDecimal) ?? null,
      foreign: foreignOf(moneyIn(row, at.foreign, foreignDecimal), rateOf(row, at), cents),
      category: [cellText(row, at.category), cellText(row, at.subcategory)].filter((each) => each !== "").join(" / ") || null,
      card: cellText(row, at.card) || card,
      notes: cellText(row, at.notes) || null,
      tags: cellText(row, at.tags)
        .split(/\s*[,;]\s*/)
        .filter((tag) => tag !== ""),
      splitAmountCents: moneyIn(row, at.splitAmount, decimal),
    };
  };
}

/** The card of the block that this line begins. */
export function cardIn(row: Row, layout: Layout): string | null {
  return layout.cardLine?.exec(rawOf(row))?.[1] ?? null;
}

function continued(description: string, { cells }: Row): string {
  const text = [description, ...cells.map(textOf)].filter((each) => each !== "").join(" ");
  return text.slice(0, LIMITS.cellCharacters);
}

function refused(row: Row, reason: Reason): TableDraft {
  return { line: row.line, raw: rawOf(row), account: "", day: undefined, amountCents: undefined, description: "", reason };
}

export function cellText(row: Row, positions: number[] | undefined): string {
  if (!positions) return "";
  return positions.length === 1
    ? textOf(row.cells[positions[0] as number])
    : positions.reduce((text, position) => joined(text, textOf(row.cells[position])), "");
}

/** Neither a day nor money: a title, a note. Or money without a day that is a total. */
function isFurniture(row: Row, at: Positions, first: string): boolean {
  const day = cellText(row, at.day);
  if (looksLikeDay(day)) return false;
  const hasMoney = [at.amount, at.credit, at.debit].some((each) => isNumeric(row.cells[each?.[0] ?? -1]));
  if (!hasMoney && !hasFormula(row, at)) return true;
  return TOTALS.test(first) || (isBalance(first) && day !== "");
}

function dayIn(row: Row, positions: number[] | undefined, order: DayOrder, end: string): string | undefined {
  const cell = row.cells[positions?.[0] ?? -1];
  if (typeof cell === "object") return "day" in cell ? cell.day : undefined;
  return dayOf(cell ?? "", order, end);
}

function dayReason(day: string | undefined, text: string): Reason | undefined {
  if (day !== undefined) return;
  return text === "" ? "day_missing" : "day_invalid";
}

function formulaIn(row: Row, at: Positions): Reason | undefined {
  return hasFormula(row, at) ? "formula" : undefined;
}

function hasFormula(row: Row, at: Positions): boolean {
  return [at.day, at.amount, at.credit, at.debit, at.description].some((positions) => {
    const cell = row.cells[positions?.[0] ?? -1];
    return typeof cell === "object" && "formula" in cell;
  });
}

function* texts(rows: readonly Row[], positions: number[] | undefined): Generator<string> {
  for (const { cells } of rows) {
    const cell = cells[positions?.[0] ?? -1];
    if (typeof cell === "string" && cell !== "") yield cell.trim();
  }
}

function* moneyTexts(rows: readonly Row[], at: Positions, roles: Role[]): Generator<string> {
  for (const role of roles) for (const text of texts(rows, at[role])) if (isNumeric(text)) yield text;
}

function moneyIn(row: Row, positions: number[] | undefined, decimal: Decimal): number | undefined {
  const cell = row.cells[positions?.[0] ?? -1];
  if (cell === undefined || !isNumeric(cell)) return;
  const amount: Amount =
    typeof cell === "string" ? centsOf(cell, decimal) : centsOfNumber("number" in cell ? cell.number : Number.NaN);
  return "cents" in amount ? amount.cents : undefined;
}

/** Planned, paid, or not said. */
function statusOf(text: string): boolean | undefined {
  const folded = fold(text);
  if (/^(?:PAGO|PAGA|RECEBID|EFETIVAD|CONCLUID|LIQUIDAD|CONSOLIDAD|COMPENSAD)/.test(folded)) return false;
  if (/^(?:NAO |PENDENTE|A PAGAR|A RECEBER|AGENDAD|PREVIST|FUTUR|EM ABERTO|PROVISOR)/.test(folded)) return true;
  return;
}

function documentOf(text: string): string | null {
  return /^0*$/.test(text) ? null : text;
}

/** Excel takes `2/4` for a day of April; its day and month give it back. */
function partIn(cell: Cell | undefined): Part | null {
  if (typeof cell !== "object") return partOfCell(cell ?? "");
  if (!("day" in cell)) return null;
  const [one, other] = [Number(cell.day.slice(8)), Number(cell.day.slice(5, 7))];
  return partOfCell(`${Math.min(one, other)}/${Math.max(one, other)}`);
}

function isConversion(row: Row, at: Positions): boolean {
  return CONVERSION.test(fold(cellText(row, at.description)));
}

function rateOf(row: Row, at: Positions): string | null {
  const text = (cellText(row, at.rate) || (isConversion(row, at) ? cellText(row, at.amount) : "")).replace(/R\$|\s/g, "");
  const rate = text.includes(",") ? text.replaceAll(".", "").replace(",", ".") : text;
  return /^\d+(\.\d+)?$/.test(rate) && Number(rate) > 0 ? rate : null;
}

function foreignOf(foreignCents: number | undefined, rate: string | null, cents: number | undefined): Foreign | null {
  if (foreignCents === undefined || foreignCents === 0) return null;
  const sign = (cents ?? -1) < 0 ? -1 : 1;
  return { currency: "USD", cents: sign * Math.abs(foreignCents), rate };
}
