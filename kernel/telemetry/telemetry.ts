// Metrics and traces over OpenTelemetry, one exporter for each process. Its modules are loaded only if enabled, because they slow
// down the start.
import { randomUUID } from "node:crypto";
import type { Environment } from "../config/config.ts";
import type { Log } from "../log/log.ts";
import { diagnosticsTo } from "./diagnostics.ts";
import { switchOn } from "./instruments.ts";
import { servePrometheus } from "./prometheus.ts";

export {
  countDatabaseError,
  gauge,
  type OnAnswer as Answered,
  type RequestDone,
  requestDone,
  type TracedRequest,
  withRequestSpan,
} from "./instruments.ts";

export interface TelemetryOptions {
  tracingEnabled: boolean;
  metricsEnabled: boolean;
  metricsExporter: "opentelemetry" | "prometheus";
  prometheusHost: string;
  /** 0 means any free port. */
  prometheusPort: number;
  /** grpc, http/json or http/protobuf; used if OTEL_EXPORTER_OTLP_PROTOCOL is unset. */
  otlpProtocol?: string | undefined;
  version: string;
  log: Log;
  environment?: Environment;
}

export interface Telemetry {
  /** Exports the remaining data and shuts down, within about 3 seconds. */
  stop(): Promise<void>;
  prometheusUrl?: string;
}

type Api = typeof import("@opentelemetry/api");

const STOP_MILLISECONDS = 3000;

/** OpenTelemetry's providers are global to the process. */
let claimed = false;

export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  if (!options.tracingEnabled && !options.metricsEnabled) return { stop: async () => {} };
  if (claimed) throw new Error("telemetry already runs in this process: stop it first");
  claimed = true;
  const undo: (() => unknown)[] = [() => (claimed = false)];
  try {
    return await start(options, undo);
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

async function start(options: TelemetryOptions, undo: (() => unknown)[]): Promise<Telemetry> {
  undo.push(lendVariables(options.environment ?? {}));
  undo.push(lendVariables({ OTEL_EXPORTER_OTLP_PROTOCOL: options.otlpProtocol }));
  const variables = process.env;
  if (/^\s*true\s*$/i.test(variables.OTEL_SDK_DISABLED ?? "")) {
    options.log.info("telemetry is off because OTEL_SDK_DISABLED is true");
    await undoAll(undo);
    return { stop: async () => {} };
  }

  const api = await import("@opentelemetry/api");
  const { NodeSDK } = await import("@opentelemetry/sdk-node");
  const level = variables.OTEL_LOG_LEVEL;
  api.diag.setLogger(diagnosticsTo(options.log), {
    logLevel: api.DiagLogLevel[(level ?? "").toUpperCase() as keyof typeof api.DiagLogLevel] ?? api.DiagLogLevel.WARN,
    suppressOverrideMessage: true,
  });
  undo.push(() => api.diag.disable());

  const pulled = options.metricsEnabled && options.metricsExporter === "prometheus";
  const prometheus = pulled ? await servePrometheus(options.prometheusHost, options.prometheusPort) : undefined;
  if (prometheus) undo.push(prometheus.close);

  undo.push(() => {
    for (const each of [api.trace, api.metrics, api.logs, api.context, api.propagation]) each.disable();
  });
  // Otherwise the SDK would print to the console with its own logger.
  delete variables.OTEL_LOG_LEVEL;
  let sdk: InstanceType<typeof NodeSDK>;
  try {
    sdk = new NodeSDK({
      resourceDetectors: [{ detect: () => ({ attributes: resourceAttributes(options.version, variables) }) }],
      logRecordProcessors: [],
      ...(options.tracingEnabled ? {} : { spanProcessors: [] }),
      ...(prometheus ? { metricReaders: [prometheus.reader] } : options.metricsEnabled ? {} : { metricReaders: [] }),
    });
  } finally {
    if (level !== undefined) variables.OTEL_LOG_LEVEL = level;
  }
  sdk.start();

  const meter = options.metricsEnabled ? api.metrics.getMeter("cofre", options.version) : undefined;
  const tracer = options.tracingEnabled ? api.trace.getTracer("cofre", options.version) : undefined;
  undo.push(switchOn(api, meter, tracer));

  let stopping: Promise<void> | undefined;
  return {
    ...(prometheus ? { prometheusUrl: prometheus.url } : {}),
    stop() {
      stopping ??= stop(api, undo, options.log);
      return stopping;
    },
  };
}

async function stop(api: Api, undo: (() => unknown)[], log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, STOP_MILLISECONDS, "late");
  });
  if ((await Promise.race([shutDown(api), late])) === "late") {
    log.warn(`telemetry: the collector did not accept the last data within ${STOP_MILLISECONDS / 1000} s, it is lost`);
  }
  clearTimeout(timer);
  await undoAll(undo);
}

/** The SDK's shutdown ends at the first failure, before the other provider has exported. */
async function shutDown(api: Api): Promise<void> {
  const tracers = api.trace.getTracerProvider();
  const providers = [
    tracers instanceof api.ProxyTracerProvider ? tracers.getDelegate() : tracers,
    api.metrics.getMeterProvider(),
  ];
  // The SDK's diagnostics have reported failed exports.
  await Promise.allSettled(providers.map(async (each) => "shutdown" in each && (each as Stoppable).shutdown()));
}

interface Stoppable {
  shutdown(): Promise<void>;
}

async function undoAll(undo: (() => unknown)[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

/** The SDK reads only the process environment, so variables of the `.env` file are set there while it runs. */
function lendVariables(environment: Environment): () => void {
  const lent = Object.entries(environment).filter(([name, value]) => value && name.startsWith("OTEL_") && !process.env[name]);
  for (const [name, value] of lent) process.env[name] = value;
  return () => {
    for (const [name] of lent) delete process.env[name];
  };
}

/** The SDK's resource detectors are off: they would reveal arguments, owner and machine id. */
function resourceAttributes(version: string, variables: Environment): Record<string, string> {
  const attributes = (variables.OTEL_RESOURCE_ATTRIBUTES ?? "").split(",").flatMap((pair) => {
    const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return key && value !== undefined ? [[key, decode(value)]] : [];
  });
  return {
    "service.name": "cofre",
    "service.version": version,
    "service.instance.id": randomUUID(),
    ...Object.fromEntries(attributes),
    ...(variables.OTEL_SERVICE_NAME ? { "service.name": variables.OTEL_SERVICE_NAME } : {}),
    "auth.version": version,
  };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
