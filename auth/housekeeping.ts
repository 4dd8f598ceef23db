// The nightly job that removes what nobody can use any more. What has expired is refused at once, whether or not this has run.
import type { Task } from "../kernel/jobs.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Db } from "../kernel/sql/database.ts";
import { forgetDetails } from "./audit/queries_admin_acts.ts";
import { purgeJobs } from "./bulk_jobs/queries.ts";
import { forgetChanges, purgeUsers } from "./bulk_jobs/queries_users.ts";
import type { AuthWorld } from "./endpoint.ts";
import { purgeProviderTries } from "./external/tries/queries.ts";
import { purgeFactorChallenges } from "./factors/queries_challenges.ts";
import { purgeFlowStates } from "./flow_states/queries.ts";
import { purgeSupportCodes } from "./impersonation/queries.ts";
import { purgeOperatorTokens } from "./keys/queries.ts";
import { purgeMailPauses } from "./limits/queries.ts";
import { purgeTries } from "./limits/queries_tries.ts";
import { noteRun } from "./maintenance/queries.ts";
import { KEPT_DAYS, type Kept } from "./maintenance/retention.ts";
import { purgeClients } from "./oauth_clients/queries.ts";
import { purgeAuthorizations } from "./oauth_server/queries.ts";
import { purgeOneTimeTokens } from "./one_time_tokens/queries.ts";
import { purgeFigures } from "./overview/queries.ts";
import { purgePasskeyChallenges } from "./passkeys/queries.ts";
import { purgeSessions } from "./sessions/queries.ts";
import { purgeAssertions } from "./sso/queries.ts";
import { cancelForgotten, purgeImports } from "./user_imports/queries.ts";
import { purgeParts, purgeResults } from "./user_imports/queries_lines.ts";
import { purgeDeliveries } from "./webhooks/queries_deliveries.ts";

type World = Pick<AuthWorld, "db" | "config">;

const HOUSEKEEPING = "housekeeping";
const DAY_MS = 86_400_000;

type Purge = (db: Db, before: Date) => Promise<number>;

/** One round removes at most 10,000 rows of a kind, so that no lock is held for long; rounds follow until nothing is left. */
export function housekeeping(world: World, log: Log, now: () => Date): { tasks: Record<string, Task>; cron: string } {
  const { db } = world;
  const purges: Record<Kept, Purge> = {
    sessions: (at, before) => purgeSessions(at, before, world.config),
    flow_states: purgeFlowStates,
    saml_assertions: purgeAssertions,
    passkey_challenges: purgePasskeyChallenges,
    factor_challenges: purgeFactorChallenges,
    one_time_tokens: purgeOneTimeTokens,
    mail_pauses: purgeMailPauses,
    support_codes: purgeSupportCodes,
    tries: purgeTries,
    provider_tries: purgeProviderTries,
    oauth_authorizations: purgeAuthorizations,
    oauth_clients: purgeClients,
    webhook_deliveries: purgeDeliveries,
    hourly_figures: purgeFigures,
    operator_tokens: purgeOperatorTokens,
    bulk_job_changes: forgetChanges,
    bulk_job_users: purgeUsers,
    bulk_jobs: purgeJobs,
    user_import_results: purgeResults,
    user_imports: purgeImports,
  };
  const forget = async () => {
    for (let forgotten = await forgetDetails(db, now()); forgotten > 0; forgotten = await forgetDetails(db, now()))
      log.info({ forgotten }, "forgot what administrators' acts said of users who are gone");
  };
  /** Files of users hold hashes of passwords: nobody has started these for a day. */
  const forgetFiles = async () => {
    await cancelForgotten(db, new Date(now().getTime() - DAY_MS), now());
    while ((await purgeParts(db)) > 0);
  };
  const clean = async (counts: Record<string, number>) => {
    await forget();
    await forgetFiles();
    const today = now().getTime();
    for (const [name, purge] of Object.entries(purges) as [Kept, Purge][]) {
      const before = new Date(today - KEPT_DAYS[name] * DAY_MS);
      for (let removed = await purge(db, before); removed > 0; removed = await purge(db, before)) {
        log.info({ name, removed }, "removed old rows");
        counts[name] = (counts[name] ?? 0) + removed;
      }
    }
  };
  const run = async () => {
    const startedAt = now();
    const removed: Record<string, number> = {};
    const note = (error: string | null) =>
      noteRun(db, { kind: "housekeeping", startedAt, endedAt: now(), error, details: { removed } });
    try {
      await clean(removed);
    } catch (error) {
      await note((error as Error).message).catch(() => {});
      throw error;
    }
    await note(null);
  };
  return { tasks: { [HOUSEKEEPING]: run }, cron: `23 3 * * * ${HOUSEKEEPING}\n` };
}
