// What finance's handlers are given, and who may call them.
import type { KeyObject } from "node:crypto";
import { type TSchema, Type } from "typebox";
import { Answer, type Endpoint, endpointsFor, type Method, type OtherAnswer, type Request } from "../kernel/http/endpoint.ts";
import type { Check } from "../kernel/http/readiness.ts";
import type { Lifecycle } from "../kernel/http/serve.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Database, Db } from "../kernel/sql/database.ts";
import type { FinanceConfig } from "./config.ts";
import type { AuthLink } from "./credentials/auth_link.ts";
import type { TokenRights } from "./credentials/scopes.ts";
import type { Slots } from "./exports/slots.ts";
import { readFlag } from "./fields/readers.ts";
import { type Submitted, submit, throwIfInvalid } from "./fields/record.ts";
import { readKey } from "./idempotency/kept.ts";
import { keepRefusals } from "./idempotency/refusals.ts";
import type { Act } from "./post/act.ts";
import type { Write } from "./post/decision.ts";
import type { Queue } from "./post/queue.ts";
import { openWrite, openWriteAlone } from "./post/write.ts";
import type { Role } from "./roles/role.ts";
import { successStatus } from "./upstream.ts";

export interface FinanceWorld {
  config: FinanceConfig;
  db: Database;
  log: Log;
  version: string;
  readyChecks: Record<string, Check>;
  /** Parts whose failure is shown, but does not keep requests away. */
  minorChecks: Record<string, Check>;
  /** Whether the service is about to end, so that nobody is kept waiting. */
  lifecycle: Lifecycle;
  /** Lets the writes of a space follow each other. */
  queue: Queue;
  /** Bounds how many files are written at once. */
  exportSlots: Slots;
  /** Who comes in by an address that holds a token which has this scope and no other; the 401 for all else. */
  openAddress(token: unknown, onlyScope: string): Promise<FinanceCaller>;
  /** Asked about whoever joins or is gone, and to mail invitations. */
  auth: AuthLink;
  /** Makes the tokens of invitations. */
  invitationKey: KeyObject;
  /** Seals the secrets of webhooks. */
  webhookKey: KeyObject;
  /** Has the webhooks of a space looked after soon. */
  wakeWebhooks(spaceId: number): void;
  /** Seals answers that hold a secret, while they are kept for an `Idempotency-Key`. */
  answerKey: KeyObject;
  /** Lets a space read one file at a time, and all of them a few. */
  readings: Readings;
}

/** What lets files be read one after the other. */
interface Readings {
  take<T>(spaceId: number, read: () => Promise<T>): Promise<T>;
}

/**
 * `reader`: whoever belongs to the space. `writer`: not its viewers, nor with a token that may only read. `owner`: of those only its owners.
 * `own`: as a writer, in any role, for what is the caller's own. A token with scopes needs that of the path.
 */
export type FinanceAccess = "public" | "reader" | "own" | "writer" | "owner";

/** Whoever proved to be a user. */
export interface FinanceCaller {
  userId: number;
  spaceId: number;
  /** Where the call came with an API token. */
  tokenId: number | undefined;
  /** Of that token, or of the token of an app. */
  rights?: TokenRights | undefined;
  /** In a space that is not the caller's own: what they are there, and what this call needs. */
  role?: Role | undefined;
  leastRole?: Role | undefined;
  /** Of the space: it says which day it is. */
  timeZone: string;
}

/** For what only reads. Handlers of public endpoints have no use for the caller. */
export const endpoint = endpointsFor<FinanceWorld, FinanceAccess, FinanceCaller>();

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
  /** For an answer that holds a secret: whether this one, given before, may be given to the same user again. */
  mayShowAgain?(db: Db, caller: FinanceCaller, body: unknown): Promise<boolean>;
  handle(input: WriteInput<Params>): Promise<object | Answer>;
}

const DryRunQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: "Answer as if it were written, and write nothing" })),
});
const DRY_RUN_HEADERS = { "Cofre-Dry-Run": "true where nothing was written, because dry_run was asked for" };

function asDryRun(answer: object | Answer, status: number): Answer {
  const { headers, body, ...given } = answer instanceof Answer ? answer : new Answer(status, {}, answer);
  return new Answer(given.status, { ...headers, "cofre-dry-run": "true" }, body);
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
      const { query, body, ...given } = input;
      const { config, caller, request, now, db, queue, answerKey, wakeWebhooks } = given;
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
      const answer = await keepRefusals(writing, async () => handle({ ...given, record, ...ways, act, isDryRun }));
      return isDryRun ? asDryRun(answer, successStatus(rest, config)) : answer;
    },
  };
  return value as unknown as Endpoint<FinanceWorld, FinanceAccess, FinanceCaller>;
}
