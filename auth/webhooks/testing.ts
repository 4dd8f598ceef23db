// Test support: a process that delivers webhooks.
import type { TestAuth } from "../testing.ts";
import { openDelivery, type WebhookDelivery } from "./deliver.ts";

type Around = Pick<TestAuth, "service" | "clock">;

export function webhookDeliverer(
  { service, clock }: Around,
  more: Partial<Parameters<typeof openDelivery>[0]> = {},
): WebhookDelivery {
  const { db, serverKeys, log, config } = service.world;
  return openDelivery({ db, key: serverKeys.webhooks, allowedHosts: config.webhookAllowedHosts, log, now: clock.now, ...more });
}

/** All that is due is tried, once. Looks twice: by the second look it is known which numbers of the log nobody has. */
export async function deliverWebhooks(around: Around, delivery = webhookDeliverer(around)): Promise<void> {
  for (let look = 0; look < 2; look++) {
    await delivery.deliver();
    await delivery.settled();
  }
}
