// One endpoint of an API as Markdown: who may call it, what it takes, what it answers.

type Schema = {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  $ref?: string;
};

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  summary: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; schema: Schema; description?: string }[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content & { description?: string }>;
}

export function renderOperation(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.filter(({ in: place }) => place !== "header");
  const body = bodyOf(operation.requestBody);
  const schemes = operation.security.flatMap((each) => Object.keys(each));
  return [
    `## ${method} ${path}`,
    `${operation.summary}.`,
    `Credentials: ${schemes.length === 0 ? "none" : schemes.join(" or ")}.`,
    ...(parameters.length > 0
      ? [
          tableOf(
            ["parameter", "in", "type", "meaning"],
            parameters.map((each) => parameterRow(each)),
          ),
        ]
      : []),
    ...(body ? [tableOf(["field of the body", "needed", "type", "meaning"], body)] : []),
    answersOf(operation),
  ].join("\n\n");
}

function parameterRow({ name, in: place, required, schema, description }: Operation["parameters"][number]): string[] {
  return [`\`${name}\``, `${place}${required ? ", required" : ""}`, typeOf(schema), description ?? schema.description ?? ""];
}

function bodyOf(body: Operation["requestBody"]): string[][] | undefined {
  const schema = Object.values(body?.content ?? {})[0]?.schema;
  if (!schema) return undefined;
  const rows = rowsOf(schema);
  return rows.length === 0 ? undefined : rows;
}

/** The fields of an object; of several forms all of them, each once. */
function rowsOf(schema: Schema): string[][] {
  const forms = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const rows = new Map<string, string[]>();
  for (const { properties = {}, required = [] } of forms)
    for (const [name, field] of Object.entries(properties))
      if (!rows.has(name))
        rows.set(name, [`\`${name}\``, required.includes(name) ? "required" : "", typeOf(field), field.description ?? ""]);
  return [...rows.values()];
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return [...new Set(forms.map(typeOf))].join(" or ");
  if (schema.type === "array") return schema.items ? `list of ${typeOf(schema.items)}` : "list";
  const type = [schema.type ?? "any"].flat().join(" or ");
  return schema.format ? `${type} (${schema.format})` : type;
}

function answersOf({ responses }: Operation): string {
  const rows = Object.entries(responses).map(([status, { description = "", content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    const fields = schema && Number(status) < 300 ? fieldsOf(schema) : "";
    return [status, description, fields];
  });
  return tableOf(["answer", "meaning", "fields"], rows);
}

const MOST_FIELDS = 40;

function fieldsOf(schema: Schema): string {
  const names = rowsOf(schema.items ?? schema).map(([name]) => name);
  const list = names.slice(0, MOST_FIELDS).join(", ");
  return `${schema.type === "array" && names.length > 0 ? "a list of: " : ""}${list}${names.length > MOST_FIELDS ? ", ..." : ""}`;
}

function tableOf(titles: readonly string[], rows: readonly string[][]): string {
  const lines = rows.map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`);
  return `| ${titles.join(" | ")} |\n|${"---|".repeat(titles.length)}\n${lines.join("\n")}`;
}
