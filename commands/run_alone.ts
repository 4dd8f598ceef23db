// One service in a process of its own: log to standard output, telemetry, service, and an orderly end.
import { flushCompileCache } from "node:module";
import type { ConfigOf, ConfigWarning, Environment } from "../kernel/config/config.ts";
import type { observability } from "../kernel/config/observability.ts";
import { type Log, openLog } from "../kernel/log/log.ts";
import { keepHeapSmall } from "../kernel/process/heap.ts";
import { stopOnSignal } from "../kernel/process/signals.ts";
import { VERSION } from "../kernel/process/version.ts";
import { startTelemetry, type Telemetry } from "../kernel/telemetry/telemetry.ts";
import { explain } from "./problems.ts";

interface AloneOptions {
  name: string;
  config: ConfigOf<typeof observability>;
  environment: Environment;
  warnings: readonly ConfigWarning[];
  start(log: Log): Promise<{ stop(keptQuietMs?: number): Promise<void> }>;
}

/** Longer than a proxy takes to notice that this replica is not ready any more, if it asks twice a second. */
const KEPT_QUIET_MS = 1_000;

/** Whoever waited for the start is answered first. */
const SETTLE_AFTER_MS = 1_000;

export async function runAlone({ name, config, environment, warnings, start }: AloneOptions): Promise<void> {
  const log = openLog({ level: config.logLevel, file: config.logFile, name });
  for (const { level, line } of warnings) log[level](line);
  logCrashes(log);
  let telemetry: Telemetry | undefined;
  try {
    telemetry = await startTelemetry({ ...config, version: VERSION, log, environment });
    const service = await start(log);
    setTimeout(settle, SETTLE_AFTER_MS).unref();
    stopOnSignal(
      async () => {
        await service.stop(KEPT_QUIET_MS);
        await telemetry?.stop();
        log.info("stopped");
        log.close();
      },
      (line) => log.info(line),
    );
  } catch (error) {
    await telemetry?.stop();
    log.fatal(explain(error));
    throw error;
  }
}

/** What was compiled is kept now and not at the end: a process that is killed has none, and every start after it would compile all of it again. */
function settle(): void {
  flushCompileCache();
  keepHeapSmall();
}

/** A bug that reached the top ends the process, because nobody knows what it left behind; a supervisor starts it again. */
export function logCrashes(log: Log): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error nobody caught");
    // The log may be a file, and somebody may be looking at the terminal.
    console.error(explain(error));
    process.exit(1);
  });
}
