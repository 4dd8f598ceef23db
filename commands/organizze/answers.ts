// Caches the source's answers in a folder after checking them, so that an interrupted import can continue.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import { readJson, type Server } from "../finance_client.ts";

/** Records as in Organizze's documentation and clients; other keys are ignored. */
export type SourceRecord = { id: number } & PlainRecord;
export type PlainRecord = Readonly<Record<string, unknown>>;

export interface Answers {
  list(path: string): Promise<SourceRecord[]>;
  /** Records that may lack an id. */
  plainList(path: string): Promise<PlainRecord[]>;
  record(path: string): Promise<PlainRecord>;
}

export async function openAnswers(server: Server, folder: string, pauseMs: number): Promise<Answers> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const get = async <Body>(path: string, problemIn: (body: unknown) => string | undefined): Promise<Body> => {
    const name = createHash("sha256").update(`${server.url} ${server.email} ${path}`).digest("hex").slice(0, 32);
    const file = join(folder, `${name}.json`);
    const saved = await readFile(file, "utf8")
      .then(JSON.parse)
      .catch(() => undefined);
    if (saved !== undefined && problemIn(saved) === undefined) return saved as Body;
    const body = await readJson<Body>(server, path);
    const problem = problemIn(body);
    if (problem !== undefined) throw new OperatorError(`The answer of ${server.url} to GET ${path} cannot be used: ${problem}.`);
    await writeFile(`${file}.part`, JSON.stringify(body), { mode: 0o600 });
    await rename(`${file}.part`, file);
    await sleep(pauseMs);
    return body;
  };
  return {
    list: (path) => get(path, (body) => problemOfList(body, true)),
    plainList: (path) => get(path, (body) => problemOfList(body, false)),
    record: (path) => get(path, (body) => (isRecord(body) ? undefined : `expected a record, got ${kindOf(body)}`)),
  };
}

const isRecord = (value: unknown): value is PlainRecord => typeof value === "object" && value !== null && !Array.isArray(value);

function problemOfList(body: unknown, needsId: boolean): string | undefined {
  if (!Array.isArray(body)) return `expected a list, got ${kindOf(body)}`;
  for (const [index, each] of body.entries()) {
    if (!isRecord(each)) return `item ${index + 1} of ${body.length} is ${kindOf(each)}, not a record`;
    if (needsId && !(Number.isSafeInteger(each.id) && (each.id as number) > 0))
      return `item ${index + 1} of ${body.length} has no integer id`;
  }
  return;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a record" : typeof value === "string" ? "a text" : `a ${typeof value}`;
}
