// Sends valid and invalid requests to an operation, by several callers, and collects undocumented results.
import type { Reply } from "../../../kernel/testing/client.ts";
import { checkAnswer } from "./check_answer.ts";
import type { Operation } from "./operations.ts";
import { type ApiRequest, brokenRequests, type KnownValues, validRequests } from "./requests.ts";

export interface ServiceOnTrial {
  send(request: Omit<ApiRequest, "broken">, caller: string): Promise<Reply>;
  /** An authorized caller, and others. */
  callers(operation: Operation): Promise<{ rightful: string; others: string[] }>;
  known: KnownValues;
  /** Whether the error is about the request itself, and not about data, configuration or a secret. */
  blamesRequest(reply: Reply): boolean;
}

const VALID = 10;
const BROKEN = 24;

/** A valid value may name something that does not exist. */
const NOT_THERE = new Set([404, 410]);

export async function tryOperation(service: ServiceOnTrial, operation: Operation, seed: number): Promise<string[]> {
  const { rightful, others } = await service.callers(operation);
  const faults: string[] = [];
  const attempt = async (request: ApiRequest, caller: string, judge: (reply: Reply) => string | undefined) => {
    const reply = await service.send(request, caller);
    const fault = checkAnswer(operation, reply) ?? (caller === rightful ? judge(reply) : undefined);
    if (fault) faults.push(`${fault}\n  ${describe(request)} by ${caller}\n  -> ${reply.status} ${reply.text.slice(0, 300)}`);
  };
  const valid = validRequests(operation, service.known, VALID, seed);
  for (const request of valid)
    await attempt(request, rightful, (reply) =>
      !NOT_THERE.has(reply.status) && isRefused(reply) && service.blamesRequest(reply)
        ? "what the document allows is refused"
        : undefined,
    );
  for (const caller of others) await attempt(valid[0] as ApiRequest, caller, () => undefined);
  for (const request of brokenRequests(operation, service.known, BROKEN, seed))
    await attempt(request, rightful, (reply) => (isRefused(reply) ? undefined : `${request.broken} is taken`));
  return faults;
}

const isRefused = ({ status }: Reply) => status >= 400 && status < 500;

function describe({ method, path, headers, body, broken }: ApiRequest): string {
  const said = broken === undefined ? "" : ` (${broken})`;
  return `${method} ${path}${said} ${JSON.stringify(headers)} ${body?.slice(0, 400) ?? ""}`;
}

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "TRACE", "QUERY", "PROPFIND"];
/** Answered like GET, and left out of the document: generated clients need no method for it. */
const ANSWER_HEAD = ["/health", "/ready"];

/** A line for each unsupported method that is not rejected as such. */
export async function tryMethods(service: ServiceOnTrial, operations: readonly Operation[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [path, taken] of Map.groupBy(operations, (each) => each.path)) {
    const methods = [...taken.map(({ method }) => method), ...(ANSWER_HEAD.includes(path) ? ["HEAD"] : [])];
    const { rightful } = await service.callers(taken[0] as Operation);
    for (const method of METHODS.filter((each) => !methods.includes(each))) {
      const request = { method, path: path.replace(/\{\w+\}/g, "1"), headers: {}, body: undefined };
      const { status, headers } = await service.send(request, rightful);
      const isRight = status === 405 && String(headers.allow).split(", ").toSorted().join() === methods.toSorted().join();
      if (!isRight) faults.push(`${method} ${path}: ${status}, Allow: ${headers.allow}`);
    }
  }
  return faults;
}

/** Another seed sends other requests: `COFRE_OPENAPI_SEED=7 npm test -- docs/openapi`. */
export const SEED = Number(process.env.COFRE_OPENAPI_SEED ?? 1);
