// POST /exports/restore: brings back what GET /exports?format=json has written, into a space that is empty. Ids are drawn anew.
// The body is read as it comes, so it may be far larger than what other endpoints take.
import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
import { Type } from "typebox";
import { Answer } from "../../kernel/http/endpoint.ts";
import { isForeignPage } from "../../kernel/http/foreign_page.ts";
import type { Database, Db } from "../../kernel/sql/database.ts";
import { dayIn } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { fail } from "../errors.ts";
import { readFlag } from "../fields/readers.ts";
import { refuse, submit, throwIfInvalid } from "../fields/record.ts";
import { joinProblems, problemIf } from "../fields/with_problems.ts";
import { findStoredAnswer } from "../idempotency/queries.ts";
import { answerAgain, type KeyedRequest, readKey } from "../idempotency/stored_answer.ts";
import { TABLE_NAMES } from "../tables/tables.ts";
import { JsonFile } from "./json_file.ts";
import { isEmptySpace } from "./queries_restore.ts";
import { stageFile, type TriedFile } from "./restore.ts";
import { MOST_MEGABYTES, notOurs, tooLarge, Unrestorable } from "./unrestorable.ts";

const LONGEST_SECONDS = 900;

export const postExportsRestore = endpoint({
  method: "POST",
  path: "/exports/restore",
  access: "writer",
  summary: "Restore a JSON file of GET /exports into a space without transactions, cards and budgets",
  query: Type.Object({
    dry_run: Type.Optional(Type.Boolean({ description: "Answer as if it were written, and write nothing" })),
  }),
  readsFields: true,
  streamsBody: Type.Object(
    { format: JsonFile.properties.format, format_version: JsonFile.properties.format_version },
    { additionalProperties: true, description: "The file as GET /exports?format=json answers it" },
  ),
  reply: Type.Object({
    version: Type.Integer({ description: "Of the space now; POST /changes/undo takes it back" }),
    restored: Type.Object(Object.fromEntries(TABLE_NAMES.map((name) => [name, Type.Optional(Type.Integer())])), {
      description: "How many records of each kind",
    }),
  }),
  status: 201,
  replyHeaders: { "Cofre-Dry-Run": "true where nothing was written, because dry_run was asked for" },
  timeoutSeconds: LONGEST_SECONDS,
  handle: async ({ query, body, db, queue, caller, now, request, exportSlots }) => {
    if (isForeignPage(request)) throw fail.crossSite();
    const record = submit(query, {});
    const { value: isDryRun = false, problems } = readFlag(record, "dry_run");
    const file: unknown = body;
    const noFile = problemIf(!(file instanceof Readable), "base", { kind: "fileNotOurs" });
    throwIfInvalid(record, {}, joinProblems(problems, noFile));
    const giveBack = exportSlots.take(caller.spaceId);
    const act = { caller, requestId: request.id, now };
    const hash = createHash("sha256");
    /** Of the same request, however often it is sent. */
    const keyedBy = (digest: string) => readKey({ request, caller, query, body: digest, status: 201, now, secrecy: undefined });
    keyedBy("");
    try {
      const chunks = textOf(file as Readable, hash);
      const isEmpty = await isEmptySpace(db, caller.spaceId);
      if (!isEmpty) {
        // It may be what this very request has written before.
        if (request.headers["idempotency-key"] !== undefined) for await (const _ of chunks);
        const keyed = keyedBy(hash.digest("hex"));
        const stored = keyed && (await findStoredAnswer(db, keyed));
        if (keyed && stored) return await answerAgain(stored, keyed);
        throw new Unrestorable("base", { kind: "spaceNotEmpty" });
      }
      const tried = await stageFile({ db, act, today: dayIn(caller.timeZone, now) }, chunks);
      const keyed = isDryRun ? undefined : keyedBy(hash.digest("hex"));
      return await queue.take(caller.spaceId, () => postTwice(db, tried, keyed, isDryRun));
    } catch (error) {
      if (error instanceof Unrestorable) return refuse(record, {}, error.field, error.problem);
      throw error;
    } finally {
      giveBack();
    }
  },
});

/** What is refused, or only tried, has drawn no ids: they come from sequences that all spaces share. */
async function postTwice(db: Database, tried: TriedFile, keyed: KeyedRequest | undefined, isDryRun: boolean) {
  try {
    const reply = await rolledBack(db, (tx) => tried.post(tx));
    if (isDryRun) return new Answer(201, { "cofre-dry-run": "true" }, reply);
    const accepted = await tried.accept();
    try {
      return await db.transaction((tx) => accepted.post(tx, keyed));
    } catch (error) {
      await accepted.forget();
      throw error;
    }
  } finally {
    await tried.forget();
  }
}

async function rolledBack<Result>(db: Database, work: (tx: Db) => Promise<Result>): Promise<Result> {
  const end = new Error("tried");
  let done: { result: Result } | undefined;
  try {
    await db.transaction(async (tx) => {
      done = { result: await work(tx) };
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  return (done as { result: Result }).result;
}

/** As it comes, and not more than fits. What is no UTF-8 is no file of ours. */
async function* textOf(body: Readable, hash: Hash): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_MEGABYTES * 2 ** 20) throw tooLarge();
    hash.update(chunk as Buffer);
    yield decode(decoder, chunk as Buffer);
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw notOurs();
  }
}
