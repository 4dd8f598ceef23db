// Writes answers: what their schemas name, and nothing else that a handler may have returned. JSON.stringify writes a copy with the named keys alone: what
// writes JSON key by key (fast-json-stringify, as Fastify would) leaves three times as much garbage behind for a list, and takes longer.

type Serialize = (value: unknown) => string;

const compiled = new WeakMap<object, Serialize>();

/** Compiled when it is first used, and once for all URLs and services that have the schema. */
export function serializer(schema: object): Serialize {
  return (value) => (compiled.get(schema) ?? compileSerializer(schema))(value);
}

export function compileSerializer(schema: object): Serialize {
  const choose = chooserOf(schema);
  const serialize: Serialize = choose ? (value) => JSON.stringify(choose(value as never)) : (value) => JSON.stringify(value);
  compiled.set(schema, serialize);
  return serialize;
}

/** Makes a copy of a value with what is named. What is null or missing stays so. */
type Choose = (value: never) => unknown;

/** The keywords of JSON Schema that say which keys there are. */
interface Schema {
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
}

/** What would have to be understood before anything could be left out. */
const NOT_UNDERSTOOD = ["$ref", "allOf", "oneOf"];

/** Undefined where all of the value is sent: texts, numbers, and free-form objects, which are their owner's business. */
function chooserOf({ properties, required, additionalProperties, items, ...rest }: Schema): Choose | undefined {
  const unknown = NOT_UNDERSTOOD.find((keyword) => keyword in rest);
  if (unknown) throw new TypeError(`the schema of an answer must not say ${unknown}`);
  if (rest.anyOf) return ofAny(rest.anyOf);
  if (items) return ofEach(items, (choose) => (list: unknown) => (Array.isArray(list) ? list.map(choose) : list));
  if (properties && additionalProperties !== true) return ofNamed(properties, required ?? []);
  const [values] = Object.values(rest.patternProperties ?? {});
  return values && ofEach(values, (choose) => (record?: object | null) => record && mapValues(record, choose));
}

/** Of several kinds of objects every key that one of them has. */
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

/** A literal with all keys, so that V8 makes the copy at once. A key that is not there is undefined, and not written. */
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
