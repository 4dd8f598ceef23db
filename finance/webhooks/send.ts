// One attempt to deliver one message. What the receiver answers is heard for its status and for how long it wants to be left alone.
import type { KeyObject } from "node:crypto";
import { OutboundError } from "../../kernel/outbound.ts";
import { type Guard, postGuarded } from "../../kernel/outbound_guarded.ts";
import { VERSION } from "../../kernel/version.ts";
import { signedHeaders } from "../../kernel/webhooks/signature.ts";
import { unsealSecret } from "./kept_secret.ts";
import type { StoredWebhook } from "./webhook.ts";

export interface Sending {
  key: KeyObject;
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

/** The secrets that sign now; undefined where the key that sealed them is another one by now. */
export function secretsOf({ id, secret, old_secret: old, old_secret_until: until }: StoredWebhook, { key, now }: Sending) {
  const current = unsealSecret(key, id, secret);
  const before = old && until && until > now() ? unsealSecret(key, id, old) : undefined;
  return current === undefined ? undefined : [current, ...(before === undefined ? [] : [before])];
}

/** Undefined where the service ends before an answer has come: nobody knows what became of it, and it is sent again. */
export async function send(
  url: string,
  secrets: readonly string[],
  message: { id: string; body: string },
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
