// Starts the finance service: its database, its HTTP application, its port for HTTPS.
import { fileURLToPath } from "node:url";
import { jobSchema } from "../kernel/config/schema_name.ts";
import type { Certificate } from "../kernel/http/certificate.ts";
import { documentation } from "../kernel/http/documentation.ts";
import type { Endpoint, Request } from "../kernel/http/endpoint.ts";
import { commonChecks } from "../kernel/http/readiness.ts";
import { safetyHeaders } from "../kernel/http/safety_headers.ts";
import type { LanListening } from "../kernel/http/serve.ts";
import { migrateJobs } from "../kernel/jobs.ts";
import type { Log } from "../kernel/log/log.ts";
import { type RunningService, startService } from "../kernel/process/start_service.ts";
import { VERSION } from "../kernel/process/version.ts";
import type { Db } from "../kernel/sql/database.ts";
import type { Migrations } from "../kernel/sql/migrate.ts";
import { openExtraConnections } from "../kernel/sql/store.ts";
import { openUploadSlots } from "./attachments/upload_slots.ts";
import type { FinanceConfig } from "./config.ts";
import { appAccess, challengesOf } from "./credentials/app_access.ts";
import { openAuthLink } from "./credentials/auth_link.ts";
import { openBearer } from "./credentials/bearer.ts";
import { openGate } from "./credentials/gate.ts";
import { requireOperatorBy } from "./credentials/require_operator.ts";
import { type Machines, type MachinesOptions, openMachines } from "./distribution/machines.ts";
import { BASE_PATH, type FinanceAccess, type FinanceCaller, type FinanceWorld, successStatus } from "./endpoint.ts";
import { fail, render, renderAsUpstream } from "./errors.ts";
import { openSlots } from "./exports/slots.ts";
import { IGNORED_HEADERS, ignoredNames } from "./fields/misspelt.ts";
import { deriveAnswerKey, deriveKey } from "./idempotency/sealed_answer.ts";
import { openReadings } from "./imports/readings.ts";
import { startJobs } from "./jobs.ts";
import { enterBy, openAddressBy } from "./members/enter.ts";
import { findMembership } from "./members/queries.ts";
import { addBuildJob } from "./months/queries_build.ts";
import { FUNCTIONS } from "./post/functions.ts";
import { openQueue } from "./post/queue.ts";
import { routes } from "./routes.ts";
import { apiInfo } from "./service/api_info.ts";
import { welcomeUser } from "./users/first_use.ts";
import { openAddressFollower } from "./users/follow_address.ts";
import { addDeliveryJob } from "./webhooks/queries.ts";
import { deriveWebhookKey } from "./webhooks/webhook_key.ts";

export interface FinanceOptions {
  config: FinanceConfig;
  certificate: Certificate;
  lan?: LanListening | undefined;
  log: Log;
  now?: () => Date;
  /** False in most tests, which need no background jobs. */
  runsJobs?: boolean;
  /** True of a database that is known to be well and up to date. */
  isPrepared?: boolean;
  /** For tests: a cluster that is none. */
  cluster?: Partial<MachinesOptions>;
}

export const FINANCE_MIGRATIONS: Migrations = {
  folder: fileURLToPath(new URL("migrations", import.meta.url)),
  functions: FUNCTIONS,
};
const EVERY_ANSWER = safetyHeaders({ https: true });
/** Other programs of this machine have its names too, at other ports and perhaps in plain HTTP. */
const EVERY_ANSWER_IN_LAN = safetyHeaders({ https: false });
/** Whatever the configuration is. */
const SERVICE = {
  name: "finance",
  prefixes: [BASE_PATH],
  unknownRouteAccess: "reader",
  headers: () => EVERY_ANSWER,
  fail,
  nullIsAbsent: false,
  ignoredNames,
  wholeNumbers: true,
  timeoutSeconds: 10,
} as const;

export function financeStore(config: FinanceConfig, log: Log) {
  return {
    url: config.databaseUrl,
    schema: config.dbNamespace,
    schemaVariable: "FINANCE_DB_NAMESPACE",
    migrations: FINANCE_MIGRATIONS,
    maxConnections: config.dbMaxPoolSize,
    also: () => migrateJobs(config.databaseUrl, jobSchema(config.dbNamespace), log),
    log,
  };
}

export async function startFinance(options: FinanceOptions): Promise<RunningService<FinanceWorld>> {
  const { config, certificate, lan, log, now = () => new Date(), runsJobs = true, isPrepared = false, cluster } = options;
  const { also, ...store } = financeStore(config, log);
  const answering = answeringRoutes(config);
  const stored = { ...store, isPrepared, ...(runsJobs && { also }) };
  return startService<FinanceWorld, FinanceAccess, FinanceCaller>(stored, async (db, lifecycle) => {
    const connect = (most: number) =>
      openExtraConnections({ ...stored, maxConnections: Math.min(config.dbMaxPoolSize || most, most) });
    const machines = await openMachines({ db, connect, log, ...cluster });
    const endpoints = machines ? answering.map((each) => onItsMachine(each, machines)) : answering;
    const at = machines?.at ?? (() => db);
    const link = openAuthLink({ url: config.authUrl, token: config.authToken });
    const jobs = runsJobs ? [await startJobs({ db: machines?.background ?? db, config, log, now, auth: link })] : [];
    const addresses = openAddressFollower({ db, link, log, now });
    const app = appAccess(config);
    const gate = openGate({
      db,
      link,
      bearer: openBearer({ ...config, app }),
      welcome: (user) => welcomeUser(db, user, config.timeZone, now(), at),
      onNewAddress: addresses.follow,
      log,
      now,
    });
    const membershipOf = async (spaceId: number, userId: number) => findMembership(await at(spaceId), spaceId, userId);
    return {
      service: {
        ...SERVICE,
        ...(lan && { headers: () => EVERY_ANSWER_IN_LAN }),
        endpoints: [...endpoints, ...documentation(endpoints, apiInfo, "public")],
        world: {
          config,
          db,
          log,
          version: VERSION,
          readyChecks: commonChecks(lifecycle, db),
          minorChecks: { auth: async () => gate.hearsAuth(), ...(machines && { workers: machines.areWell }) },
          lifecycle,
          queue: openQueue(),
          exportSlots: openSlots(config.dbMaxPoolSize),
          uploadSlots: openUploadSlots(),
          readings: openReadings(),
          openAddress: openAddressBy(gate, membershipOf),
          auth: link,
          ...keysOf(config),
          wakeWebhooks: (spaceId) => {
            if (runsJobs) wakeWebhooks(db, config, log, spaceId);
          },
          buildSpaceMonths: (spaceId) => {
            if (runsJobs) wakeBuild(db, config, log, spaceId);
          },
        },
        checkRequest: (request) => refusePlainHttp(request, log),
        enter: enterBy(gate, membershipOf, { challenges: challengesOf(app), requireOperator: requireOperatorBy(link) }),
        render: config.upstreamAnswers ? renderAsUpstream : render,
        requestIdHeader: config.requestIdHeader,
        errorPages: config.docsUrl && `${config.docsUrl}/errors`,
        trustedProxies: config.trustedProxies,
        log,
        now,
      },
      listen: { host: config.host, port: config.port, portVariable: "FINANCE_PORT", tls: certificate, ...(lan && { lan }) },
      helpers: [gate, addresses, ...jobs, ...(machines ? [machines] : [])],
    };
  });
}

type Route = Endpoint<FinanceWorld, FinanceAccess, FinanceCaller>;

function keysOf(config: FinanceConfig) {
  const invitationKey = deriveKey(config, "invitations");
  return { answerKey: deriveAnswerKey(config), invitationKey, webhookKey: deriveWebhookKey(config) };
}

function answeringRoutes(config: FinanceConfig) {
  return routes.map((each) => ({
    ...each,
    status: successStatus(each, config),
    replyHeaders: { ...each.replyHeaders, ...IGNORED_HEADERS },
  }));
}

function wakeWebhooks(db: Db, { dbNamespace }: FinanceConfig, log: Log, spaceId: number): void {
  addDeliveryJob(db, dbNamespace, spaceId).catch((err) => log.debug({ err }, "the next sweep wakes webhooks"));
}

function wakeBuild(db: Db, { dbNamespace }: FinanceConfig, log: Log, spaceId: number): void {
  addBuildJob(db, dbNamespace, spaceId).catch((err) => log.debug({ err }, "the next read has these sums built"));
}

/** What is public, or for operators, is about no space. */
function onItsMachine<Each extends Route>(route: Each, machines: Machines): Each {
  if (route.access === "public" || route.access === "operator") return route;
  return {
    ...route,
    handle: async (input: { caller: FinanceCaller }) =>
      route.handle({ ...input, db: await machines.at(input.caller.spaceId) } as never),
  };
}

/** A password that came in the clear has been read by others already; answering it would hide that. */
function refusePlainHttp({ id, ip, secure, headers }: Request, log: Log): void {
  if (secure) return;
  if (headers.authorization !== undefined)
    log.warn(
      { request_id: id, ip },
      "credentials came over plain HTTP and were refused: whoever was on the way has them, so replace them",
    );
  throw fail.httpsOnly();
}
