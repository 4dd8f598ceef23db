// Starts the auth service: its database, its HTTP application, its port.

import { fileURLToPath } from "node:url";
import { documentation } from "../kernel/http/documentation.ts";
import { commonChecks } from "../kernel/http/readiness.ts";
import { safetyHeaders } from "../kernel/http/safety_headers.ts";
import { claimJobSchema, migrateJobs } from "../kernel/jobs.ts";
import type { Log } from "../kernel/log/log.ts";
import { commandLine } from "../kernel/process/command_line.ts";
import { type RunningService, startService } from "../kernel/process/start_service.ts";
import { VERSION } from "../kernel/process/version.ts";
import type { Migrations } from "../kernel/sql/migrate.ts";
import { awaitDatabase } from "../kernel/sql/store.ts";
import { ADOPTED_HISTORY, openAdoption, schemasOf } from "./adoption/adopt.ts";
import { mending } from "./adoption/mend.ts";
import { refusedByTrigger } from "./adoption/refused_by_trigger.ts";
import { type AdoptionListener, toLog } from "./adoption/report.ts";
import { workingOnBulkJobs } from "./bulk_jobs/work.ts";
import { ownUrl } from "./config/own_url.ts";
import type { AuthConfig } from "./config.ts";
import { type Configured, configured } from "./configured.ts";
import { CORS_HEADERS, preflightHeaders } from "./cors.ts";
import type { AuthAccess, AuthCaller, AuthWorld, Guards } from "./endpoint.ts";
import { enterBy } from "./enter.ts";
import { fail, render } from "./errors.ts";
import type { CommandLine } from "./grants/command_line.ts";
import { guardBy, withFailureLimit } from "./guard.ts";
import { openBackgroundCalls } from "./hooks/background_calls.ts";
import { TELL_OF_CREATED } from "./hooks/queries.ts";
import type { HookCall } from "./hooks/queries_calls.ts";
import { openRecentCalls } from "./hooks/recent_calls.ts";
import { userCreatedTask } from "./hooks/user_created.ts";
import { housekeeping } from "./housekeeping.ts";
import { deriveServerKeys } from "./keys/server_keys.ts";
import { openTokenLives } from "./keys/token_lives.ts";
import type { MailFile } from "./mail/transport.ts";
import { outboxCheck } from "./outbox/health.ts";
import { startOutbox } from "./outbox/start_outbox.ts";
import { countingFigures } from "./overview/count_figures.ts";
import { countHookCall } from "./overview/count_hook_calls.ts";
import { countingGuard, countingRefusals } from "./overview/count_refusals.ts";
import { openLiveFigures } from "./overview/live_figures.ts";
import { openPasswords } from "./passwords/hash.ts";
import type { HashCost } from "./passwords/stored.ts";
import { unreadableEntries } from "./redirects/allow_list.ts";
import { refusals } from "./refusals.ts";
import { rlsHelpers } from "./rls_helpers/rls_helpers.ts";
import { routes } from "./routes.ts";
import { followSettings, ignoredSettings } from "./settings/live_settings.ts";
import { readStartSettings } from "./settings/start_settings.ts";
import { refreshingMetadata } from "./sso/refresh_metadata.ts";
import { workingOnUserImports } from "./user_imports/work.ts";
import { applyingUserRetention } from "./user_retention/apply.ts";
import { openDelivery } from "./webhooks/deliver.ts";

export interface AuthOptions {
  config: AuthConfig;
  log: Log;
  now?: () => Date;
  /** The folder that takes messages as files while no mail server or SMS gateway is set. */
  mailbox?: string;
  /** Called for each mail that was written there. */
  onMailFile?: (file: MailFile) => void;
  /** False leaves messages in the outbox, where a test can look at them. */
  delivers?: boolean;
  /** Of new passwords. Tests that sign in a thousand times take less than a server must. */
  hashCost?: HashCost;
  /** Tests of what is answered need not wait for when. */
  evenStepMs?: number;
  /** True of a database that is known to be well and up to date. */
  isPrepared?: boolean;
  /** Of a service that runs for one command. */
  commandLine?: CommandLine;
}

/** Where the clients of Supabase look for it below the URL that they are given: they work with no proxy in between. */
const CLIENT_PATH = "/auth/v1";

export const AUTH_MIGRATIONS: Migrations = { folder: fileURLToPath(new URL("migrations", import.meta.url)) };
/** For operators who start on the database of a Supabase Auth. */
export const MOVING_IN = `Set AUTHSVC_ADOPT=supabase to take the place of a Supabase Auth there, or copy its users with \`${commandLine("import supabase")}\`.`;

export async function startAuth(options: AuthOptions): Promise<RunningService<AuthWorld>> {
  const { config: given, log, now = () => new Date(), hashCost } = options;
  return startService<AuthWorld, AuthAccess, AuthCaller, Guards>(await storeOf(options), async (db, lifecycle) => {
    const passwords = openPasswords(hashCost && { cost: hashCost });
    const serverKeys = deriveServerKeys(given);
    const hookCalls = openRecentCalls(db, log);
    const backgroundCalls = openBackgroundCalls(log);
    const start = await readStartSettings(given, db, serverKeys.settings);
    const { config } = start;
    warnOfRedirects(config, log);
    const figures = openLiveFigures(db, log, now);
    const noteHookCall = (call: HookCall) => {
      hookCalls.note(call);
      countHookCall(figures, call);
    };
    const parts = { ...options, db, log, now, noteHookCall };
    const world: AuthWorld & Configured = {
      ...configured(config, parts),
      tokenLives: await openTokenLives(db, config.jwtExpSeconds),
      db,
      log,
      version: VERSION,
      readyChecks: commonChecks(lifecycle, db),
      minorChecks: { outbox: outboxCheck(db, now), settings: async () => world.settings.fits },
      serverKeys,
      passwords,
      hookCalls,
      backgroundCalls,
      figures,
      settings: ignoredSettings,
    };
    const settings = { config, db, log, key: serverKeys.settings };
    const follow = async (next: AuthConfig) => {
      const changed = configured(next, parts);
      await world.tokenLives.note(next.jwtExpSeconds);
      Object.assign(world, changed);
    };
    if (config.settingsEnabled) world.settings = followSettings(settings, start, follow);
    const enter = enterBy(world, now, options.commandLine);
    const jobs = await startJobs(world, options, now);
    return {
      service: {
        name: "auth",
        prefixes: ["", CLIENT_PATH],
        endpoints: [...routes, ...documentation(routes, apiInfo(config), "public")]
          .map(withFailureLimit)
          .map(countingRefusals(figures)),
        world,
        enter,
        before: countingGuard(figures, guardBy(enter)),
        headers: headersBy(config),
        fail,
        render,
        translate: translationFor(config),
        nullIsAbsent: true,
        requestIdHeader: config.requestIdHeader,
        errorPages: config.docsUrl && `${config.docsUrl}/errors`,
        trustedProxies: config.trustedProxies,
        clientHeader: config.rateLimitHeader,
        firstClientHeader: config.sbForwardedForEnabled ? "sb-forwarded-for" : undefined,
        onUntrustedProxy: tellOfProxy(config, log),
        timeoutSeconds: config.apiMaxRequestDurationSeconds,
        log,
        now,
      },
      listen: { host: config.apiHost, port: config.apiPort, portVariable: config.variableOf("apiPort") },
      helpers: [...jobs, backgroundCalls, figures, { stop: () => world.settings.stop() }, { stop: () => passwords.close() }],
    };
  });
}

function warnOfRedirects({ uriAllowList, variableOf }: AuthConfig, log: Log): void {
  for (const entry of unreadableEntries(uriAllowList))
    log.warn({ entry }, `an entry of ${variableOf("uriAllowList")} is no pattern and allows nothing`);
}

/** Where others have triggers on what this service writes. */
const translationFor = (config: AuthConfig) => (schemasOf(config) || config.rlsHelpers ? refusedByTrigger : undefined);

async function storeOf(options: AuthOptions) {
  const { config, log, isPrepared = false } = options;
  const store = {
    url: config.databaseUrl,
    schema: config.dbNamespace,
    schemaVariable: config.variableOf("dbNamespace"),
    movingIn: MOVING_IN,
    maxConnections: config.dbMaxPoolSize,
    connectionPercentage: config.dbConnPercentage,
    maxIdleConnections: config.dbMaxIdlePoolSize || undefined,
    idleSeconds: config.dbConnMaxIdleSeconds,
    isPrepared,
    log,
  };
  // What is there decides what is to be done, so it is looked at before the store opens.
  if (schemasOf(config) || config.rlsHelpers) await awaitDatabase(config.databaseUrl, log);
  const { also, ...migrations } = await authMigrations(options);
  return { ...store, migrations, also };
}

/** For commands that only look whether the schema is up to date. */
export function historyOf({ adoptedSchema }: Pick<AuthConfig, "adoptedSchema">): Migrations {
  return adoptedSchema === undefined ? AUTH_MIGRATIONS : { ...AUTH_MIGRATIONS, history: ADOPTED_HISTORY };
}

/** What brings the schema up to date; with an adopted one, it is read first. */
export async function authMigrations(
  { config, log, now = () => new Date() }: Pick<AuthOptions, "config" | "log" | "now">,
  listener: AdoptionListener = toLog(log),
) {
  const jobs = () => migrateJobs(config.databaseUrl, config.jobSchema, log);
  const schemas = schemasOf(config);
  if (!schemas) {
    const functions = config.rlsHelpers ? [await rlsHelpers(config.databaseUrl, config.dbNamespace)] : [];
    return { ...AUTH_MIGRATIONS, functions, also: jobs };
  }
  const { copy, ...adoption } = await openAdoption(config, schemas, now);
  const also = async () => {
    await jobs();
    listener.onEnd(await copy(listener.onProgress));
  };
  // Both lists of migrations would have the same name. The first file of ours comments the one that is there.
  const before = () => claimJobSchema(config.databaseUrl, config.jobSchema, log);
  return { ...AUTH_MIGRATIONS, ...adoption, before, also };
}

/** Its clients share their limits, and nobody sees why they are refused. */
function tellOfProxy({ variableOf }: AuthConfig, log: Log): (peer: string) => void {
  const advice = `name it in ${variableOf("trustedProxies")}, or the header that it sets in ${variableOf("rateLimitHeader")}`;
  return (peer) =>
    log.warn({ peer }, `a proxy that is not trusted hides the clients, so that they share the limits of one; ${advice}`);
}

function headersBy(config: AuthConfig) {
  const safety = safetyHeaders({ https: config.apiExternalUrl.startsWith("https:") });
  const everyAnswer = { ...CORS_HEADERS, ...safety };
  const preflight = { ...preflightHeaders(config.corsAllowedHeaders), ...safety };
  return ({ method }: { method: string }) => (method === "OPTIONS" ? preflight : everyAnswer);
}

/** Starts what runs beside requests. The webhook watcher comes first, because it has to stop first: the worker waits for its jobs. */
async function startJobs(world: AuthWorld & Configured, { delivers = true }: AuthOptions, now: () => Date) {
  const { config, db, log, serverKeys } = world;
  const webhooks = openDelivery({ db, key: serverKeys.webhooks, allowedHosts: config.webhookAllowedHosts, log, now });
  const jobs = [
    housekeeping(world, log, now),
    refreshingMetadata(world, log, now),
    mending({ config, serverKeys }, log),
    workingOnBulkJobs(() => ({ ...world, now, translate: translationFor(world.config) })),
    workingOnUserImports(() => ({ ...world, now })),
    applyingUserRetention(() => world, log, now),
    countingFigures(world, now),
    webhooks,
  ];
  const tasks = Object.assign({ [TELL_OF_CREATED]: userCreatedTask(world) }, ...jobs.map((each) => each.tasks));
  const cron = jobs.map((each) => each.cron).join("");
  const senders = () => world.senders;
  const outbox = delivers ? [await startOutbox({ db, config, serverKeys, log, now, tasks, cron, senders })] : [];
  return [webhooks, ...outbox];
}

/** What the API document says of the service as a whole. */
export function apiInfo({ apiExternalUrl }: Pick<AuthConfig, "apiExternalUrl">) {
  return {
    title: "Cofre auth",
    version: VERSION,
    description: "Authentication and user management, compatible with Supabase Auth and its client libraries.",
    urls: apiExternalUrl.endsWith(CLIENT_PATH) ? [apiExternalUrl] : [apiExternalUrl, ownUrl({ apiExternalUrl }, CLIENT_PATH)],
    securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    schemesOf: { user: ["bearer"], admin: ["bearer"] },
    ...refusals,
  };
}
