// A log as a file, newest entry first. It is read page by page while it is sent, so that its length costs no memory.
import { Readable } from "node:stream";
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { logAct } from "../audit/log_act.ts";
import type { RequestParts } from "../endpoint.ts";
import type { Right } from "../grants/rights.ts";
import { adminActOf } from "./admin_act.ts";
import type { AdminInput } from "./create_user.ts";
import { type Cell, csvLine } from "./csv_line.ts";

const FILES = { jsonl: "application/jsonl", csv: "text/csv" } as const;

export type FileFormat = keyof typeof FILES;

export const FILE_TYPES = Object.values(FILES);
export const FILE_HEADERS = { "Content-Disposition": "A name for the file" };
export const FILE_PAGE = 1_000;

export const FormatParameter = Type.Optional(
  Type.Unsafe<"json" | FileFormat>({
    type: "string",
    enum: ["json", "jsonl", "csv"],
    description: "jsonl and csv have all at once, and need the right audit:export",
  }),
);

export function rightsToRead({ query }: RequestParts): readonly Right[] {
  return [isFile(query.format) ? "audit:export" : "audit:read"];
}

export function isFile(format: unknown): format is FileFormat {
  return typeof format === "string" && Object.hasOwn(FILES, format);
}

interface LogFile<Entry> {
  name: "audit" | "acts";
  format: FileFormat;
  /** Which filters were given. Their values may be personal, and the log of administrators is kept. */
  filters: readonly string[];
  entries: AsyncIterable<Entry>;
  columns: Readonly<Record<string, (entry: Entry) => Cell>>;
}

/** Writes down who takes it, too. */
export async function answerWithFile<Entry>(input: AdminInput<unknown>, file: LogFile<Entry>): Promise<Answer> {
  const { name, format, filters, entries, columns } = file;
  const by = adminActOf(input);
  const traits = { log: name, format, filters: filters.join(" ") };
  await input.db.transaction((tx) => logAct(tx, by, { action: "audit_exported", actor: by.actor, traits }));
  return fileAnswer({ name, format, rows: format === "csv" ? csvOf(entries, columns) : jsonLines(entries) });
}

/** `rows`: pieces of the text, which are made as they are sent. */
export function fileAnswer({ name, format, rows }: { name: string; format: FileFormat; rows: AsyncIterable<string> }): Answer {
  const headers = {
    "content-type": format === "csv" ? `${FILES.csv}; charset=utf-8` : FILES.jsonl,
    "content-disposition": `attachment; filename="${name}.${format}"`,
  };
  return new Answer(200, headers, Readable.from(rows));
}

export async function* jsonLines(entries: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}

export async function* csvOf<Entry>(entries: AsyncIterable<Entry>, columns: LogFile<Entry>["columns"]): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const entry of entries) yield csvLine(cells.map((cell) => cell(entry)));
}
