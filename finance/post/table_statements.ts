// What post.sql writes into each table, made from the declarations of the tables. `v_part` is what is posted, `v_deleted` what of it goes.
import { COLUMNS, keyOf, TABLES, type TableName } from "../tables/tables.ts";

const WIDTH = 130;

/** Rows of leaves go before others are written, which may take their place; what others refer to goes last, and by the function's own hand. */
export function tableStatements(names: readonly TableName[]): string {
  const leaves = names.filter((name) => TABLES[name].isLeaf);
  const parts = [
    ...leaves.map(deletion),
    ...names.map(upsert),
    `v_rest := v_part - array[${quoted(names)}];`,
    `v_rest_deleted := v_deleted - array[${quoted(leaves)}];`,
  ];
  return indented(parts.join("\n"), 4).trimStart();
}

function deletion(name: TableName): string {
  const key = keyOf(name);
  const [id] = key;
  const gone = `v_deleted -> '${name}'`;
  const isGone =
    key.length === 1
      ? `${id} in (select jsonb_array_elements_text(${gone})::${TABLES[name].columns[id]!.kind.type})`
      : `(${key.join(", ")}) in (select ${listed(key, "r.")} from jsonb_populate_recordset(null::${name}, ${gone}) as r)`;
  return `if v_deleted ? '${name}' then
  delete from ${name}
   where space_id = p_space and ${isGone};
end if;`;
}

function upsert(name: TableName): string {
  const columns = COLUMNS[name];
  const into = `insert into ${name} (${wrapped(listed(["space_id", ...columns]), 4)})`;
  const several = `if v_part ? '${name}' then
  ${into}
  select ${wrapped(`s.space_id, ${listed(columns, "r.")}`, 4)}
    from spaces as s
   cross join jsonb_populate_recordset(null::${name}, v_part -> '${name}') as r
   where s.space_id = p_space
  ${onConflict(name)};
end if;`;
  if (!TABLES[name].isPostedSingly) return several;
  // A statement with nothing but values takes a fraction of the time.
  return `if jsonb_array_length(v_part -> '${name}') = 1 then
  declare
    v_row ${name} := jsonb_populate_record(null::${name}, v_part -> '${name}' -> 0);
  begin
    ${into}
    values (${wrapped(`p_space, ${listed(columns, "v_row.")}`, 6)})
    ${onConflict(name)};
  end;
els${several}`;
}

function onConflict(name: TableName): string {
  const key = keyOf(name);
  const settable = COLUMNS[name].filter((column) => !key.includes(column) && !TABLES[name].columns[column]!.immutable);
  const target = `on conflict (${listed(["space_id", ...key])})`;
  if (settable.length === 0) return `${target} do nothing`;
  return `${target} do update
   set ${wrapped(settable.map((column) => `${column} = excluded.${column}`).join(", "), 6)}`;
}

const listed = (names: readonly string[], prefix = "") => names.map((name) => prefix + name).join(", ");
const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");
const indented = (text: string, by: number) => text.replace(/^(?=.)/gm, " ".repeat(by));

/** A list on several lines where it is long. */
function wrapped(list: string, indent: number): string {
  const lines = [""];
  for (const item of list.split(/(?<=, )/)) {
    if ((lines.at(-1) as string).length + item.length > WIDTH - indent) lines.push("");
    lines[lines.length - 1] += item;
  }
  return lines.map((line) => line.trimEnd()).join(`\n${" ".repeat(indent)}`);
}
