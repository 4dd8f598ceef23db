// One attempt to deliver one message. Only status and Retry-After of the answer are used.
import { type Guard, postGuarded } from "../outbound/guarded.ts";
import { OutboundError } from "../outbound/outbound.ts";
import { VERSION } from "../process/version.ts";
import { type SignedMessage, signedHeaders } from "./signature.ts";

export interface Sending {
  guard: Guard;
  /** Aborted when the service ends. */
  signal: AbortSignal;
  now: () => Date;
}

export interface Attempt {
  isDelivered: boolean;
  status: number | null;
  /** The reason if there is no status. */
  error: string | null;
  retryAfter: string | undefined;
}

const LONGEST_MS = 15_000;

/** Undefined if the service ends before the answer: the outcome is unknown, and the message is sent again. */
export async function send(
  url: string,
  secrets: readonly string[],
  message: SignedMessage,
  { guard, signal, now }: Sending,
): Promise<Attempt | undefined> {
  const headers = {
    "content-type": "application/json",
    "user-agent": `Cofre/${VERSION} (webhooks)`,
    ...signedHeaders(secrets, message, now()),
  };
  try {
    const answer = await postGuarded(url, { headers, body: message.body, timeoutMs: LONGEST_MS, signal }, guard);
    return { ...answer, isDelivered: answer.status >= 200 && answer.status < 300, error: null };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof OutboundError)) throw error;
    return { isDelivered: false, status: null, error: error.kind, retryAfter: undefined };
  }
}
