// What seals the secrets of webhooks.
import type { KeyObject } from "node:crypto";
import { deriveKey } from "../idempotency/sealed_answer.ts";

export const deriveWebhookKey = (config: Parameters<typeof deriveKey>[0]): KeyObject => deriveKey(config, "webhook secrets");
