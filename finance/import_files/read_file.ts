// Reads a file that a person brings: bytes to statements. Formats are told apart by what is inside, never by the name. Pure, and it
// never throws: what cannot be read is a refusal or a listed line.
import { problem } from "./draft.ts";
import type { ReadFile, ReadOptions } from "./file.ts";
import { LIMITS } from "./limits.ts";
import { isOfx, readOfx } from "./ofx.ts";
import type { Reason } from "./reasons.ts";
import { readCsv } from "./tables/read_csv.ts";
import { decode } from "./text/encoding.ts";
import { DeclaresEntities } from "./text/markup.ts";

export const READER_VERSION = 1;

export function readFile(bytes: Uint8Array, options: ReadOptions): ReadFile {
  try {
    const file = readAny(bytes, options);
    const found = file.statements.some(({ lines, balances }) => lines.length + balances.length > 0);
    if (!found && file.refusal === null && file.problems.length === 0) return { ...file, refusal: "no_lines" };
    return file;
  } catch (error) {
    if (error instanceof DeclaresEntities) return refused("declares_entities");
    // A file that finds a fault of ours must not take the others down with it; the fuzz tests look for this reason.
    return refused("damaged");
  }
}

function readAny(bytes: Uint8Array, options: ReadOptions): ReadFile {
  if (bytes.length > LIMITS.bytes) return refused("too_large");
  if (bytes.length === 0) return refused("empty");
  if (startsWith(bytes, "%PDF")) return refused("pdf");
  const { text, isDamaged, encoding } = decode(bytes, options.columns?.encoding);
  const file = readText(text, options);
  if (file.needs?.guess) file.needs.guess.encoding = encoding;
  if (isDamaged) file.problems.push(problem(null, "damaged_characters"));
  return file;
}

function readText(text: string, options: ReadOptions): ReadFile {
  if (isOfx(text)) return { ...blank("ofx"), ...readOfx(text, options) };
  if (isBinary(text)) return refused("not_text");
  return { ...blank("csv"), ...readCsv(text, options) };
}

/** Text has no control characters but for those that move on. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 10_000);
  return start.replace(/[^\p{Cc}]|[\t\r\n\f]/gu, "").length > start.length / 100;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((character, index) => bytes[index] === character.charCodeAt(0));
}

function blank(format: ReadFile["format"]): ReadFile {
  return { format, layout: null, readerVersion: READER_VERSION, statements: [], problems: [], refusal: null, needs: null };
}

function refused(refusal: Reason): ReadFile {
  return { ...blank("unknown"), refusal };
}
