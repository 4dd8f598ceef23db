// A log that stores its lines for tests.
import type { Log, LogMethod } from "../log/log.ts";

export interface LoggedLine {
  level: string;
  fields: Record<string, unknown>;
  message: string | undefined;
}

export interface RecordingLog extends Log {
  lines: LoggedLine[];
}

export function recordingLog(lines: LoggedLine[] = []): RecordingLog {
  const method =
    (level: string): LogMethod =>
    (first: string | object, message?: string) => {
      if (typeof first === "string") lines.push({ level, fields: {}, message: first });
      else lines.push({ level, fields: first as Record<string, unknown>, message });
    };
  return {
    lines,
    trace: method("trace"),
    debug: method("debug"),
    info: method("info"),
    warn: method("warn"),
    error: method("error"),
    fatal: method("fatal"),
    child: () => recordingLog(lines),
    flush: () => {},
    close: () => {},
  };
}
