// Makes the rows of an answer. V8 keeps an object that gets more than twelve columns one by one as a hash table, which is large and slow.
// A function written for the columns makes it whole, in a fifth of the time (docs/decisions/020_memory.md).
import { parserOf } from "./values.ts";

export interface Column {
  readonly name: string;
  /** The object id of its type. */
  readonly dataTypeID: number;
}

/** `values`: as the server wrote them. */
export type MakeRow = (values: readonly (string | null)[]) => object;

/** Connections share them; there are as many as there are statements with other columns. */
const makers = new Map<string, MakeRow>();

export function rowMaker(columns: readonly Column[]): MakeRow {
  const key = JSON.stringify(columns.map(({ name, dataTypeID }) => [name, dataTypeID]));
  let maker = makers.get(key);
  if (!maker) {
    maker = compile(columns);
    makers.set(key, maker);
  }
  return maker;
}

/** The names come from our own statements; they are quoted all the same. */
function compile(columns: readonly Column[]): MakeRow {
  const properties = columns.map(
    ({ name }, index) => `[${JSON.stringify(name)}]: values[${index}] === null ? null : parsers[${index}](values[${index}])`,
  );
  const parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
  return new Function("parsers", `return (values) => ({ ${properties.join(", ")} })`)(parsers) as MakeRow;
}
