// Test support: webhooks, a process that delivers them and does jobs at once, and what their receivers read.
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import type { Answer, HttpSink, SinkRequest } from "../../kernel/testing/http_sink.ts";
import type { TestClient, TestFinance } from "../testing.ts";
import { openDelivery, type WebhookDelivery } from "./deliver.ts";

type Around = Pick<TestFinance, "service" | "clock">;

export function webhookDeliverer(
  { service, clock }: Around,
  more: Partial<Parameters<typeof openDelivery>[0]> = {},
): WebhookDelivery {
  const { db, webhookKey: key, log, config } = service.world;
  const delivery = openDelivery({
    db,
    schema: config.dbNamespace,
    key,
    allowedHosts: config.webhookAllowedHosts,
    log,
    now: clock.now,
    wake: async (spaceId, at) => {
      if (!at) await delivery.deliver({ space_id: spaceId });
    },
    ...more,
  });
  return delivery;
}

/** All that is due is tried, once. */
export async function deliverWebhooks(around: Around, more: Partial<Parameters<typeof openDelivery>[0]> = {}): Promise<void> {
  const delivery = webhookDeliverer(around, more);
  await delivery.notice();
  await delivery.sweep();
  await delivery.settled();
  await delivery.forget();
}

export interface WebhookReply {
  id: number;
  secret: string;
  enabled: boolean;
  off_reason: string | null;
  failures: number;
  cursor: string;
  next_attempt_at: string | null;
}

export interface DeliveryReply {
  id: number;
  message_id: string;
  type: string;
  state: string;
  asked: boolean;
  attempts: number;
  status: number | null;
  error: string | null;
}

export interface Message {
  type: string;
  timestamp: string;
  data: {
    notice?: Record<string, unknown>;
    ids: number[];
    count: number;
    changed: string[];
    cursor: string;
    since: string;
    records?: object[] | null;
  };
}

export async function makeHook(owner: TestClient, url: string, fields: object = {}): Promise<WebhookReply> {
  const created = await owner.post("/webhooks", { url, ...fields });
  assert.equal(created.status, 201, created.text);
  return created.body as WebhookReply;
}

export const readHook = async (owner: TestClient, { id }: { id: number }) =>
  (await owner.get(`/webhooks/${id}`)).body as WebhookReply;
export const deliveriesOf = async (owner: TestClient, { id }: { id: number }) =>
  (await owner.get(`/webhooks/${id}/deliveries`)).body as DeliveryReply[];
export const spend = async (who: TestClient, description = "x") => {
  const created = await who.post("/transactions", { description, amount_cents: -1 });
  assert.equal(created.status, 201, created.text);
  return created.body as { id: number };
};

/** The published receiver, which also looks at the time: the test's clock is another. */
export function verified({ clock }: Pick<TestFinance, "clock">, secret: string, { body, headers }: SinkRequest): Message {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = headers as Record<string, string>;
  const real = Date.now;
  Date.now = () => clock.now().getTime();
  try {
    const signed = { "webhook-id": id as string, "webhook-timestamp": at as string, "webhook-signature": signature as string };
    return new Webhook(secret).verify(body, signed) as Message;
  } finally {
    Date.now = real;
  }
}

export const OK: Answer = () => ({ status: 204 });
export const typesAt = ({ requests }: HttpSink) => requests.map(({ body }) => (JSON.parse(body) as Message).type);
export const idsAt = ({ requests }: HttpSink) => requests.map(({ headers }) => headers["webhook-id"]);
