// What a person says about the columns of a table whose layout is unknown, and what is asked.
import type { TargetKind } from "../target_kind.ts";
import type { Decimal } from "../text/amounts.ts";
import type { DayOrder } from "../text/days.ts";
import type { Encoding } from "../text/encoding.ts";

/** Columns are counted from 0. Either `amount`, or `credit` and `debit`, or `amount` and `letter`. */
export interface Columns {
  day: number;
  description: number[];
  amount?: number;
  credit?: number;
  debit?: number;
  /** Holds D or C, Débito or Crédito, Saída or Entrada. */
  letter?: number;
  balance?: number;
  category?: number;
  document?: number;
  fitid?: number;
  part?: number;
  /** Purchases are positive, as on card statements. */
  isInverted?: boolean;
  dayOrder?: DayOrder;
  decimal?: Decimal;
  separator?: string;
  encoding?: Encoding;
  /** The row of the header, from 1, blank ones not counted; 0: there is none. */
  headerRow?: number;
  place?: TargetKind;
}

/** A guess, and enough of the table to correct it. The answer may be kept under `headerKey`, which is the header's hash. */
export interface ColumnQuestion {
  headerKey: string | null;
  header: string[];
  sample: string[][];
  guess: Columns | null;
}

/**
 * What a person can send us about a layout that is unknown: the header, and the shape of values without what they say. Letters are `x`,
 * digits `9`, so that neither names nor amounts are in it.
 */
export function layoutReport({ header, sample }: ColumnQuestion): { header: string[]; shapes: string[][] } {
  const shape = (text: string) => text.replace(/\p{L}+/gu, "x").replace(/\d/g, "9");
  return { header, shapes: sample.map((cells) => cells.map(shape)) };
}
