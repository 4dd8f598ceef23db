// Serializes answers with only the keys of their schemas. JSON.stringify of a filtered copy is faster than fast-json-stringify,
// and leaves a third of the garbage.

type Serialize = (value: unknown) => string;

const compiled = new WeakMap<object, Serialize>();

/** Compiled on first use, once for all URLs and services that share the schema. */
export function serializer(schema: object): Serialize {
  return (value) => (compiled.get(schema) ?? compileSerializer(schema))(value);
}

export function compileSerializer(schema: object): Serialize {
  const choose = chooserOf(schema);
  const serialize: Serialize = choose ? (value) => JSON.stringify(choose(value as never)) : (value) => JSON.stringify(value);
  compiled.set(schema, serialize);
  return serialize;
}

/** Copies the named parts of a value. Null and undefined stay as they are. */
type Choose = (value: never) => unknown;

/** The keywords of JSON Schema that name keys. */
interface Schema {
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
}

/** Keywords that are not supported, so nothing is filtered. */
const NOT_UNDERSTOOD = ["$ref", "allOf", "oneOf"];

/** Undefined where the whole value is sent: texts, numbers, free-form objects. */
function chooserOf({ properties, required, additionalProperties, items, ...rest }: Schema): Choose | undefined {
  const unknown = NOT_UNDERSTOOD.find((keyword) => keyword in rest);
  if (unknown) throw new TypeError(`the schema of an answer must not say ${unknown}`);
  if (rest.anyOf) return ofAny(rest.anyOf);
  if (items) return ofEach(items, (choose) => (list: unknown) => (Array.isArray(list) ? list.map(choose) : list));
  if (properties && additionalProperties !== true) return ofNamed(properties, required ?? []);
  const [values] = Object.values(rest.patternProperties ?? {});
  return values && ofEach(values, (choose) => (record?: object | null) => record && mapValues(record, choose));
}

/** Merges the keys of all alternatives. */
function ofAny(kinds: readonly Schema[]): Choose | undefined {
  const ofList = kinds.filter(({ items }) => items).map(chooserOf)[0];
  const named = kinds.flatMap(({ properties }) => (properties ? [properties] : []));
  const [ofOther] = kinds.filter(({ items, properties }) => !items && !properties).flatMap((kind) => chooserOf(kind) ?? []);
  const ofObject = named.length === 0 ? ofOther : ofNamed(Object.assign({}, ...named), []);
  if (!ofList || !ofObject) return ofList ?? ofObject;
  return (value: unknown) => (Array.isArray(value) ? ofList : ofObject)(value as never);
}

function ofEach(schema: Schema, over: (choose: (value: unknown) => unknown) => Choose): Choose | undefined {
  const choose = chooserOf(schema);
  return choose && over((value) => choose(value as never));
}

function mapValues(record: object, choose: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, choose(value)]));
}

/** A literal with all keys, so that V8 allocates the copy at once. Missing keys are undefined, and not written. */
function ofNamed(properties: Record<string, Schema>, required: readonly string[]): Choose {
  const names = Object.keys(properties);
  const choosers = names.map((name) => chooserOf(properties[name] as Schema));
  const copied = names.map((name, index) => {
    const key = JSON.stringify(name);
    const value = required.includes(name) ? `requireValue(value[${key}], ${key})` : `value[${key}]`;
    return `${key}: ${choosers[index] ? `choosers[${index}](${value})` : value}`;
  });
  const make = new Function("choosers", "requireValue", `return (value) => value && { ${copied.join(", ")} }`);
  return make(choosers, requireValue);
}

function requireValue(value: unknown, name: string): unknown {
  if (value === undefined) throw new TypeError(`an answer lacks its "${name}"`);
  return value;
}
