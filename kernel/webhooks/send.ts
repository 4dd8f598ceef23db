// One attempt to deliver one message. What the receiver answers is heard for its status and for how long it wants to be left alone.
import { type Guard, postGuarded } from "../outbound/guarded.ts";
import { OutboundError } from "../outbound/outbound.ts";
import { VERSION } from "../process/version.ts";
import { type SignedMessage, signedHeaders } from "./signature.ts";

export interface Sending {
  guard: Guard;
  /** When the service ends. */
  signal: AbortSignal;
  now: () => Date;
}

export interface Attempt {
  isDelivered: boolean;
  status: number | null;
  /** Why there is no status. */
  error: string | null;
  retryAfter: string | undefined;
}

const LONGEST_MS = 15_000;

/** Undefined where the service ends before an answer has come: nobody knows what became of it, and it is sent again. */
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
