// Describes who can reach each service of the all-in-one start.
import { isIP } from "node:net";
import type { AuthConfig } from "../auth/config.ts";
import type { FinanceConfig } from "../finance/config.ts";
import { LOOPBACK } from "../kernel/process/listen.ts";
import type { WebConfig } from "../web/config.ts";

export interface OpenService {
  name: string;
  host: string | undefined;
  /** The variable that sets the service's host. */
  variable: string;
  /** How the service is reached from other machines. */
  manner: string;
  trustedProxies?: readonly string[];
  /** Addresses of --lan. */
  lan?: readonly string[] | undefined;
}

/** One line if all are local, otherwise one for each service. */
export function openTo(services: readonly OpenService[]): string[] {
  const stranded = services.flatMap(strandedProxies);
  if (services.every(({ host, lan }) => isThisMachine(host) && !lan))
    return ["this machine alone; --host opens it to others", ...stranded];
  const lines = services.map(({ name, host, variable, manner, lan }) => {
    if (lan) return `${name}: this machine, and devices that reach ${lan.join(" or ")}, by HTTPS`;
    const words = isThisMachine(host) ? "this machine alone" : `${networksOf(host)}, ${manner} (${variable} or --host)`;
    return `${name}: ${words}`;
  });
  return [...lines, ...stranded];
}

export function isThisMachine(host: string | undefined): boolean {
  return host === LOOPBACK || host === "::1" || (isIP(host ?? "") === 4 && host?.startsWith("127.") === true);
}

/** For a printed URL: a service at a specific host does not answer at localhost. */
export function printedHost(host: string | undefined): string {
  if (isEveryAddress(host) || isThisMachine(host)) return LOOPBACK;
  return isIP(host ?? "") === 6 ? `[${host}]` : (host as string);
}

const isEveryAddress = (host: string | undefined) => host === undefined || host === "0.0.0.0" || host === "::";

const networksOf = (host: string | undefined) =>
  isEveryAddress(host) ? "every network of this machine" : `clients that reach ${host}`;

/** Warns of a trusted proxy on another machine that cannot reach the service. */
function strandedProxies({ name, host, variable, trustedProxies = [] }: OpenService): string[] {
  const elsewhere = trustedProxies.filter((each) => !/^(127\.|::1(\/|$)|::ffff:127\.)/.test(each));
  if (!isThisMachine(host) || elsewhere.length === 0) return [];
  return [`${name} trusts proxies at ${elsewhere.join(", ")}, which cannot reach it: set ${variable}`];
}

export function servicesOf(
  auth: AuthConfig,
  finance: FinanceConfig,
  web: WebConfig,
  lan: readonly string[] | undefined,
): OpenService[] {
  const hasMetrics = auth.metricsEnabled && auth.metricsExporter === "prometheus";
  const webManner = web.tlsCert
    ? "by HTTPS"
    : web.trustedProxies.length > 0
      ? "through the proxies of WEB_TRUSTED_PROXIES"
      : "which it rejects: it needs WEB_TLS_CERT or WEB_TRUSTED_PROXIES to serve other machines";
  return [
    { name: "web", host: web.host, variable: "WEB_HOST", manner: webManner, trustedProxies: web.trustedProxies, lan },
    {
      name: "auth",
      host: auth.apiHost,
      variable: "AUTHSVC_API_HOST",
      manner: "in plain HTTP: passwords and tokens are readable in transit unless a TLS proxy is in front",
      trustedProxies: auth.trustedProxies,
    },
    {
      name: "finance",
      host: finance.host,
      variable: "FINANCE_HOST",
      manner: "by HTTPS",
      trustedProxies: finance.trustedProxies,
      lan,
    },
    ...(hasMetrics
      ? [
          {
            name: "metrics",
            host: auth.prometheusHost,
            variable: "OTEL_EXPORTER_PROMETHEUS_HOST",
            manner: "in plain HTTP and without credentials",
          },
        ]
      : []),
  ];
}
