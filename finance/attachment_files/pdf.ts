// A PDF is kept as it is, where it begins and ends as one: a file of another kind behind its end would make it two.
import type { ByteReader } from "../../kernel/byte_reader.ts";
import { brokenFile } from "./refused_file.ts";

const TAIL_BYTES = 2_048;
const END = "%%EOF";

export async function* cleanPdf(bytes: ByteReader): AsyncGenerator<Buffer> {
  let tail = Buffer.alloc(0);
  for (let piece = await bytes.some(); piece; piece = await bytes.some()) {
    tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    yield piece;
  }
  const text = tail.toString("latin1");
  const end = text.lastIndexOf(END);
  if (end < 0 || !/^[\s\0]*$/.test(text.slice(end + END.length))) throw brokenFile();
}
