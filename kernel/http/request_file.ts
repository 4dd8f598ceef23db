// Reads a request body with a file: its plain bytes, or a form with the file and fields. Small files may also come inside of
// JSON.
import { createHash } from "node:crypto";
import type { Request } from "./endpoint.ts";
import { isForeignPage } from "./foreign_page.ts";
import { findUnstorable } from "./json.ts";
import { BodyError, countKeys, readBody, refusePacked } from "./request_body.ts";

/** Scanning more JSON would block the event loop. */
const MOST_JSON_BYTES = 1_048_576;
const MOST_FIELDS = 50;
const LONGEST_FIELD_BYTES = 65_536;

export class UploadedFile {
  readonly bytes: Buffer;
  readonly name: string | undefined;
  readonly sha256: string;

  constructor(bytes: Buffer, name?: string) {
    this.bytes = bytes;
    this.name = name;
    this.sha256 = createHash("sha256").update(bytes).digest("hex");
  }

  /** Represents the file where two requests are compared. */
  toJSON() {
    return { sha256: this.sha256, name: this.name };
  }
}

/** `{file}` with the form's other fields as texts, or the value of a JSON body. Throws a BodyError. */
export function readFileBody(bytes: Buffer, request: Pick<Request, "headers">, options: { wholeNumbers?: boolean }): unknown {
  const type = (request.headers["content-type"] ?? "").trim();
  if (type === "" || /^application\/(json|x-www-form-urlencoded)\b/i.test(type)) {
    if (bytes.length > MOST_JSON_BYTES) throw new BodyError("size", "a large file comes by itself or in a form");
    return readBody(bytes, request, options);
  }
  refusePacked(request.headers["content-encoding"]);
  // Any page can make a browser post a form.
  if (isForeignPage(request)) throw new BodyError("media type", "a file is taken from no other site");
  if (bytes.length === 0) return undefined;
  if (!/^multipart\/form-data\b/i.test(type)) return { file: new UploadedFile(bytes) };
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";]{1,70}))/i.exec(type);
  if (!boundary) throw new BodyError("form", "the form has no boundary");
  return fieldsOf(bytes, Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`, "latin1"));
}

function fieldsOf(bytes: Buffer, boundary: Buffer): object {
  const fields: [string, unknown][] = [];
  // The first boundary has no line break before it.
  const whole = Buffer.concat([Buffer.from("\r\n"), bytes]);
  let at = whole.indexOf(boundary);
  for (;;) {
    if (at < 0) throw new BodyError("form", "the form is cut off");
    const start = at + boundary.length;
    if (whole.toString("latin1", start, start + 2) === "--") break;
    const end = whole.indexOf(boundary, start);
    const head = whole.indexOf("\r\n\r\n", start);
    if (end < 0 || head < 0 || head > end) throw new BodyError("form", "the form is cut off");
    fields.push(fieldOf(whole.toString("utf8", start, head), whole.subarray(head + 4, end)));
    if (fields.length > MOST_FIELDS) throw new BodyError("size", `more than ${MOST_FIELDS} fields`);
    at = end;
  }
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw new BodyError("form", "a field is given twice");
  const form = Object.fromEntries(fields);
  try {
    countKeys(Object.fromEntries(fields.map(([name]) => [name, ""])));
  } catch (error) {
    throw new BodyError("form", (error as Error).message);
  }
  if (findUnstorable(Object.fromEntries(fields.map(([name, value]) => [name, textOf(value)]))) !== undefined)
    throw new BodyError("form", "a text holds a NUL character or half of a surrogate pair");
  return form;
}

function fieldOf(head: string, content: Buffer): [string, string | UploadedFile] {
  const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? "";
  const name = /(?:^|[;\s])name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) throw new BodyError("form", "a field has no name");
  const fileName = /(?:^|[;\s])filename="([^"]*)"/i.exec(disposition)?.[1];
  if (fileName !== undefined) return [name, new UploadedFile(Buffer.from(content), fileName === "" ? undefined : fileName)];
  if (content.length > LONGEST_FIELD_BYTES) throw new BodyError("size", "a field is too long");
  return [name, content.toString("utf8")];
}

const textOf = (value: unknown) => (value instanceof UploadedFile ? (value.name ?? "") : value);
