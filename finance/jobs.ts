// What finance does unasked: at each start and every night fixed series get their rows ahead of time, every night what was staged for posts
// that were never made and previews that nobody applied are forgotten and what is left of deleted spaces and of users who deleted their account a week ago is erased, every
// few minutes the books are added up again and spaces that are missing are made, and webhooks are sent what was written.
import { startWorker, type Worker } from "../kernel/jobs.ts";
import type { Log } from "../kernel/log/log.ts";
import type { Database } from "../kernel/sql/database.ts";
import type { FinanceConfig } from "./config.ts";
import type { AuthLink } from "./credentials/auth_link.ts";
import { ERASE, eraseDeletedUsers } from "./erasure/erase_deleted_users.ts";
import { eraseDeletedSpaces } from "./erasure/erase_user.ts";
import { extendAll } from "./extension/extend.ts";
import { addExtensionJob, EXTEND } from "./extension/queries.ts";
import { deriveKey } from "./idempotency/kept_secret.ts";
import { FORGET_PREVIEWS, forgetPreviews } from "./imports/forget_previews.ts";
import { openIntegrityGauges } from "./integrity/gauges.ts";
import { CHECK, CHECK_CRON, checkRound } from "./integrity/round.ts";
import { SEND_INVITATIONS, sendInvitations } from "./members/send_invitations.ts";
import { FORGET_STAGED, forgetStaged } from "./post/forget_staged.ts";
import { openQueue } from "./post/queue.ts";
import { makeMissingSpace } from "./users/first_use.ts";
import { FOLLOW_USERS, followShared } from "./users/follow_address.ts";
import { FORGET_DELIVERIES, NOTICE, openDelivery, SWEEP } from "./webhooks/deliver.ts";
import { DELIVER } from "./webhooks/queries.ts";
import { deriveWebhookKey } from "./webhooks/webhook_key.ts";

interface NightlyOptions {
  db: Database;
  config: FinanceConfig;
  log: Log;
  now: () => Date;
  auth: Pick<AuthLink, "sendInvitation" | "findUser" | "listDeletedUsers" | "forgetDeletedUser">;
}

/** Every replica runs a worker; each job is taken by one of them. */
export async function startNightly({ db, config, log, now, auth }: NightlyOptions): Promise<Worker> {
  const schema = config.dbNamespace;
  await addExtensionJob(db, schema);
  const gauges = openIntegrityGauges(db, log, now);
  await gauges.refresh();
  const check = async () => {
    await checkRound({ db, log, now, makeSpace: (spaceId) => makeMissingSpace(db, spaceId, config.timeZone, now()) });
    await gauges.refresh();
  };
  const inviting = { db, auth, invitationKey: deriveKey(config, "invitations"), log, now };
  const erasing = { db, auth, queue: openQueue(), log, now };
  const { webhookAllowedHosts: allowedHosts } = config;
  const webhooks = openDelivery({ db, schema, key: deriveWebhookKey(config), allowedHosts, log, now });
  const worker = await startWorker({
    url: config.databaseUrl,
    schema,
    log,
    tasks: {
      [EXTEND]: () => extendAll(db, log, now),
      [FORGET_STAGED]: () => forgetStaged(db, now()),
      [FORGET_PREVIEWS]: () => forgetPreviews(db, now()),
      [CHECK]: check,
      [ERASE]: async () => {
        await eraseDeletedSpaces(erasing);
        await eraseDeletedUsers(erasing);
      },
      [SEND_INVITATIONS]: () => sendInvitations(inviting),
      [FOLLOW_USERS]: () => followShared({ db, link: auth, now }),
      [DELIVER]: webhooks.deliver,
      [SWEEP]: webhooks.sweep,
      [NOTICE]: webhooks.notice,
      [FORGET_DELIVERIES]: webhooks.forget,
    },
    cron: [
      ...[
        `41 3 * * * ${EXTEND}`,
        `51 3 * * * ${FORGET_STAGED}`,
        `56 3 * * * ${FORGET_PREVIEWS}`,
        `1 4 * * * ${FORGET_DELIVERIES}`,
        `17 4 * * * ${ERASE}`,
        `21 4 * * * ${FOLLOW_USERS}`,
      ],
      ...[`* * * * * ${SEND_INVITATIONS}`, `* * * * * ${SWEEP}`, `2 * * * * ${NOTICE}`, CHECK_CRON],
    ].join("\n"),
  });
  return {
    stop: async () => {
      await gauges.stop();
      await worker.stop();
      await webhooks.stop();
    },
  };
}
