// Finds a hash in a sorted text file of tens of gigabytes, such as that of Have I Been Pwned, by binary search.
import { type FileHandle, open } from "node:fs/promises";

/** Longer than two lines, so that wherever one looks, a whole one is in it. */
const CHUNK_BYTES = 256;

/** Whether a line begins with the text. */
export async function hasLine(path: string, text: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    let [from, to] = [0, size];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const { line, end } = await lineAfter(file, middle === 0 ? 0 : middle - 1, middle === 0);
      const key = line.slice(0, text.length).toUpperCase();
      if (key === text) return true;
      if (line === "" || key > text) to = middle;
      else from = end;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** The first line that begins behind this place, or at it where that is the start of the file; empty behind the last. */
async function lineAfter(file: FileHandle, position: number, isStart: boolean): Promise<{ line: string; end: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
  const text = buffer.toString("latin1", 0, bytesRead);
  const begin = isStart ? 0 : text.indexOf("\n") + 1;
  if (!isStart && begin === 0) return { line: "", end: position + bytesRead };
  const newline = text.indexOf("\n", begin);
  const finish = newline === -1 ? bytesRead : newline + 1;
  return { line: text.slice(begin, finish).trim(), end: position + finish };
}
