// Helpers of this slice's tests: files as bytes, and lines without the fields that a test does not speak of.
import type { Line, ReadFile, ReadOptions } from "./file.ts";
import { readFile } from "./read_file.ts";

export const TODAY = "2026-09-15";

export function read(content: string | Uint8Array, options: Partial<ReadOptions> = {}): ReadFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return readFile(bytes, { today: TODAY, ...options });
}

/** Text as windows-1252; only characters that ISO 8859-1 has too. */
export function latin(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** Each line as day, cents and description. */
export function brief(file: ReadFile): [day: string, cents: number, description: string][] {
  return allLines(file).map(({ day, amountCents, description }) => [day, amountCents, description]);
}

export function allLines(file: ReadFile): Line[] {
  return file.statements.flatMap(({ lines }) => lines);
}

export function onlyLine(file: ReadFile): Line {
  const [line, ...others] = allLines(file);
  if (!line || others.length > 0) throw new Error(`${others.length + (line ? 1 : 0)} lines: ${JSON.stringify(file)}`);
  return line;
}

/** Reasons with their lines. */
export function reasons(file: ReadFile): [line: number | null, reason: string][] {
  return file.problems.map(({ line, reason }) => [line, reason]);
}
