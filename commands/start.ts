// cofre start: all services in one process, with an embedded database if no other is configured.
import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { AuthConfig } from "../auth/config.ts";
import { makeOwnerCode } from "../auth/grants/owner_code.ts";
import type { MailFile } from "../auth/mail/transport.ts";
import { startAuth } from "../auth/main.ts";
import type { FinanceConfig } from "../finance/config.ts";
import { BASE_PATH } from "../finance/endpoint.ts";
import { financeStore, startFinance } from "../finance/main.ts";
import { type ConfigWarning, type Environment, readEnvironment } from "../kernel/config/config.ts";
import { freePort } from "../kernel/embedded_postgres/free_port.ts";
import { type Log, openLog } from "../kernel/log/log.ts";
import { LOOPBACK } from "../kernel/process/listen.ts";
import { stopOnSignal } from "../kernel/process/signals.ts";
import { VERSION } from "../kernel/process/version.ts";
import { prepareStore } from "../kernel/sql/store.ts";
import { startTelemetry } from "../kernel/telemetry/telemetry.ts";
import { openApp } from "../web/assets/open_app.ts";
import { startWeb } from "../web/main.ts";
import { mintAdminToken, mintFinanceToken } from "./admin_token.ts";
import { ownUrl, readAllInOneConfig, readFinanceBeside, readWebBeside } from "./all_in_one_config.ts";
import { openAllInOneDatabase } from "./all_in_one_database.ts";
import { readBackupConfig } from "./backup/config.ts";
import { openSchedule } from "./backup/schedule.ts";
import { command, type Options, type OptionValues } from "./command_line/command.ts";
import { financeCertificate } from "./finance.ts";
import { homeFolder, openSecrets, readSecrets, type Secrets } from "./home.ts";
import type { Lan } from "./lan/lan.ts";
import { chooseLanOfStart, LAN_OPTION, openLan } from "./lan/start_lan.ts";
import { hostOf } from "./listening.ts";
import { openTo, printedHost, servicesOf } from "./open_to.ts";
import { ownerLink } from "./owner_link.ts";
import { explain, requireNoFaults, UsageError } from "./problems.ts";
import { logCrashes } from "./run_alone.ts";
import { buildFolders } from "./web.ts";

const say = (line: string) => console.log(line);

const OPTIONS = {
  host: {
    value: "ADDRESS",
    doc: "where every service listens: 0.0.0.0 or :: for all networks, or an address of this machine; default localhost. AUTHSVC_API_HOST, FINANCE_HOST, WEB_HOST and OTEL_EXPORTER_PROMETHEUS_HOST take precedence",
  },
  lan: LAN_OPTION,
} as const satisfies Options;

export const start = command({ usage: "start [--host ADDRESS | --lan [ADDRESS | NAME]]", options: OPTIONS, run });

async function run(options: OptionValues): Promise<void> {
  const host = options.text("host") ?? LOOPBACK;
  if (!/^[A-Za-z0-9.:_-]+$/.test(host)) throw new UsageError(`--host takes an IP address or a host name, but got "${host}".`);
  const environment = readEnvironment();
  const home = homeFolder(environment);
  const before = readAllInOneConfig(environment, await readSecrets(home), undefined, undefined, host);
  requireNoFaults(before.auth, before.finance, before.web, readBackupConfig(environment));
  const choice = { given: options.text("lan"), isHostGiven: options.text("host") !== undefined };
  const { lan, note, keepLan } = await chooseLanOfStart(choice, home, before);
  const secrets = await openSecrets(home);
  if (note) say(note);

  const opened: Stoppable[] = [];
  let stopping: Promise<void> | undefined;
  const stopAll = () => (stopping ??= stopInReverse(opened));
  try {
    const database = await openAllInOneDatabase(environment, say);
    opened.push(database);
    // Mails contain web's URL, so its port is chosen before auth starts.
    const webPort = before.web.config.port || (await freePort());
    const { auth, finance } = readAllInOneConfig(environment, secrets, database.fallbacks, webPort, host, lan);
    const logFile = auth.config.logFile ?? join(home, "cofre.log");
    const log = openLog({ level: auth.config.logLevel, file: logFile, name: "cofre" });
    opened.push({ stop: async () => log.close() });
    logCrashes(log);
    logWarnings(log, [...auth.warnings, ...finance.warnings, ...before.web.warnings], auth.deprecations);
    // One exporter for the process, with auth's settings; it measures finance too.
    opened.push(await startTelemetry({ ...auth.config, version: VERSION, log, environment }));
    const backups = await openSchedule({ environment, home, url: auth.config.databaseUrl, log });
    if (backups) opened.push(backups);
    const services: Stoppable[] = [];
    opened.push({ stop: async () => void (await Promise.all(services.map((service) => service.stop()))) });
    const { fallbacks } = database;
    const configs = { auth: auth.config, finance: finance.config };
    const settings = { environment, secrets, host, home, webPort, fallbacks, ...configs, lan, keepLan };
    const running = await startServices(settings, log, services);
    await backups?.start();
    database.lost.then(async (sentence) => {
      log.fatal(sentence);
      console.error(sentence);
      await stopAll().finally(() => process.exit(1));
    });
    stopOnSignal(stopAll, say);
    for (const note of database.notes) say(note);
    say(
      banner({
        ...running,
        database: fallbacks.DATABASE_URL ? `embedded PostgreSQL in ${displayPath(home)}` : "yours, by DATABASE_URL",
        log: displayPath(logFile),
        admin: mintAdminToken(auth.config),
      }),
    );
    for (const line of running.lanLines) say(line);
  } catch (error) {
    await stopAll().catch((also) => console.error(explain(also)));
    throw error;
  }
}

interface Stoppable {
  stop(): Promise<void>;
}

function logWarnings(log: Log, warnings: readonly ConfigWarning[], deprecations: readonly string[]): void {
  for (const { level, line } of warnings) {
    log[level](line);
    if (level === "error") say(line);
  }
  for (const line of deprecations) log.warn(line);
}

interface ServiceSettings {
  environment: Environment;
  secrets: Secrets;
  host: string;
  home: string;
  webPort: number;
  fallbacks: Environment;
  auth: AuthConfig;
  finance: FinanceConfig;
  lan: Lan | undefined;
  keepLan: (() => Promise<void>) | undefined;
}

/** Adds each service to `services` as soon as it runs; returns what the banner says of them. */
async function startServices(settings: ServiceSettings, log: Log, services: Stoppable[]) {
  const { environment, secrets, host, home, webPort, fallbacks, auth, finance } = settings;
  const certificate = await financeCertificate(finance, home);
  const lan = settings.lan && (await openLan(settings.lan, home, webPort));
  const mailbox = join(home, "mailbox");
  await mkdir(mailbox, { recursive: true, mode: 0o700 });
  // Bundled before any service runs, so that no request waits for it.
  await openApp(buildFolders(home));
  // Both job queues are migrated before any worker starts, because workers stop when new tables appear.
  await prepareStore(financeStore(finance, log.child({ service: "finance" })));
  // Auth first: finance needs its port.
  const onMailFile = (file: MailFile) => say(mailLine(file));
  const runningAuth = await startAuth({ config: auth, log: log.child({ service: "auth" }), mailbox, onMailFile });
  services.push(runningAuth);
  const url = ownUrl(auth.apiHost, runningAuth.port);
  const beside = { host, url, token: mintFinanceToken(auth), resource: finance.oauthResource, docsUrl: finance.docsUrl };
  const { config: financeConfig } = readFinanceBeside(auth, environment, fallbacks, beside);
  const runningFinance = await startFinance({
    config: financeConfig,
    certificate,
    lan: lan?.listening,
    log: log.child({ service: "finance" }),
  });
  services.push(runningFinance);
  const { config: web } = readWebBeside(environment, secrets, {
    host,
    port: webPort,
    authUrl: url,
    authExternalUrl: auth.apiExternalUrl,
    financeUrl: `https://${hostOf(finance.host)}:${runningFinance.port}${BASE_PATH}`,
    financeCa: certificate.path,
  });
  const webLog = log.child({ service: "web" });
  const { keepLan } = settings;
  const runningWeb = await startWeb({ config: web, buildFolders: buildFolders(home), log: webLog, lan: lan?.web, keepLan });
  services.push(runningWeb);
  const webUrl = web.externalUrl ?? `${web.tlsCert ? "https" : "http"}://${printedHost(web.host)}:${runningWeb.port}`;
  const ownerCode = await makeOwnerCode(runningAuth.world.db, "first", new Date());
  return {
    webUrl,
    ownerUrl: ownerCode && ownerLink(webUrl, ownerCode.code),
    authUrl: `http://${printedHost(auth.apiHost)}:${runningAuth.port}`,
    financeUrl: `https://${printedHost(finance.host)}:${runningFinance.port}`,
    openTo: openTo(servicesOf(auth, financeConfig, web, lan?.web.addresses)),
    lanLines: lan?.lines(runningFinance.port, displayPath) ?? [],
    certificate: displayPath(certificate.path),
    mailbox: displayPath(mailbox),
  };
}

/** Stops every part, even if one fails; the first failure is thrown at the end. */
async function stopInReverse(parts: readonly Stoppable[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts.toReversed()) await part.stop().catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Paths below the current folder are relative, so that printed commands can be copied. */
function displayPath(path: string): string {
  const near = relative(process.cwd(), path);
  const short = near.startsWith("..") ? path : near;
  return /^[\w./-]+$/.test(short) ? short : `'${short}'`;
}

/** Only on the terminal: addresses must not be logged. */
function mailLine({ to, subject, path }: MailFile): string {
  return `mail to ${to}: "${subject}" is in ${displayPath(path)}`;
}

interface Banner {
  /** Undefined where the server has its owner. */
  ownerUrl: string | undefined;
  webUrl: string;
  authUrl: string;
  financeUrl: string;
  openTo: readonly string[];
  certificate: string;
  database: string;
  mailbox: string;
  log: string;
  admin: { token: string; until: Date };
}

function banner({ ownerUrl, webUrl, authUrl, financeUrl, openTo, certificate, database, mailbox, log, admin }: Banner): string {
  const asAna = `curl --cacert ${certificate} -u 'ana@example.com:correct horse' ${financeUrl}${BASE_PATH}/transactions`;
  return `${ownerUrl === undefined ? "" : firstRun(ownerUrl)}
Cofre ${VERSION} is running. Ctrl-C stops it.

  web       ${webUrl}
  auth      ${authUrl}
  finance   ${financeUrl}${BASE_PATH}
  read on   ${webUrl}/docs; the APIs ${authUrl}/docs  and  ${financeUrl}/docs
  open to   ${openTo.join("\n            ")}
  database  ${database}
  mailbox   ${mailbox}
  log       ${log}

  admin token, valid until ${admin.until.toISOString().slice(0, 10)}:
  ${admin.token}

Try it:
  curl ${authUrl}/admin/users -H 'Authorization: Bearer ${admin.token}' -d '{"email":"ana@example.com","password":"correct horse","email_confirm":true}'
  ${asAna} -d '{"description":"Coffee","amount_cents":-450}'
  ${asAna}
`;
}

/** Printed and never logged, because the link is the proof that its holder runs this server. */
function firstRun(ownerUrl: string): string {
  return `
Create the owner of this server, within a day:
  ${ownerUrl}
`;
}
