// Rules for the database in patch releases: no removed tables, columns, indexes or unique constraints, no changed types or
// primary keys. Parses the generated schema.sql.

export interface SchemaTable {
  /** Types by column, as written. */
  columns: Map<string, string>;
  primaryKey: string;
  uniques: Set<string>;
}

export interface SchemaText {
  tables: Map<string, SchemaTable>;
  /** Definitions by name. */
  indexes: Map<string, string>;
}

export function checkSchema(before: string, now: string): string[] {
  const [old, current] = [readSchema(before), readSchema(now)];
  return [
    ...[...old.tables].flatMap(([name, table]) => checkTable(name, table, current.tables.get(name))),
    ...[...old.indexes].flatMap(([name, what]) => checkIndex(name, what, current.indexes.get(name))),
  ];
}

function checkTable(name: string, old: SchemaTable, current: SchemaTable | undefined): string[] {
  if (!current) return [`table ${name} is gone`];
  const columns = [...old.columns].flatMap(([column, type]) => {
    const definition = current.columns.get(column);
    if (definition === undefined) return [`column ${name}.${column} is gone`];
    return definition === type ? [] : [`column ${name}.${column} was ${type} and is ${definition}`];
  });
  const key =
    old.primaryKey === current.primaryKey
      ? []
      : [`the primary key of ${name} was ${old.primaryKey} and is ${current.primaryKey}`];
  const uniques = [...old.uniques]
    .filter((each) => !current.uniques.has(each))
    .map((each) => `${name} is no longer unique by ${each}`);
  return [...columns, ...key, ...uniques];
}

function checkIndex(name: string, what: string, current: string | undefined): string[] {
  if (current === undefined) return [`index ${name} is gone`];
  return current === what ? [] : [`index ${name} was ${what} and is ${current}`];
}

/** Keywords after a column's type. */
const AFTER_TYPE = /\s+(not null|null|default|generated|collate|references|check)\b.*$/;

export function readSchema(text: string): SchemaText {
  const schema: SchemaText = { tables: new Map(), indexes: new Map() };
  let table: SchemaTable | undefined;
  for (const line of text.split("\n")) {
    const opened = /^create (?:unlogged )?table (\S+) \($/.exec(line)?.[1];
    const index = /^create ((?:unique )?)index (\S+) on (.+);$/.exec(line);
    if (opened) {
      table = { columns: new Map(), primaryKey: "none", uniques: new Set() };
      schema.tables.set(opened, table);
    } else if (/^\)/.test(line)) table = undefined;
    else if (index) schema.indexes.set(index[2] as string, `${index[1]}on ${index[3]}`);
    else if (table) readTableLine(table, line.trim().replace(/,$/, ""));
  }
  return schema;
}

function readTableLine(table: SchemaTable, line: string): void {
  const [, name = "", rest = ""] = /^(?:constraint )?(\S+) (.+)$/.exec(line) ?? [];
  if (!line.startsWith("constraint ")) {
    if (name !== "") table.columns.set(name, rest.replace(AFTER_TYPE, ""));
    return;
  }
  const primary = /^primary key (.+)$/.exec(rest)?.[1];
  const unique = /^unique (.+)$/.exec(rest)?.[1];
  if (primary) table.primaryKey = primary;
  if (unique) table.uniques.add(unique);
}
