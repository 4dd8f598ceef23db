// Checks an answer against its operation's document.
import type { Reply } from "../../../kernel/testing/client.ts";
import type { JsonSchema, Operation, PromisedAnswer } from "./operations.ts";
import { allows } from "./samples.ts";

/** The problem of an answer, if any. */
export function checkAnswer({ answers }: Pick<Operation, "answers">, { status, headers, body, text }: Reply): string | undefined {
  const promised = answers[status];
  if (!promised) return `status ${status}, of which the document says nothing`;
  const missing = missingHeader(promised, status, headers);
  if (missing) return `${status} without ${missing}`;
  const { content } = promised;
  if (!content) return text === "" ? undefined : `${status} has a body, and the document says none`;
  const type = String(headers["content-type"]).split(";")[0] as string;
  const schema = content[type]?.schema;
  if (!schema) return `${status} in ${type}, and the document says ${Object.keys(content)}`;
  if (!allows(schema, body)) return `${status} with another body than the document says`;
  const unnamed = status < 300 && unnamedKey(schema, body);
  return unnamed ? `${status} with ${unnamed}, which the document does not name` : undefined;
}

/** If documented, these are in every such answer; others are optional. */
const ALWAYS = ["location", "www-authenticate"];

function missingHeader({ headers = {} }: PromisedAnswer, status: number, given: Reply["headers"]): string | undefined {
  const promised = Object.keys(headers).map((name) => name.toLowerCase());
  const needed = [...promised.filter((name) => ALWAYS.includes(name)), ...(status === 429 ? ["retry-after"] : [])];
  return needed.find((name) => given[name] === undefined);
}

/** The first key that no schema names. */
function unnamedKey(schema: JsonSchema, value: unknown, at = ""): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = schema.items ?? schema.anyOf?.find(({ type }) => type === "array")?.items;
    return items && first(value, (each) => unnamedKey(items, each, `${at}[]`));
  }
  const named = schema.properties ?? schema.anyOf?.find(({ type }) => type === "object")?.properties;
  if (!named || schema.additionalProperties === true) return undefined;
  return first(Object.entries(value), ([name, each]) => {
    const inside = named[name];
    return inside ? unnamedKey(inside, each, `${at}.${name}`) : `${at}.${name}`;
  });
}

function first<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
