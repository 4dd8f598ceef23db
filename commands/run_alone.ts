// Runs one service in a process: log, telemetry, service, and draining at the end.
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

/** Longer than a proxy with two checks per second needs to notice that the replica is not ready. */
const KEPT_QUIET_MS = 1_000;

/** Requests that waited for the start come first. */
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

/** Writes the compile cache now, because a killed process would not write it at the end. */
function settle(): void {
  flushCompileCache();
  keepHeapSmall();
}

/** An uncaught error ends the process, because its state is unknown; a supervisor restarts it. */
export function logCrashes(log: Log): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error nobody caught");
    // The log may go to a file, and the operator may be at the terminal.
    console.error(explain(error));
    process.exit(1);
  });
}
