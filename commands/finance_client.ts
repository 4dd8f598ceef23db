// Calls finance's API, ours or Organizze's, with an e-mail address and a token. Retries failed requests and respects Retry-After.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { exchange } from "../kernel/outbound/exchange.ts";
import { OutboundError } from "../kernel/outbound/outbound.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { VERSION } from "../kernel/process/version.ts";
import { CERTIFICATE_OPTION } from "./certificate.ts";
import type { Options } from "./command_line/command.ts";

/** Where finance is, and as whom it is called. */
export const FINANCE_OPTIONS = {
  url: { value: "URL", variable: "COFRE_URL", initial: "https://localhost:8082/rest/v2", doc: "finance, with its base path" },
  email: { value: "ADDRESS", variable: "COFRE_EMAIL", doc: "the user's e-mail address" },
  token: { value: "TOKEN", variable: "COFRE_TOKEN", doc: "the user's API token; the variable is safer" },
  ca: CERTIFICATE_OPTION,
} as const satisfies Options;

export interface Server {
  /** Including the base path, such as `https://localhost:8082/rest/v2`. */
  url: string;
  email: string;
  token: string;
  /** An additional certificate to trust (PEM). */
  ca?: string | undefined;
  /** For tests; the default is `USUAL_LIMITS`. */
  limits?: Partial<Limits>;
  /** Called before a long wait. */
  says?(line: string): void;
}

export interface Limits {
  /** Idle timeout of one request. */
  silenceMs: number;
  answerMs: number;
  /** Before the second attempt; doubled for each further one. */
  firstWaitMs: number;
}

const USUAL_LIMITS: Limits = { silenceMs: 60_000, answerMs: 600_000, firstWaitMs: 500 };
const MOST_ANSWER_BYTES = 256 * 2 ** 20;

interface Sending {
  method?: string;
  /** Created anew for each attempt. */
  body?: () => Readable;
  headers?: Record<string, string>;
}

const MOST_TRIES = 6;
/** Each silent attempt costs a whole timeout, so there are fewer. */
const MOST_SILENT_TRIES = 3;
const MOST_WAIT_SECONDS = 120;
const WAIT_WORTH_A_LINE_SECONDS = 5;

/** A successful answer with an unread body. Throws for errors. */
export async function open(server: Server, path: string, sending: Sending = {}): Promise<IncomingMessage> {
  const { url, email, token, ca } = server;
  const { method = "GET" } = sending;
  const limits = { ...USUAL_LIMITS, ...server.limits };
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`;
  const headers = { authorization, "user-agent": `Cofre ${VERSION} (${email})`, "accept-language": "en", ...sending.headers };
  // A write that moves a whole space is silent until it is done.
  const silenceMs = sending.method === undefined ? limits.silenceMs : limits.silenceMs * 10;
  const trusted = ca ? { ca: [...rootCertificates, ca] } : {};
  const what = `${method} ${path.split("?")[0]}`;
  for (let tries = 1; ; tries++) {
    const body = sending.body && { stream: sending.body() };
    const answer = await exchange(new URL(url + path), { method, headers, body, silenceMs, ...trusted }).catch(
      (error: Error) => error,
    );
    const status = answer instanceof Error ? 0 : (answer.statusCode ?? 0);
    if (!(answer instanceof Error) && status < 300) return answer;
    const mayPass = answer instanceof Error || status === 429 || status >= 500;
    const most = isSilence(answer) ? MOST_SILENT_TRIES : MOST_TRIES;
    if (!mayPass || tries >= most) throw await refusalOf(what, answer, tries);
    const retryAfter = answer instanceof Error ? undefined : secondsToWait(answer.headers["retry-after"]);
    if (!(answer instanceof Error)) answer.resume();
    if (retryAfter !== undefined && retryAfter > MOST_WAIT_SECONDS)
      throw new OperatorError(
        `${what} was answered ${status}: the server asks to wait for ${retryAfter} seconds, and this command waits for ${MOST_WAIT_SECONDS} at most. Run it again later.`,
      );
    const seconds = retryAfter ?? (limits.firstWaitMs * 2 ** (tries - 1)) / 1000;
    if (seconds >= WAIT_WORTH_A_LINE_SECONDS) server.says?.(`${what}: waiting for ${Math.ceil(seconds)} seconds.`);
    await sleep(1000 * seconds);
  }
}

/** Undefined if the header is absent or a date. */
function secondsToWait(header: string | undefined): number | undefined {
  return header !== undefined && /^\s*\d+\s*$/.test(header) ? Number(header) : undefined;
}

export async function readJson<Body>(server: Server, path: string, sending: Sending = {}): Promise<Body> {
  const { answerMs } = { ...USUAL_LIMITS, ...server.limits };
  const text = await textOf(await open(server, path, sending), answerMs).catch((error: Error) => {
    throw new OperatorError(`The answer of ${server.url}${path.split("?")[0]} was cut off: ${error.message}`, { cause: error });
  });
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw new OperatorError(`${server.url}${path} did not answer with JSON.`);
  }
}

const isSilence = (error: unknown) => error instanceof OutboundError && error.kind === "timeout";

export class RefusalError extends OperatorError {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

async function refusalOf(what: string, answer: IncomingMessage | Error, tries: number): Promise<OperatorError> {
  if (answer instanceof Error) {
    const tried = tries > 1 ? `, tried ${tries} times` : "";
    return new OperatorError(`${what}: ${answer.message || (answer as NodeJS.ErrnoException).code}${tried}`);
  }
  const text = await textOf(answer, LONGEST_REFUSAL_MS).catch(() => "");
  return new RefusalError(`${what} was answered ${answer.statusCode}: ${text.slice(0, 500)}`, answer.statusCode ?? 0);
}

const LONGEST_REFUSAL_MS = 10_000;

async function textOf(answer: IncomingMessage, mostMs: number): Promise<string> {
  const timer = setTimeout(() => answer.destroy(new Error(`it took longer than ${Math.ceil(mostMs / 1000)} seconds`)), mostMs);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_ANSWER_BYTES) throw new Error("it is longer than 256 MB");
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString();
  } finally {
    clearTimeout(timer);
  }
}
