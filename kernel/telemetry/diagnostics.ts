// Writes OpenTelemetry's own messages to our log, without repetitions.
import type { DiagLogger } from "@opentelemetry/api";
import type { Log } from "../log/log.ts";

const QUIET_MILLISECONDS = 10 * 60 * 1000;
const MOST_KINDS = 100;

export function diagnosticsTo(log: Log, now: () => number = Date.now): DiagLogger {
  const last = new Map<string, { at: number; unsaid: number }>();

  /** An unavailable collector is reported once, not at each export of traces and metrics. */
  function warn(text: string): void {
    const failure = readFailure(text);
    const kind = failure === undefined ? text.slice(0, 200) : "export";
    const previous = last.get(kind);
    if (previous && now() - previous.at < QUIET_MILLISECONDS) {
      previous.unsaid++;
      return;
    }
    if (!previous && last.size >= MOST_KINDS) return;
    last.set(kind, { at: now(), unsaid: 0 });
    const repeated = previous?.unsaid ? { repeated: previous.unsaid } : {};
    if (failure === undefined) log.warn(repeated, `telemetry: ${text}`);
    else
      log.warn(
        { reason: failure, ...repeated },
        "telemetry: the collector does not accept our data; the service is not affected",
      );
  }

  return {
    error: (text) => warn(String(text)),
    warn: (text) => warn(String(text)),
    info: (text) => log.info(`telemetry: ${text}`),
    debug: (text) => log.debug(`telemetry: ${text}`),
    verbose: (text) => log.trace(`telemetry: ${text}`),
  };
}

/** The SDK reports a failed export as an error in JSON or as text. Only its message is kept. */
function readFailure(text: string): string | undefined {
  if (/export (timed out|threw error|failed)/i.test(text) && !text.startsWith("{")) return text;
  try {
    const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown };
    // A refused connection to several addresses has a code and no message.
    return String(message || code || "unknown");
  } catch {
    return undefined;
  }
}
