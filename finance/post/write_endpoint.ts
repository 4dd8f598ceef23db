// Endpoints that write: their fields may be in the body or in the query string, and they honour dry_run and `Idempotency-Key`.
import { type TSchema, Type } from "typebox";
import { Answer, type Endpoint, type Method, type OtherAnswer, type Request } from "../../kernel/http/endpoint.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { type FinanceAccess, type FinanceCaller, type FinanceWorld, successStatus } from "../endpoint.ts";
import { readFlag } from "../fields/readers.ts";
import { type Submitted, submit, throwIfInvalid } from "../fields/record.ts";
import { keepRefusals } from "../idempotency/refusals.ts";
import { readKey } from "../idempotency/stored_answer.ts";
import type { Act } from "./act.ts";
import type { Write } from "./decision.ts";
import { openWrite, openWriteAlone } from "./write.ts";

export interface WriteInput<Params> extends FinanceWorld {
  /** The fields of body and query string. */
  record: Submitted;
  /** Reads, decides and posts. */
  write: Write;
  /** The same for what is sure to write many rows, or tables that posts do not know. */
  writeAlone: Write;
  params: Params;
  caller: FinanceCaller;
  request: Request;
  act: Act & { caller: FinanceCaller };
  isDryRun: boolean;
  now: Date;
}

interface WriteEndpoint<Params> {
  method: Exclude<Method, "GET">;
  path: string;
  /** `writer` unless given. */
  access?: "own" | "owner";
  summary: string;
  params?: TSchema;
  /** For the documentation; the handler reads the fields itself, because what is wrong with them is answered field by field. */
  body: TSchema;
  reply: TSchema;
  status?: number;
  /** Statuses of refusals that only this one has. */
  refuses?: readonly number[];
  /** What it answers besides, by status. */
  answers?: Readonly<Record<number, OtherAnswer>>;
  bodyLimitBytes?: number;
  /** Names of fields that the handler reads only to refuse what they ask for. */
  alsoReads?: readonly string[];
  /** The body may be a file. */
  file?: true;
  timeoutSeconds?: number;
  slowBody?: true;
  /** For an answer that holds a secret: whether this one, given before, may be given to the same user again. */
  mayShowAgain?(db: Db, caller: FinanceCaller, body: unknown): Promise<boolean>;
  handle(input: WriteInput<Params>): Promise<object | Answer>;
}

const DryRunQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: "Answer as if it were written, and write nothing" })),
});
const DRY_RUN_HEADERS = { "Cofre-Dry-Run": "true where nothing was written, because dry_run was asked for" };

function asDryRun(answer: object | Answer, status: number): Answer {
  const { headers, body, ...rest } = answer instanceof Answer ? answer : new Answer(status, {}, answer);
  return new Answer(rest.status, { ...headers, "cofre-dry-run": "true" }, body);
}

/** A handler that reads no fields checks none, not even `dry_run`: a wrong one must not make it write. */
function onceValid(record: Submitted, write: Write): Write {
  return (decide) =>
    write(async (read, bulk) => {
      const decision = await decide(read, bulk);
      throwIfInvalid(record, {});
      return decision;
    });
}

/** For what writes: fields may stand in the body or in the query string, and an `Idempotency-Key` is honoured. */
export function writeEndpoint<Params = undefined>({
  handle,
  mayShowAgain,
  ...rest
}: WriteEndpoint<Params>): Endpoint<FinanceWorld, FinanceAccess, FinanceCaller> {
  const value = {
    ...rest,
    access: rest.access ?? ("writer" as const),
    readsFields: true as const,
    query: DryRunQuery,
    replyHeaders: DRY_RUN_HEADERS,
    handle: async (
      input: FinanceWorld & { query: unknown; body: unknown; params: Params } & Pick<
          WriteInput<Params>,
          "caller" | "request" | "now"
        >,
    ) => {
      const { query, body, ...world } = input;
      const { config, caller, request, now, db, queue, answerKey, wakeWebhooks } = world;
      const act = { caller, requestId: request.id, now };
      const secrecy = mayShowAgain && {
        sealedBy: answerKey,
        userId: caller.userId,
        isAlive: (answer: unknown) => mayShowAgain(db, caller, answer),
      };
      const keyed = readKey({ query, body, request, caller, now, status: successStatus(rest, config), secrecy });
      const submitted = submit(query, body);
      const { value: isDryRun = false, problems: dryRunProblems } = readFlag(submitted, "dry_run");
      const record = { ...submitted, dryRunProblems };
      const writing = { db, queue, act, keyed: isDryRun ? undefined : keyed, isDryRun, onWatchedPost: wakeWebhooks };
      const ways = { write: onceValid(record, openWrite(writing)), writeAlone: onceValid(record, openWriteAlone(writing)) };
      const answer = await keepRefusals(writing, async () => handle({ ...world, record, ...ways, act, isDryRun }));
      return isDryRun ? asDryRun(answer, successStatus(rest, config)) : answer;
    },
  };
  return value as unknown as Endpoint<FinanceWorld, FinanceAccess, FinanceCaller>;
}
