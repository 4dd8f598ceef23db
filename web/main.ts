// Starts the web service. It keeps nothing: any number of replicas, with one secret between them.
import { readFile } from "node:fs/promises";
import { operatorCertificate } from "../kernel/http/certificate.ts";
import { processChecks } from "../kernel/http/readiness.ts";
import type { Log } from "../kernel/log/log.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { type RunningService, startWithoutDatabase } from "../kernel/process/start_service.ts";
import { VERSION } from "../kernel/process/version.ts";
import { loadAssets } from "./assets/assets_of_build.ts";
import { loadBrand } from "./assets/brand.ts";
import { openApp } from "./assets/open_app.ts";
import type { WebConfig } from "./config.ts";
import { openDocsSite } from "./docs/site.ts";
import type { WebAccess, WebCaller, WebWorld } from "./endpoint.ts";
import { enter, refusePlainHttp } from "./enter.ts";
import { fail } from "./errors.ts";
import { deriveCookieKey } from "./http/cookie.ts";
import { offeredAuthority, toHttps, type WebLan } from "./http/lan.ts";
import { safetyHeaders, safetyHeadersInLan } from "./http/security_headers.ts";
import { openShareSlots } from "./pages/share_slots.ts";
import { renderBy } from "./render_error.ts";
import { routes } from "./routes.ts";
import { openRefresher } from "./sessions/refresh.ts";
import { openUpstream, type Upstream } from "./upstream/upstream.ts";

export interface WebOptions {
  config: WebConfig;
  /** Where the built app may be kept: the first that can be written to. */
  buildFolders: readonly string[];
  log: Log;
  now?: () => Date;
  lan?: WebLan | undefined;
  keepLan?: WebWorld["keepLan"] | undefined;
  /** Of the built documentation; where the build puts it unless given. */
  docsFolder?: string | undefined;
}

const LONGEST_REQUEST_SECONDS = 20;

export async function startWeb(options: WebOptions): Promise<RunningService<WebWorld>> {
  const { config, buildFolders, log, now = () => new Date(), lan, keepLan, docsFolder } = options;
  const tls = config.tlsCert && config.tlsKey ? await ownCertificate(config.tlsCert, config.tlsKey) : undefined;
  const look = { assets: await loadAssets(await openApp(buildFolders)), brand: await loadBrand(config) };
  const docs = await openDocsSite(docsFolder);
  const auth = openUpstream(config.authUrl);
  const finance = openUpstream(config.financeUrl, config.financeCa && (await readCa(config.financeCa)));
  return startWithoutDatabase<WebWorld, WebAccess, WebCaller>((lifecycle) => ({
    service: {
      name: "web",
      prefixes: [""],
      endpoints: routes,
      world: {
        config,
        log,
        version: VERSION,
        readyChecks: processChecks(lifecycle),
        minorChecks: { auth: () => isReady(auth, "/ready"), finance: () => isReady(finance, "/ready") },
        auth,
        finance,
        cookieKey: deriveCookieKey(config.secretKey),
        refresher: openRefresher(auth),
        takeShareSlot: openShareSlots(),
        ...look,
        docs,
        ...(lan && { authority: offeredAuthority(lan) }),
        ...(keepLan && { keepLan }),
      },
      checkRequest: refusePlainHttp,
      enter,
      headers: lan ? safetyHeadersInLan : safetyHeaders,
      fail,
      render: renderBy(look, now),
      nullIsAbsent: false,
      requestIdHeader: undefined,
      trustedProxies: config.trustedProxies,
      timeoutSeconds: LONGEST_REQUEST_SECONDS,
      log,
      now,
    },
    listen: {
      host: config.host ?? (tls || config.trustedProxies.length > 0 ? undefined : "127.0.0.1"),
      port: config.port,
      portVariable: "WEB_PORT",
      ...(tls && { tls }),
      ...(lan && { lan: { ...lan, onPlain: toHttps(lan) } }),
    },
    helpers: [auth, finance],
  }));
}

const ownCertificate = (cert: string, key: string) =>
  operatorCertificate(cert, key, { cert: "WEB_TLS_CERT", key: "WEB_TLS_KEY" });

async function readCa(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`WEB_FINANCE_CA: ${path} cannot be read (${error.code}).`);
  });
}

async function isReady(upstream: Upstream, path: string): Promise<boolean> {
  return (await upstream.ask({ path })).status === 200;
}
