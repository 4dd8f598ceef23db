// Rows of a sheet as its cells come, in any order, within the limits.
import { isDay } from "../../calendar/day.ts";
import { LIMITS } from "../limits.ts";
import type { Cell, Row } from "../tables/table.ts";

/** More rows than are read. Thrown while a sheet is taken in, caught where the file is read. */
export class TooManyLines extends Error {}

/** What all sheets of a file may have together. */
export class LineBudget {
  #left: number = LIMITS.lines;

  takeOne(): void {
    if (--this.#left < 0) throw new TooManyLines();
  }
}

export class SheetRows {
  readonly #rows = new Map<number, Row>();
  readonly #budget: LineBudget;

  constructor(budget: LineBudget) {
    this.#budget = budget;
  }

  /** Row and column from 0. Empty texts are not kept. */
  put(row: number, column: number, cell: Cell): void {
    if (cell === "") return;
    let cells = this.#rows.get(row);
    if (!cells) {
      this.#budget.takeOne();
      cells = { line: row + 1, cells: [] };
      this.#rows.set(row, cells);
    }
    if (column >= LIMITS.columns) cells.reason ??= "too_many_columns";
    else if (typeof cell === "string" && cell.length > LIMITS.cellCharacters) cells.reason ??= "cell_too_long";
    else {
      while (cells.cells.length < column) cells.cells.push("");
      cells.cells[column] = cell;
    }
  }

  all(): Row[] {
    return [...this.#rows.values()].sort((one, other) => one.line - other.line);
  }
}

/** A number cell is a day if its format says so. Excel counts days from the end of 1899, or from 1904. */
export function numberCell(value: number, isDate: boolean, from1904: boolean): Cell {
  if (!isDate) return { number: value };
  const days = Math.floor(value) + (from1904 ? 1462 : 0);
  const moment = days > 60 && days < 110_000 ? new Date(Date.UTC(1899, 11, 30) + days * 86_400_000) : undefined;
  const day = moment?.toISOString().slice(0, 10);
  return isDay(day) ? { day } : { number: value };
}

/** Formats of Excel's own that show days. */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

export function isDateFormat(id: number, format: string | undefined): boolean {
  if (format === undefined) return isBuiltInDate(id);
  const bare = format.slice(0, 200).replace(/"[^"]*"|\[[^\]]*\]|\\./g, "");
  return !/general/i.test(bare) && /[dy]/i.test(bare);
}
