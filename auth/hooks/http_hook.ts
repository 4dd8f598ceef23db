// Asks a hook over HTTP: signed as Standard Webhooks 1.0 says, in five seconds whatever happens, and never led elsewhere.
import { setTimeout as sleep } from "node:timers/promises";
import { type OutboundAnswer, OutboundError, readJsonObject, send } from "../../kernel/outbound/outbound.ts";
import { VERSION } from "../../kernel/process/version.ts";
import { type SignedMessage, signedHeaders } from "../../kernel/webhooks/signature.ts";
import { fail } from "../errors.ts";
import type { HookAnswer } from "./answer.ts";

export interface HttpHook {
  /** Its name, for messages. */
  hook: string;
  url: string;
  secrets: readonly string[];
}

/** For all tries together. */
const SECONDS = 5;
const MOST_TRIES = 3;
const PAUSES_MS = [250, 1_000];
const MOST_KILOBYTES = 200;

/** A retry keeps the message's id, so that the receiver can recognize it. */
export async function askByHttp(target: HttpHook, message: SignedMessage, now: Date): Promise<HookAnswer> {
  const { hook } = target;
  const deadline = performance.now() + SECONDS * 1000;
  for (let tried = 1; ; tried++) {
    const answer = await postToHook(target, message, { now, deadline, isLast: tried === MOST_TRIES });
    if (answer) return readAnswer(hook, answer);
    const pause = PAUSES_MS[tried - 1] as number;
    if (performance.now() + pause >= deadline) throw fail.hookTimeout({ values: { hook, seconds: SECONDS } });
    await sleep(pause);
  }
}

interface Try {
  now: Date;
  deadline: number;
  isLast: boolean;
}

/** Undefined where it may be tried again. */
async function postToHook(
  { hook, url, secrets }: HttpHook,
  message: SignedMessage,
  { now, deadline, isLast }: Try,
): Promise<OutboundAnswer | undefined> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": `Cofre/${VERSION} (hooks)`,
    ...signedHeaders(secrets, message, now),
  };
  const timeoutMs = Math.max(1, Math.round(deadline - performance.now()));
  const mostBytes = MOST_KILOBYTES * 1024;
  try {
    const answer = await send(url, { method: "POST", headers, body: message.body, timeoutMs, mostBytes });
    const wantsPause = [429, 503].includes(answer.status) && answer.headers["retry-after"] !== undefined;
    return wantsPause && !isLast ? undefined : answer;
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    if (cause.kind === "timeout") throw fail.hookTimeout({ values: { hook, seconds: SECONDS }, cause });
    if (cause.kind === "too large") throw fail.hookAnswerTooLarge({ values: { hook, kilobytes: MOST_KILOBYTES }, cause });
    if (cause.kind === "unreadable") throw fail.hookAnswerNotJson({ values: { hook }, cause });
    if (isLast) throw fail.hookUnreachable({ values: { hook }, cause });
    return undefined;
  }
}

function readAnswer(hook: string, answer: OutboundAnswer): HookAnswer {
  const { status, headers } = answer;
  if (status === 204) return {};
  if (status !== 200 && status !== 202) throw fail.hookFailed({ values: { hook, problem: `it answered ${status}` } });
  const [type] = (headers["content-type"] ?? "").split(";");
  if (type?.trim().toLowerCase() !== "application/json") throw fail.hookAnswerNotJson({ values: { hook } });
  try {
    return readJsonObject(answer);
  } catch (cause) {
    throw fail.hookAnswerNotJson({ values: { hook }, cause });
  }
}
