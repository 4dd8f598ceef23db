// Delivers one message of the outbox. At least once: when the answer of the mail server is lost, the same mail is sent again.
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { logAct } from "../audit/log_act.ts";
import { NotNow, Undeliverable } from "../mail/transport.ts";
import { EXPIRED, isExpired } from "./expiry.ts";
import { addDeliveryJob, claimMessage, markDelivered, markFailed, postpone, type WaitingMessage } from "./queries.ts";
import { type OutboxContents, type OutboxKeys, type OutboxKind, openSealed } from "./seal.ts";

/** What a gateway gave for a message: by its own id the message can be found there. */
export interface Receipt {
  gateway: string;
  messageId: string;
}

/** Sends what came out of the seal. Throws `Undeliverable` when another try is of no use. */
export type Sender = (
  message: { id: string; template: string; userId?: string | null } & OutboxContents,
) => Promise<Receipt | undefined>;

/** The ways out that there are. */
export type Senders = Partial<Record<OutboxKind, Sender>>;

export interface DeliveryOptions {
  db: Database;
  jobSchema: string;
  keys: Pick<OutboxKeys, "outbox">;
  log: Log;
  now: () => Date;
  /** Looked up for each message, because settings change. */
  senders: () => Senders;
}

/** Longer than any try takes, so that no message is sent by two processes at once. */
const LEASE_SECONDS = 90;

export async function deliver(id: string, options: DeliveryOptions): Promise<void> {
  const { db, log, now, senders } = options;
  const message = await claimMessage(db, id, LEASE_SECONDS);
  // Delivered, given up, or under way elsewhere.
  if (!message) return;
  const { kind, template, attempts } = message;
  let receipt: Receipt | undefined;
  try {
    if (isExpired(message, now())) throw new Undeliverable(EXPIRED);
    const send = senders()[kind];
    if (!send) throw new Undeliverable(`no way to send ${kind} is set`);
    receipt = await send({ id, template, userId: message.user_id, ...open(message, options.keys) });
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof Undeliverable) {
      log.error({ outbox_id: id, kind, template, attempts, reason }, "a message was given up");
      return markFailed(db, id, reason, now());
    }
    const seconds = retrySeconds(attempts);
    // What we do not expect is logged with its stack; what the mail server says is not news every time.
    if (error instanceof NotNow) log.warn({ outbox_id: id, kind, template, attempts, reason, seconds }, "a message waits");
    else log.error({ err: error, outbox_id: id, kind, template, attempts, seconds }, "a message could not be sent");
    return tryLater(options, id, seconds, reason);
  }
  await finish(options, id, receipt);
  log.debug({ outbox_id: id, kind, template, attempts }, "a message was delivered");
}

async function tryLater({ db, jobSchema }: DeliveryOptions, id: string, seconds: number, reason: string): Promise<void> {
  const runAt = new Date(Date.now() + seconds * 1000);
  await db.transaction(async (tx) => {
    if (await postpone(tx, id, seconds, reason)) await addDeliveryJob(tx, jobSchema, id, runAt);
  });
}

/** The audit log keeps the gateway's receipt, without the recipient. */
async function finish({ db, now }: DeliveryOptions, id: string, receipt: Receipt | undefined): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    if (!(await markDelivered(tx, id, at)) || !receipt) return;
    const { gateway, messageId } = receipt;
    const traits = { outbox_id: id, gateway, gateway_message_id: messageId };
    await logAct(tx, { ip: "", requestId: "", now: at }, { action: "message_sent", actor: { role: gateway }, traits });
  });
}

function open(message: WaitingMessage, keys: Pick<OutboxKeys, "outbox">): OutboxContents {
  try {
    return openSealed(keys, message);
  } catch {
    throw new Undeliverable("it cannot be decrypted: SECRET_KEY or JWT_SECRET was changed while it waited");
  }
}

/** Soon at first, for a short failure; then every minute, because a code is valid for an hour at most. */
export function retrySeconds(attempts: number): number {
  return Math.min(60, 2 ** Math.min(attempts - 1, 6));
}

function reasonOf(error: unknown): string {
  return error instanceof Undeliverable || error instanceof NotNow ? error.message : "an unexpected error, see the log";
}
