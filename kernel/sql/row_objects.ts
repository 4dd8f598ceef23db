// Makes objects of the driver's lists of values. The objects that the driver would make get their columns one by one, by names that V8 cannot foresee:
// with more than sixteen it keeps them as hash tables, four times as large, and slower to make and to read.

export interface Column {
  readonly name: string;
}

type MakeRow = (values: readonly unknown[]) => object;

/** `columns`: of a prepared statement always the same list, for as long as its connection lives. */
export function rowMaker(columns: readonly Column[]): MakeRow {
  const known = ofColumns.get(columns);
  if (known) return known;
  const names = JSON.stringify(columns.map(({ name }) => name));
  const made = ofNames.get(names) ?? compile(columns);
  ofNames.set(names, made);
  ofColumns.set(columns, made);
  return made;
}

const ofColumns = new WeakMap<readonly Column[], MakeRow>();
/** Connections share them; there are as many as there are statements with other columns. */
const ofNames = new Map<string, MakeRow>();

/** The names come from our own statements; they are quoted all the same. */
function compile(columns: readonly Column[]): MakeRow {
  const properties = columns.map(({ name }, index) => `${JSON.stringify(name)}: values[${index}]`);
  return new Function("values", `return { ${properties.join(", ")} }`) as MakeRow;
}
