// Logs: one JSON object a line, to standard output or LOG_FILE, without secrets.
import { pino } from "pino";
import { cleanError, cleanFields, cleanText } from "./clean.ts";
import { type LogDestination, openLogDestination } from "./destination.ts";

export type LogLevel = "panic" | "fatal" | "error" | "warn" | "info" | "debug" | "trace";

/** A message, fields and a message, or an error with an optional message. */
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
  /** Written synchronously, because the process may be about to end. */
  fatal: LogMethod;
  /** A log that adds these fields to each line; `service` replaces the name of `openLog`. */
  child(bindings: object): Log;
  /** Writes buffered lines synchronously. */
  flush(): void;
  /** Flushes and closes the file, also for children. Later lines are dropped. */
  close(): void;
}

export interface LogOptions {
  level: LogLevel;
  /** The value of LOG_FILE; standard output if unset. */
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
      // Fields are already clean; pino's error serializer would add more.
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
