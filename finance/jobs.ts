// The background jobs of finance, which its slices list.
import { jobSchema } from "../kernel/config/schema_name.ts";
import { startWorker, type Task, type Worker } from "../kernel/jobs.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Database } from "../kernel/sql/database.ts";
import { forgetFilesJob } from "./attachments/forget_files.ts";
import type { FinanceConfig } from "./config.ts";
import type { AuthLink } from "./credentials/auth_link.ts";
import { eraseJob } from "./erasure/erase_deleted_users.ts";
import { extendJob } from "./extension/extend.ts";
import { addExtensionJob } from "./extension/queries.ts";
import { deriveKey } from "./idempotency/sealed_answer.ts";
import { forgetPreviewsJob } from "./imports/forget_previews.ts";
import { openIntegrityGauges } from "./integrity/gauges.ts";
import { checkJob } from "./integrity/round.ts";
import { sendInvitationsJob } from "./members/send_invitations.ts";
import { buildSpaceMonthsJob } from "./months/build_space_months.ts";
import { countSpacesJob } from "./operators/count_spaces.ts";
import { forgetStagedJob } from "./post/forget_staged.ts";
import { openQueue } from "./post/queue.ts";
import { makeMissingSpace } from "./users/first_use.ts";
import { followUsersJob } from "./users/follow_address.ts";
import { openDelivery, webhookJobs } from "./webhooks/deliver.ts";
import { deriveWebhookKey } from "./webhooks/webhook_key.ts";

interface Job {
  name: string;
  /** Absent where only other code adds the job. */
  cron?: string;
  cronOptions?: string;
  run: Task;
}

interface JobsOptions {
  db: Database;
  config: FinanceConfig;
  log: Log;
  now: () => Date;
  auth: Pick<AuthLink, "sendInvitation" | "findUser" | "listDeletedUsers" | "forgetDeletedUser">;
}

/** Every replica runs a worker; each job is taken by one of them. */
export async function startJobs({ db, config, log, now, auth }: JobsOptions): Promise<Worker> {
  const schema = config.dbNamespace;
  await addExtensionJob(db, schema);
  const gauges = openIntegrityGauges(db, log, now);
  await gauges.refresh();
  const makeSpace = (spaceId: number) => makeMissingSpace(db, spaceId, config.timeZone, now());
  const { webhookAllowedHosts: allowedHosts } = config;
  const webhooks = openDelivery({ db, schema, key: deriveWebhookKey(config), allowedHosts, log, now });
  const jobs: Job[] = [
    extendJob(db, log, now),
    forgetStagedJob(db, now),
    forgetFilesJob(db, now),
    forgetPreviewsJob(db, now),
    checkJob({ db, log, now, makeSpace }, gauges),
    eraseJob({ db, auth, queue: openQueue(), log, now }),
    countSpacesJob(db, log, now),
    buildSpaceMonthsJob(db, log),
    sendInvitationsJob({ db, auth, invitationKey: deriveKey(config, "invitations"), log, now }),
    followUsersJob({ db, link: auth, now }),
    ...webhookJobs(webhooks),
  ];
  const worker = await startWorker({
    url: config.databaseUrl,
    schema: jobSchema(schema),
    log,
    tasks: Object.fromEntries(jobs.map(({ name, run }) => [name, run])),
    cron: jobs
      .filter(({ cron }) => cron !== undefined)
      .map(({ name, cron, cronOptions = "" }) => `${cron} ${name} ${cronOptions}`.trim())
      .join("\n"),
  });
  return {
    stop: async () => {
      await gauges.stop();
      await worker.stop();
      await webhooks.stop();
    },
  };
}
