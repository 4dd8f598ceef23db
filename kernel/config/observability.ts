// Variables of logging and telemetry. Every service includes this table in its own.
import { configTable } from "./config.ts";
import { bool, type Format, FormatError, oneOf, port, text } from "./formats.ts";

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace";

const LEVELS: Readonly<Record<string, LogLevel>> = {
  panic: "fatal",
  fatal: "fatal",
  error: "error",
  warn: "warn",
  warning: "warn",
  info: "info",
  debug: "debug",
  trace: "trace",
};

const logLevel: Format<LogLevel> = {
  allowed: "panic, fatal, error, warn, info, debug, trace",
  read(raw) {
    const level = Object.hasOwn(LEVELS, raw.toLowerCase()) ? LEVELS[raw.toLowerCase()] : undefined;
    if (level === undefined) throw new FormatError();
    return level;
  },
};

export const logging = configTable({
  logLevel: {
    env: "LOG_LEVEL",
    bare: ["LOG_LEVEL"],
    format: logLevel,
    initial: "info",
    doc: "The least severe lines that are written. `panic` means `fatal`.",
  },
  logFile: { env: "LOG_FILE", format: text, unset: "standard output", doc: "Path of a file that log lines are appended to." },
});

export const telemetry = configTable({
  tracingEnabled: { env: "TRACING_ENABLED", format: bool, initial: false, doc: "Exports a trace of each request." },
  tracingExporter: {
    env: "TRACING_EXPORTER",
    format: oneOf("opentelemetry"),
    initial: "opentelemetry",
    doc: "Where traces go: OTLP, to the endpoint that the standard `OTEL_EXPORTER_OTLP_*` variables name.",
  },
  metricsEnabled: { env: "METRICS_ENABLED", format: bool, initial: false, doc: "Exports metrics." },
  metricsExporter: {
    env: "METRICS_EXPORTER",
    format: oneOf("opentelemetry", "prometheus"),
    initial: "opentelemetry",
    doc: "Where metrics go: pushed by OTLP, or served for Prometheus on path `/` of the host and port below.",
  },
  otlpProtocol: {
    env: "OTEL_EXPORTER_OTLP_PROTOCOL",
    bare: ["OTEL_EXPORTER_OTLP_PROTOCOL"],
    format: oneOf("http/protobuf", "http/json", "grpc"),
    initial: "http/protobuf",
    doc: "How OTLP is spoken. Other standard `OTEL_*` variables are read by the OpenTelemetry SDK itself.",
  },
  prometheusHost: {
    env: "OTEL_EXPORTER_PROMETHEUS_HOST",
    bare: ["OTEL_EXPORTER_PROMETHEUS_HOST"],
    format: text,
    initial: "0.0.0.0",
    doc: "Address that the Prometheus exporter listens on. With `npm start` it is this machine alone unless set.",
  },
  prometheusPort: {
    env: "OTEL_EXPORTER_PROMETHEUS_PORT",
    bare: ["OTEL_EXPORTER_PROMETHEUS_PORT"],
    format: port,
    initial: 9100,
    doc: "Port of the Prometheus exporter. One exporter serves every service of the process.",
  },
});

export const observability = { ...logging, ...telemetry };
