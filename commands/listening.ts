// Where the services of an environment listen. It reads few tables, because health checks run all day and must be cheap.
import { api, database, general, PREFIXES } from "../auth/config/server.ts";
import { jwt } from "../auth/config/tokens.ts";
import { readFinanceConfig } from "../finance/config.ts";
import { ConfigReader, type Environment } from "../kernel/config/config.ts";
import { LOOPBACK } from "../kernel/process/listen.ts";
import { OperatorError } from "../kernel/process/operator_error.ts";
import { readWebConfig } from "../web/config.ts";

export const SERVICES = ["auth", "finance", "web"] as const;
export type ServiceName = (typeof SERVICES)[number];

interface Listening {
  name: ServiceName;
  scheme: "http" | "https";
  host: string | undefined;
  port: number;
  portVariable: string;
  /** Why the service could not run alone in this environment. */
  faults: readonly string[];
}

export interface ServiceUrl {
  name: ServiceName;
  url: string;
}

/**
 * The URLs of the named services. By default of those that this environment configures completely, as their own containers do;
 * if there is none, of all, as in the all-in-one.
 */
export function urlsOfServices(environment: Environment, names: readonly ServiceName[] = []): ServiceUrl[] {
  const all = [authOf(environment), financeOf(environment), webOf(environment)];
  const complete = all.filter(({ faults }) => faults.length === 0);
  const named = names.length > 0 ? all.filter(({ name }) => names.includes(name)) : complete.length > 0 ? complete : all;
  return named.map(({ name, scheme, host, port, portVariable, faults }) => {
    const fault = faults.find((line) => line.startsWith(`${portVariable}:`));
    if (fault) throw new OperatorError(fault);
    if (port === 0)
      throw new OperatorError(`${portVariable} is 0, which takes any free port: name the URL of ${name}, as the start shows it.`);
    return { name, url: `${scheme}://${hostOf(host)}:${port}` };
  });
}

function authOf(environment: Environment): Listening {
  const reader = new ConfigReader(environment, PREFIXES);
  const { apiHost, apiPort } = reader.read({ ...general, ...api, ...database, ...jwt });
  const portVariable = reader.nameOf(api.apiPort);
  return { name: "auth", scheme: "http", host: apiHost, port: apiPort, portVariable, faults: reader.faults };
}

function financeOf(environment: Environment): Listening {
  const { config, faults } = readFinanceConfig(environment);
  return { name: "finance", scheme: "https", host: config.host, port: config.port, portVariable: "FINANCE_PORT", faults };
}

function webOf(environment: Environment): Listening {
  const { config, faults } = readWebConfig(environment);
  const scheme = config.tlsCert ? "https" : "http";
  return { name: "web", scheme, host: config.host, port: config.port, portVariable: "WEB_PORT", faults };
}

/** The address at which this machine reaches it, as written in a URL. */
export function hostOf(host: string | undefined): string {
  const name = host === undefined || host === "0.0.0.0" || host === LOOPBACK ? "127.0.0.1" : host === "::" ? "::1" : host;
  return name.includes(":") ? `[${name}]` : name;
}
