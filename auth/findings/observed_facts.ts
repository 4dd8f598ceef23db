// What the database says for the rules: a few bounded reads, sent together.

import type { Db } from "../../kernel/sql/database.ts";
import { type ApiKey, listKeys } from "../api_keys/queries.ts";
import type { AuthConfig } from "../config.ts";
import { type Grant, listGrants } from "../grants/queries.ts";
import { listOperatorTokens, type OperatorToken } from "../keys/queries.ts";
import { type Backlog, readBacklog } from "../outbox/queries.ts";
import { findSharedAddress, type SharedAddress } from "../sessions/queries_list.ts";
import type { SsoProvider } from "../sso/provider.ts";
import { listProviders } from "../sso/queries.ts";
import { listWebhooks } from "../webhooks/queries.ts";
import type { StoredWebhook } from "../webhooks/webhook.ts";
import { daysBefore } from "./days.ts";
import { countFailedMessages, type FailedJob, listFailedJobs } from "./queries.ts";

export interface ObservedFacts {
  administrators: readonly Grant[];
  apiKeys: readonly ApiKey[];
  operatorTokens: readonly OperatorToken[];
  sharedAddress: SharedAddress | undefined;
  ssoProviders: readonly Pick<SsoProvider, "id" | "entity_id" | "certificates" | "disabled">[];
  webhooks: readonly StoredWebhook[];
  backlog: Backlog;
  /** Messages that were given up in the last day. */
  failedMessages: number;
  failedJobs: readonly FailedJob[];
}

/** A token that was not used for so long is not in use. */
const IN_USE_DAYS = 30;
const MOST_LISTED = 200;

export async function readObservedFacts(db: Db, { jobSchema }: Pick<AuthConfig, "jobSchema">, now: Date): Promise<ObservedFacts> {
  const [administrators, apiKeys, operatorTokens, sharedAddress, ssoProviders, webhooks, backlog, failedMessages, failedJobs] =
    await Promise.all([
      listGrants(db),
      listKeys(db),
      listOperatorTokens(db, daysBefore(now, IN_USE_DAYS), MOST_LISTED),
      findSharedAddress(db),
      listProviders(db, MOST_LISTED),
      listWebhooks(db),
      readBacklog(db),
      countFailedMessages(db, daysBefore(now, 1)),
      listFailedJobs(db, jobSchema),
    ]);
  return {
    ...{ administrators, apiKeys, operatorTokens, sharedAddress, ssoProviders, webhooks, backlog },
    ...{ failedMessages, failedJobs },
  };
}
