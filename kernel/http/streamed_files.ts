// The files of a request as they come: its plain body, or the files of a form. Nothing holds a whole file.
import type { ByteReader } from "../byte_reader.ts";
import { EndedEarly, openByteReader } from "../byte_reader.ts";
import type { Request } from "./endpoint.ts";
import { BodyError, refusePacked } from "./request_body.ts";

export interface StreamedFile {
  /** As the client says. Of a plain body undefined. */
  name: string | undefined;
  /** To be read before the next file is asked for; what is left of it is passed over. */
  content: AsyncIterable<Buffer>;
}

const MOST_PARTS = 50;
const LONGEST_HEAD_BYTES = 8_192;
const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";]{1,70}))/i;

/** `field`: of the form, the field with the files. Other fields are passed over. Throws a BodyError. */
export async function* readStreamedFiles(
  body: AsyncIterable<Uint8Array>,
  { headers }: Pick<Request, "headers">,
  field: string,
): AsyncGenerator<StreamedFile> {
  refusePacked(headers["content-encoding"]);
  const type = (headers["content-type"] ?? "").trim();
  if (!/^multipart\/form-data\b/i.test(type)) {
    yield { name: undefined, content: body as AsyncIterable<Buffer> };
    return;
  }
  const boundary = BOUNDARY.exec(type);
  if (!boundary) throw new BodyError("form", "the form has no boundary");
  try {
    yield* filesOf(openByteReader(body), Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`, "latin1"), field);
  } catch (error) {
    throw error instanceof EndedEarly ? cutOff() : error;
  }
}

async function* filesOf(bytes: ByteReader, boundary: Buffer, field: string): AsyncGenerator<StreamedFile> {
  // The first boundary has no line break before it.
  bytes.putBack(Buffer.from("\r\n"));
  for await (const _ of contentUntil(bytes, boundary));
  for (let parts = 0; ; parts++) {
    if ((await bytes.take(2)).toString("latin1") === "--") return bytes.drain();
    if (parts >= MOST_PARTS) throw new BodyError("form", `the form has more than ${MOST_PARTS} fields`);
    const { name, fileName } = fieldIn(await readHead(bytes));
    const content = contentUntil(bytes, boundary);
    if (name === field && fileName !== undefined) yield { name: fileName, content };
    for await (const _ of content);
  }
}

const cutOff = () => new BodyError("form", "the form is cut off");

async function readHead(bytes: ByteReader): Promise<string> {
  const head = await bytes.peek(LONGEST_HEAD_BYTES);
  const end = head.indexOf("\r\n\r\n");
  if (end < 0) throw head.length < LONGEST_HEAD_BYTES ? cutOff() : new BodyError("form", "the head of a field is too long");
  await bytes.take(end + 4);
  return head.toString("utf8", 0, end);
}

function fieldIn(head: string): { name: string; fileName: string | undefined } {
  const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? "";
  const name = /(?:^|[;\s])name="([^"]*)"/i.exec(disposition)?.[1];
  if (name === undefined) throw new BodyError("form", "a field has no name");
  return { name, fileName: /(?:^|[;\s])filename="([^"]*)"/i.exec(disposition)?.[1]?.replace(/%22/g, '"') };
}

/** Everything before the next boundary, which is taken too. */
async function* contentUntil(bytes: ByteReader, boundary: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const piece = await bytes.some();
    if (!piece) throw cutOff();
    const at = piece.indexOf(boundary);
    if (at >= 0) {
      bytes.putBack(piece.subarray(at + boundary.length));
      if (at > 0) yield piece.subarray(0, at);
      return;
    }
    // The boundary may be cut in two by the network.
    const sure = piece.length - boundary.length + 1;
    const rest = beginsLater(piece, boundary, Math.max(sure, 0));
    if (rest < piece.length) {
      const more = await bytes.some();
      if (!more) throw cutOff();
      bytes.putBack(Buffer.concat([piece.subarray(rest), more]));
    }
    if (rest > 0) yield piece.subarray(0, rest);
  }
}

/** Where in the piece a boundary may begin whose end is still to come; its length where none does. */
function beginsLater(piece: Buffer, boundary: Buffer, from: number): number {
  for (let at = piece.indexOf(0x0d, from); at >= 0; at = piece.indexOf(0x0d, at + 1))
    if (piece.subarray(at).equals(boundary.subarray(0, piece.length - at))) return at;
  return piece.length;
}
