// Logs: one JSON object a line, to standard output or to LOG_FILE. What is secret by its name or by its shape never gets out.
import { pino } from "pino";
import { cleanError, cleanFields, cleanText } from "./clean.ts";
import { type LogDestination, openLogDestination } from "./destination.ts";

export type LogLevel = "panic" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

/** Message alone, fields and message, or an error with or without a message of its own. */
export interface LogMethod {
  (message: string): void;
  (fields: object, message?: string): void;
}

export interface Log {
  trace: LogMethod;
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
  /** Written before the call returns, because the process may be about to end. */
  fatal: LogMethod;
  /** A log that adds these fields to each of its lines; `service` replaces the name given to `openLog`. */
  child(bindings: object): Log;
  /** Writes what waits; returns when it is written. */
  flush(): void;
  /** Flushes and closes the file. Later lines are dropped. Closes for children too. */
  close(): void;
}

export interface LogOptions {
  level: LogLevel;
  /** The value of LOG_FILE; standard output where there is none. */
  file?: string | undefined;
  /** The `service` of every line. */
  name: string;
}

export function openLog(options: LogOptions): Log {
  const destination = openLogDestination(options.file);
  const root = pino(
    {
      level: options.level === "panic" ? "fatal" : options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Fields arrive cleaned; the serializer that pino has for errors would add to them.
      serializers: { err: (value) => value },
    },
    destination,
  );
  return logWith(root, { service: options.name }, destination);
}

function logWith(root: pino.Logger, bindings: Record<string, unknown>, destination: LogDestination): Log {
  const lines = root.child(bindings);
  const method =
    (level: pino.Level): LogMethod =>
    (first: string | object, message?: string) => {
      if (!lines.isLevelEnabled(level)) return;
      if (typeof first === "string") lines[level]({}, cleanText(first));
      else if (first instanceof Error) lines[level]({ err: cleanError(first) }, cleanText(message ?? String(first.message)));
      else if (message === undefined) lines[level](cleanFields(first));
      else lines[level](cleanFields(first), cleanText(message));
      if (level === "fatal") destination.flush();
    };
  return {
    trace: method("trace"),
    debug: method("debug"),
    info: method("info"),
    warn: method("warn"),
    error: method("error"),
    fatal: method("fatal"),
    child: (more) => logWith(root, { ...bindings, ...cleanFields(more, ["service"]) }, destination),
    flush: destination.flush,
    close: destination.close,
  };
}
