// Compares JSON schemas: accepted input must stay accepted, and answered fields must stay.

export interface JsonSchema {
  type?: string | readonly string[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  additionalProperties?: boolean | JsonSchema;
  deprecated?: boolean;
}

/** `asked`: clients send it, so it must not become narrower. `answered`: clients read it, so nothing may be missing. */
export type Direction = "asked" | "answered";

export function checkJsonSchema(at: string, direction: Direction, before: JsonSchema, now: JsonSchema): string[] {
  return [
    ...checkType(at, direction, before, now),
    ...checkProperties(at, direction, before, now),
    ...(before.items && now.items ? checkJsonSchema(`${at}[]`, direction, before.items, now.items) : []),
    ...(direction === "asked" ? checkBounds(at, before, now) : []),
  ];
}

function checkType(at: string, direction: Direction, before: JsonSchema, now: JsonSchema): string[] {
  const [old, current] = [typesOf(before), typesOf(now)];
  // An unconstrained schema still accepts everything, and readers could not rely on it.
  const lost = direction === "asked" ? missing(old, current) : missing(current, old);
  const silent = direction === "asked" ? current.includes("anything") : old.includes("anything");
  if (silent || lost.length === 0) return [];
  return [`${at}: was ${old.join(" or ")} and is ${current.join(" or ")}`];
}

/** The types that a schema allows, and its constants. */
function typesOf(schema: JsonSchema): string[] {
  if (schema.anyOf) return [...new Set(schema.anyOf.flatMap(typesOf))];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each));
  return schema.type === undefined ? ["anything"] : [schema.type].flat();
}

/** Types of the first that the second does not allow. An integer is a number, and "a" is a string. */
function missing(types: readonly string[], allowed: readonly string[]): string[] {
  const fits = (type: string, other: string) =>
    other === type ||
    other === "anything" ||
    (other === "number" && type === "integer") ||
    (other === "string" && type.startsWith('"'));
  return types.filter((type) => !allowed.some((other) => fits(type, other)));
}

function checkProperties(at: string, direction: Direction, before: JsonSchema, now: JsonSchema): string[] {
  const [old, current] = [before.properties ?? {}, now.properties ?? {}];
  const offences = Object.entries(old).flatMap(([name, schema]) => {
    const property = current[name];
    const where = at === "" ? name : `${at}.${name}`;
    if (!property)
      return direction === "answered" || !isOpen(now) ? [`${where}: is gone${schema.deprecated ? " (deprecated)" : ""}`] : [];
    return checkJsonSchema(where, direction, schema, property);
  });
  const [needed, other] = direction === "asked" ? [now, before] : [before, now];
  const required = (needed.required ?? [])
    .filter((name) => !other.required?.includes(name) && (direction === "asked" || name in current))
    .map((name) => `${at === "" ? name : `${at}.${name}`}: ${direction === "asked" ? "is required now" : "may be missing now"}`);
  return [...offences, ...required];
}

/** Accepts other keys. A removed field still counts as removed, because its effect is unknown. */
function isOpen(schema: JsonSchema): boolean {
  return schema.properties === undefined;
}

const NARROWER: Partial<Record<keyof JsonSchema, (before: number, now: number) => boolean>> = {
  ...{
    minimum: (before, now) => now > before,
    minLength: (before, now) => now > before,
    minItems: (before, now) => now > before,
  },
  ...{
    maximum: (before, now) => now < before,
    maxLength: (before, now) => now < before,
    maxItems: (before, now) => now < before,
  },
};

function checkBounds(at: string, before: JsonSchema, now: JsonSchema): string[] {
  const bounds = Object.entries(NARROWER).flatMap(([name, isNarrower]) => {
    const [old, current] = [before[name as "minimum"], now[name as "minimum"]];
    if (current === undefined) return [];
    return old === undefined || isNarrower(old, current) ? [`${at}: ${name} was ${old ?? "free"} and is ${current}`] : [];
  });
  const shapes = (["pattern", "format"] as const).flatMap((name) =>
    now[name] !== undefined && now[name] !== before[name]
      ? [`${at}: ${name} was ${before[name] ?? "free"} and is ${now[name]}`]
      : [],
  );
  const shut =
    now.additionalProperties === false && before.additionalProperties !== false ? [`${at}: takes no further keys now`] : [];
  return [...bounds, ...shapes, ...shut];
}
