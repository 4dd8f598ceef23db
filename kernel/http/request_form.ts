// Reads a request body as an HTML form. Only some endpoints accept it: elsewhere this media type is the default of curl.
import type { Request } from "./endpoint.ts";
import { findUnstorable, UNSTORABLE } from "./json.ts";
import { BodyError, countKeys, MOST_PARTS, refusePacked } from "./request_body.ts";

const FORM = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Fields by name, as in a query: a text, or a list if the name is repeated. Throws a BodyError. */
export function readForm(bytes: Buffer, { headers }: Pick<Request, "headers">) {
  refusePacked(headers["content-encoding"]);
  if (!FORM.test(headers["content-type"]?.trim() ?? ""))
    throw new BodyError("media type", "Content-Type must be application/x-www-form-urlencoded");
  const text = bytes.toString("utf8");
  if (text.split("&").length > MOST_PARTS) throw new BodyError("size", `more than ${MOST_PARTS} fields`);
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, [value]);
    else before.push(value);
  }
  const form = Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
  refuseHarmful(form);
  return form;
}

function refuseHarmful(form: object): void {
  try {
    countKeys(form);
  } catch (error) {
    throw new BodyError("form", (error as Error).message);
  }
  if (findUnstorable(form) !== undefined) throw new BodyError("form", `a text ${UNSTORABLE}`);
}
