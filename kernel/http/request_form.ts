// Reads a request body as the form that a browser posts. An endpoint asks for it: elsewhere that media type is only what curl says.
import { BodyError, refusePoison } from "./request_body.ts";

const FORM = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The fields by name, as a query has them: text, or a list of texts where a name is given more than once. Throws a BodyError. */
export function readForm(bytes: Buffer, contentType: string | undefined, contentEncoding: string | undefined) {
  if (contentEncoding !== undefined && contentEncoding !== "identity") {
    throw new BodyError("media type", `Content-Encoding ${contentEncoding} is not supported`);
  }
  if (!FORM.test(contentType?.trim() ?? "")) {
    throw new BodyError("media type", "Content-Type must be application/x-www-form-urlencoded");
  }
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(bytes.toString("utf8"))) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  const form = Object.fromEntries(fields);
  try {
    refusePoison(form);
  } catch (error) {
    throw new BodyError("form", (error as Error).message);
  }
  return form;
}
