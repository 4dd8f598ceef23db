// Which kind a file is of, by its first bytes, and what of it is kept. Neither its name nor what a client says of it counts.
import { EndedEarly, openByteReader } from "../../kernel/byte_reader.ts";
import { cleanJpeg } from "./jpeg.ts";
import { LIMITS } from "./limits.ts";
import { cleanPdf } from "./pdf.ts";
import { cleanPng } from "./png.ts";
import { brokenFile, RefusedFile } from "./refused_file.ts";
import { cleanWebp } from "./webp.ts";

const KINDS = [
  { type: "image/jpeg", begins: (first: string) => first.startsWith("\xff\xd8\xff"), clean: cleanJpeg },
  { type: "image/png", begins: (first: string) => first.startsWith("\x89PNG\r\n\x1a\n"), clean: cleanPng },
  { type: "image/webp", begins: (first: string) => first.startsWith("RIFF") && first.startsWith("WEBP", 8), clean: cleanWebp },
  { type: "application/pdf", begins: (first: string) => /^%PDF-[12]\./.test(first), clean: cleanPdf },
] as const;

export type MediaType = (typeof KINDS)[number]["type"];
export const MEDIA_TYPES: readonly MediaType[] = KINDS.map(({ type }) => type);

export const EXTENSIONS: Readonly<Record<MediaType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
};

/** Photos of phones that most browsers cannot show. */
const HEIC = /^ftyp(hei[cmsx]|hev[cmsx]|mif[12]|msf1|avif|avis)/;
const FIRST_BYTES = 12;

export interface CleanFile {
  type: MediaType;
  /** Throws a RefusedFile where the file is broken, too large, or unpacks to too much. */
  content: AsyncIterable<Buffer>;
}

/** Throws a RefusedFile where it is of no kind that is kept. */
export async function cleanFile(source: AsyncIterable<Uint8Array>): Promise<CleanFile> {
  const bytes = openByteReader(limited(source));
  const first = (await bytes.peek(FIRST_BYTES)).toString("latin1");
  if (first === "") throw new RefusedFile({ kind: "fileEmpty" });
  const kind = KINDS.find(({ begins }) => begins(first));
  if (kind) return { type: kind.type, content: asRefusals(kind.clean(bytes)) };
  throw new RefusedFile(HEIC.test(first.slice(4)) ? { kind: "fileHeic" } : { kind: "fileKindUnknown" });
}

async function* limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > LIMITS.bytes) throw new RefusedFile({ kind: "fileTooHeavy", values: { most: LIMITS.megabytes } });
    yield chunk;
  }
}

async function* asRefusals(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw error instanceof EndedEarly ? brokenFile() : error;
  }
}
