// Test support: a process that delivers webhooks, and that does jobs at once.
import type { TestFinance } from "../testing.ts";
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
