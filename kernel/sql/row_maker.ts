// Creates the rows of an answer. A compiled literal is five times faster than V8's dictionary objects, which begin at twelve
// columns (docs/decisions/020_memory.md).
import { parserOf } from "./values.ts";

export interface Column {
  readonly name: string;
  /** The type's object id. */
  readonly dataTypeID: number;
}

/** `values`: in the server's text format. */
export type MakeRow = (values: readonly (string | null)[]) => object;

/** Shared by all connections; one for each distinct list of columns. */
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

/** Column names come from our own statements, and are quoted nevertheless. */
function compile(columns: readonly Column[]): MakeRow {
  const properties = columns.map(
    ({ name }, index) => `[${JSON.stringify(name)}]: values[${index}] === null ? null : parsers[${index}](values[${index}])`,
  );
  const parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
  return new Function("parsers", `return (values) => ({ ${properties.join(", ")} })`)(parsers) as MakeRow;
}
